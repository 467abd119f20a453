// Several items at once, for programs that use a session instead of a learner.

import { candidatesOf } from "../candidates.ts";
import { checkInteger, checkOneOf, checkOptions, reject } from "../check.ts";
import { checkGenerator } from "../check-numbers.ts";
import type { EngineSession } from "../engine/engine.ts";
import { Labels } from "../labels.ts";
import type { Generator } from "../random/generator.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { jointBatch } from "./joint-batch.ts";
import { pick } from "./pick.ts";
import { BATCHES, type Batch } from "./snapshot.ts";
import { spreadBatch } from "./spread-batch.ts";

/** What is asked. */
export interface BatchRequest {
  readonly strategy: Strategy;
  readonly labels: Labels;
  readonly generator: Generator;
  /** How many items; fewer come back when fewer are left. */
  readonly count: number;
  /** How they are chosen; see `Snapshot.suggest`. */
  readonly batch: Batch;
}

/**
 * The items to label next, best first.
 * @throws XpalError if an option is out of range or unknown.
 * @example await (async (pool) => (await chooseBatch(await openSession(pool), { strategy: xpal(), labels: Labels.none(pool), generator: generator(1), count: 2, batch: "top" })).length)(createPool({ features: matrixFrom([[0], [1], [4]]), classes: ["no", "yes"] })) // 2
 */
export async function chooseBatch(session: EngineSession, request: BatchRequest): Promise<number[]> {
  if (typeof session?.scores !== "function") {
    reject("chooseBatch", "session", "must be a session", session, "make one with openSession");
  }
  checkOptions("chooseBatch", request ?? null, ["strategy", "labels", "generator", "count", "batch"], "request");
  const { strategy, labels, generator, count, batch } = request;
  if (typeof strategy?.scores !== "function") reject("chooseBatch", "strategy", "must be a strategy", strategy);
  if (!(labels instanceof Labels)) reject("chooseBatch", "labels", "must be the labels of a pool", labels);
  checkGenerator("chooseBatch", "generator", generator);
  checkInteger("chooseBatch", "count", count, 1);
  checkOneOf("chooseBatch", "batch", batch, BATCHES);
  const choose = async (known: Labels, most: number) => {
    const candidates = candidatesOf(session.pool, known, most);
    if (candidates.length === 0) return [];
    const scored = await session.scores({
      strategy,
      labels: known,
      candidates,
      generator,
      count: most,
    });
    const { places } = pick(scored, most, generator);
    return places.map((place) => ({ index: candidates[place], score: scored.scores[place] }));
  };
  const found =
    batch === "joint"
      ? await jointBatch(session, labels, count, strategy, generator)
      : batch === "top"
        ? await choose(labels, count)
        : await spreadBatch(session, labels, count, (known) => choose(known, 1));
  return found.map(({ index }) => index);
}
