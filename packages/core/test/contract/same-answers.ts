// What "an engine answers as the definition does" means: frequencies and choices are equal to the bit; scores agree
// within a stated number of epsilons, and those that decide are equal to the bit.
import { expect } from "vitest";
import { chooseEngine, type EngineChoice } from "../../src/engine/choose-engine.ts";
import type { EngineSession, Scored } from "../../src/engine/engine.ts";
import { generator, type Labels, type Pool, type Strategy } from "../../src/index.ts";

/**
 * Scores are means of at most 60 terms in [0, 1], each rounded about 2 C + 14 times, C <= 12, in either engine; sums of
 * 60 terms add less than 60 roundings of a score below 1.
 */
const EPSILONS = 100;

/** Opens both engines on a pool and compares their answers. */
export async function expectSame(
  choice: EngineChoice,
  pool: Pool,
  labels: Labels,
  strategy: Strategy,
  count = 1,
  epsilons = EPSILONS,
): Promise<void> {
  const session = await chooseEngine("test", choice).open(pool);
  const plain = await chooseEngine("test", "definition").open(pool);
  await compare(session, plain, labels, strategy, count, epsilons);
  await session.close();
}

/** Compares the answers of two open sessions. */
export async function compare(
  session: EngineSession,
  plain: EngineSession,
  labels: Labels,
  strategy: Strategy,
  count: number,
  epsilons = EPSILONS,
): Promise<void> {
  expect(await session.frequencies(labels)).toEqual(await plain.frequencies(labels));
  expect(await session.evaluationFrequencies(labels)).toEqual(await plain.evaluationFrequencies(labels));
  if (labels.unlabelled().length === 0) return;
  const found = await ask(session, labels, strategy, count);
  const expected = await ask(plain, labels, strategy, count);
  expect(found.best).toEqual(expected.best);
  for (const place of expected.best) expect(found.scores[place]).toBe(expected.scores[place]);
  await compareBest(session, labels, strategy, count, expected, epsilons);
  const top = [...expected.scores].sort((a, b) => b - a).slice(0, count);
  expect([...found.scores].sort((a, b) => b - a).slice(0, count)).toEqual(top);
  expected.scores.forEach((score, place) => {
    expect(Math.abs(found.scores[place] - score)).toBeLessThanOrEqual(
      epsilons * Number.EPSILON * Math.max(1, Math.abs(score)),
    );
  });
}

/** Asked for the best alone, an engine gives the same choice, and no score below the definition's but for rounding. */
async function compareBest(
  session: EngineSession,
  labels: Labels,
  strategy: Strategy,
  count: number,
  expected: Scored,
  epsilons: number,
): Promise<void> {
  const found = await ask(session, labels, strategy, count, true);
  expect(found.best).toEqual(expected.best);
  const sorted = (scores: Float64Array) => [...scores].sort((a, b) => b - a).slice(0, count);
  expect(sorted(found.scores)).toEqual(sorted(expected.scores));
  expected.scores.forEach((score, place) => {
    expect(found.scores[place]).toBeGreaterThanOrEqual(
      score - epsilons * Number.EPSILON * Math.max(1, Math.abs(score)),
    );
  });
}

/** The answer of one session. */
export function ask(session: EngineSession, labels: Labels, strategy: Strategy, count = 1, bestOnly = false) {
  return session.scores({
    strategy,
    labels,
    candidates: labels.unlabelled(),
    generator: generator(0),
    count,
    bestOnly,
  });
}
