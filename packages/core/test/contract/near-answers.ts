// What "an engine answers as the definition does" means under the learned kernel: frequencies, choices and the scores that
// decide are equal to the bit; other scores come from tables and agree within a bound that the test states.
import { expect } from "vitest";
import { chooseEngine } from "../../src/engine/choose-engine.ts";
import type { EngineSession } from "../../src/engine/engine.ts";
import type { Labels, Pool, Strategy } from "../../src/index.ts";
import { ask, expectBits, largest, pairsWhere } from "./same-answers.ts";

/** Compares the two best choices of the fast engine with the definition's. */
export async function expectNear(pool: Pool, labels: Labels, strategy: Strategy, off: number): Promise<void> {
  const session = await chooseEngine("test", "wasm").open(pool);
  const plain = await chooseEngine("test", "definition").open(pool);
  await compareNear(session, plain, labels, strategy, 2, off);
  await session.close();
}

/** Compares the answers of two open sessions. */
export async function compareNear(
  session: EngineSession,
  plain: EngineSession,
  labels: Labels,
  strategy: Strategy,
  count: number,
  off: number,
): Promise<void> {
  expectBits(await session.frequencies(labels), await plain.frequencies(labels));
  expectBits(await session.evaluationFrequencies(labels), await plain.evaluationFrequencies(labels));
  if (labels.unlabelled().length === 0) return;
  const found = await ask(session, labels, strategy, count);
  const expected = await ask(plain, labels, strategy, count);
  expect(found.best).toEqual(expected.best);
  expect(largest(found.scores, count)).toEqual(largest(expected.scores, count));
  // One expectation for all, since each costs more than the comparison itself.
  const isOff = (score: number, place: number) => !(Math.abs(found.scores[place] - score) <= off);
  expect(pairsWhere(isOff, expected, found)).toEqual([]);
}
