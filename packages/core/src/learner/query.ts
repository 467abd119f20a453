// One stateless question: which items should be labelled next, given these labels?

import { candidatesOf } from "../candidates.ts";
import { checkInteger, checkOptions, reject } from "../check.ts";
import { checkGenerator, checkNumbers } from "../check-numbers.ts";
import type { EngineChoice } from "../engine/choose-engine.ts";
import { sharedSession } from "../engine/threads/shared-sessions.ts";
import { checkLabels, Labels } from "../labels.ts";
import { checkPool, type Pool } from "../pool.ts";
import { type Generator, generator } from "../random/generator.ts";
import { checkStrategy } from "../strategies/check-strategy.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { xpal } from "../strategies/xpal.ts";
import { pick } from "./pick.ts";
import { scoreUnit } from "./score-unit.ts";

/** What is asked. */
export interface QueryOptions {
  readonly pool: Pool;
  /** What is known; nothing by default. */
  readonly labels?: Labels;
  /** xPAL by default. */
  readonly strategy?: Strategy;
  /** The items that may be asked for; by default all that are neither labelled nor set aside, and of a large pool a sample (`candidatesOf`). */
  readonly candidates?: ArrayLike<number>;
  /** How many items to choose; 1 by default. */
  readonly batchSize?: number;
  /** Seed of the tie-breaking and of strategies that draw; 0 by default. */
  readonly seed?: number;
  /** A generator instead of a seed. */
  readonly generator?: Generator;
  /** The engine that computes. */
  readonly engine?: EngineChoice;
}

/** What was found. */
export interface QueryResult {
  /** The chosen items, best first. */
  readonly indices: number[];
  /** The score of every item of the pool; NaN for items that were not candidates. */
  readonly scores: Float64Array;
  /** How many items tied for the first choice. */
  readonly tied: number;
}

const QUERY_OPTIONS = ["pool", "labels", "strategy", "candidates", "batchSize", "seed", "generator", "engine"];

/**
 * The items to label next. Nothing that was passed is changed, apart from draws taken from a passed generator.
 * @throws XpalError if an argument is out of range, or nothing is left to choose from.
 * @example (await query({ pool: createPool({ features: matrixFrom([[0], [1], [1.1]]), classes: ["no", "yes"] }) })).indices // [1]
 */
export async function query(options: QueryOptions): Promise<QueryResult> {
  checkOptions("query", options ?? null, QUERY_OPTIONS);
  checkPool("query", options.pool);
  const { pool, labels = Labels.none(pool), strategy = xpal(), batchSize = 1, seed = 0 } = options;
  checkLabels("query", labels, pool);
  checkStrategy("query", strategy, pool);
  checkInteger("query", "batchSize", batchSize, 1);
  const candidates = checkCandidates(options.candidates, labels, pool, batchSize);
  checkInteger("query", "batchSize", batchSize, 1, candidates.length);
  checkInteger("query", "seed", seed, 0);
  const chance = options.generator ?? generator(seed);
  checkGenerator("query", "generator", chance);
  const { session, close } = await sharedSession("query", options.engine, pool);
  try {
    const scored = await session.scores({ strategy, labels, candidates, generator: chance, count: batchSize });
    const { places, tied } = pick(scored, batchSize, chance);
    const scores = new Float64Array(pool.size).fill(Number.NaN);
    const unit = scoreUnit(pool, strategy);
    candidates.forEach((index, place) => {
      scores[index] = unit * scored.scores[place];
    });
    return { indices: places.map((place) => candidates[place]), scores, tied };
  } finally {
    await close();
  }
}

function checkCandidates(given: ArrayLike<number> | undefined, labels: Labels, pool: Pool, count: number): Uint32Array {
  const open = candidatesOf(pool, labels, count);
  if (given === undefined) {
    if (open.length === 0) reject("query", "labels", "must leave an item to ask for", "none left");
    return open;
  }
  checkNumbers("query", "candidates", given);
  if (given.length === 0) reject("query", "candidates", "must not be empty", given);
  const seen = new Set<number>();
  for (let i = 0; i < given.length; i++) {
    checkInteger("query", `candidates[${i}]`, given[i], 0, pool.size - 1);
    if (seen.has(given[i])) reject("query", `candidates[${i}]`, "must not occur twice", given[i]);
    const known = labels.has(given[i]) ? "labelled" : labels.asideOf(given[i]);
    if (known !== undefined) reject("query", `candidates[${i}]`, `must not be ${known} already`, given[i]);
    seen.add(given[i]);
  }
  return Uint32Array.from(given).sort();
}
