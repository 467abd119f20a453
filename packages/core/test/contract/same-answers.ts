// What "an engine answers as the definition does" means: frequencies and choices are equal to the bit; scores agree
// within a stated number of epsilons, and those that decide are equal to the bit.
import { expect } from "vitest";
import { chooseEngine, type EngineChoice } from "../../src/engine/choose-engine.ts";
import type { EngineSession, Scored } from "../../src/engine/engine.ts";
import { generator, type Labels, type Matrix, type Pool, type Strategy } from "../../src/index.ts";

/**
 * Scores are means of at most 60 terms in [0, 1], each rounded about 2 C + 14 times, C <= 12, in either engine; sums of
 * 60 terms add less than 60 roundings of a score below 1.
 */
const EPSILONS = 100;

/** What the definition says to one question. */
interface Expected {
  readonly frequencies: Matrix;
  readonly evaluationFrequencies: Matrix;
  /** Null where every item has a label. */
  readonly scored: Scored | null;
}

/** What the definition said so far, by pool, labels and the rest of the question: every engine is compared with the same. */
const said = new WeakMap<Pool, WeakMap<Labels, Map<string, Promise<Expected>>>>();

/** Compares the answers of an engine with the definition's. */
export function expectSame(
  choice: EngineChoice,
  pool: Pool,
  labels: Labels,
  strategy: Strategy,
  count = 1,
  epsilons = EPSILONS,
): Promise<void> {
  return expectSameOfEach(choice, pool, labels, [strategy], 0, count, epsilons);
}

/**
 * The same with several strategies, one after another in one session: opening one costs more than an answer of it. The one at
 * `first` is asked first; who counts it up from pool to pool asks every strategy of a new session, too.
 */
export async function expectSameOfEach(
  choice: EngineChoice,
  pool: Pool,
  labels: Labels,
  strategies: readonly Strategy[],
  first: number,
  count = 1,
  epsilons = EPSILONS,
): Promise<void> {
  const session = await chooseEngine("test", choice).open(pool);
  const start = first % strategies.length;
  for (const strategy of [...strategies.slice(start), ...strategies.slice(0, start)]) {
    await expectSameIn(session, pool, labels, strategy, count, epsilons);
  }
  await session.close();
}

/** Compares the answers of an open session on a pool with the definition's. */
export async function expectSameIn(
  session: EngineSession,
  pool: Pool,
  labels: Labels,
  strategy: Strategy,
  count = 1,
  epsilons = EPSILONS,
): Promise<void> {
  await compareWith(session, await definitionSays(pool, labels, strategy, count), labels, strategy, count, epsilons);
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
  await compareWith(session, await saidBy(plain, labels, strategy, count), labels, strategy, count, epsilons);
}

function definitionSays(pool: Pool, labels: Labels, strategy: Strategy, count: number): Promise<Expected> {
  const ofPool = said.get(pool) ?? new WeakMap<Labels, Map<string, Promise<Expected>>>();
  said.set(pool, ofPool);
  const ofLabels = ofPool.get(labels) ?? new Map<string, Promise<Expected>>();
  ofPool.set(labels, ofLabels);
  const question = JSON.stringify([strategy, count]);
  const known = ofLabels.get(question);
  if (known !== undefined) return known;
  const answer = (async () => saidBy(await chooseEngine("test", "definition").open(pool), labels, strategy, count))();
  ofLabels.set(question, answer);
  return answer;
}

async function saidBy(plain: EngineSession, labels: Labels, strategy: Strategy, count: number): Promise<Expected> {
  return {
    frequencies: await plain.frequencies(labels),
    evaluationFrequencies: await plain.evaluationFrequencies(labels),
    scored: labels.unlabelled().length === 0 ? null : await ask(plain, labels, strategy, count),
  };
}

async function compareWith(
  session: EngineSession,
  { frequencies, evaluationFrequencies, scored: expected }: Expected,
  labels: Labels,
  strategy: Strategy,
  count: number,
  epsilons: number,
): Promise<void> {
  expectBits(await session.frequencies(labels), frequencies);
  expectBits(await session.evaluationFrequencies(labels), evaluationFrequencies);
  if (expected === null) return;
  const { name } = strategy;
  const found = await ask(session, labels, strategy, count);
  expect(found.best, name).toEqual(expected.best);
  for (const place of expected.best) expect(found.scores[place], name).toBe(expected.scores[place]);
  expect(largest(found.scores, count), name).toEqual(largest(expected.scores, count));
  // One expectation for all, since each costs more than the comparison itself.
  const isOff = (score: number, place: number) => !(Math.abs(found.scores[place] - score) <= slack(score, epsilons));
  expect(pairsWhere(isOff, expected, found), name).toEqual([]);
}

/** Equal to the bit; Vitest is asked only for what to say, since it takes long to go through a typed array. */
export function expectBits(found: Matrix, expected: Matrix): void {
  const isSame =
    found.rows === expected.rows &&
    found.cols === expected.cols &&
    found.data.length === expected.data.length &&
    found.data.every((value, at) => Object.is(value, expected.data[at]));
  if (!isSame) expect(found).toEqual(expected);
}

const slack = (score: number, epsilons: number) => epsilons * Number.EPSILON * Math.max(1, Math.abs(score));

/** The largest scores, the largest first. */
export const largest = (scores: Float64Array, count: number) => [...scores].sort((a, b) => b - a).slice(0, count);

/** The places where something holds of the expected score, with both scores. */
export function pairsWhere(holds: (score: number, place: number) => boolean, expected: Scored, found: Scored) {
  const places = [...expected.scores.keys()].filter((place) => holds(expected.scores[place], place));
  return places.map((place) => ({ place, expected: expected.scores[place], found: found.scores[place] }));
}

/** The answer of one session. */
export function ask(session: EngineSession, labels: Labels, strategy: Strategy, count = 1) {
  return session.scores({
    strategy,
    labels,
    candidates: labels.unlabelled(),
    generator: generator(0),
    count,
  });
}
