// What learners are made from, checked, and opened with an engine.
import { checkInteger, checkOptions } from "../check.ts";
import type { ClassName } from "../classes.ts";
import type { EngineChoice } from "../engine/choose-engine.ts";
import type { Engine, EngineSession } from "../engine/engine.ts";
import { openOn } from "../engine/predicting-session.ts";
import { answersOf, Labels } from "../labels.ts";
import { type PoolOptions, poolOf } from "../pool.ts";
import { checkStrategy } from "../strategies/check-strategy.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { xpal } from "../strategies/xpal.ts";
import type { LearnerParts } from "./learner-json.ts";

/** What a learner is made of: a pool's options, and how to choose. */
export interface LearnerOptions extends PoolOptions {
  /** xPAL by default. */
  readonly strategy?: Strategy;
  /** What is known already: pairs of item and class; nothing by default. */
  readonly labels?: Iterable<readonly [index: number, className: ClassName]>;
  /** Seed of everything that is left to chance, the samples of a large pool included; 0 by default. */
  readonly seed?: number;
  readonly engine?: EngineChoice;
}

const LEARNER_OPTIONS = [
  "features",
  "kernel",
  "classes",
  "evaluation",
  "lossMatrix",
  "measure",
  "predictor",
  "exact",
  "labels",
  "strategy",
  "seed",
  "engine",
];

/** A learner's parts with the engine at work on its pool. */
export interface OpenLearner extends LearnerParts {
  readonly engine: Engine;
  readonly session: EngineSession;
}

/** The parts that options name; the engine is not one of them. */
export function partsOf(who: string, options: LearnerOptions): LearnerParts {
  checkOptions(who, options ?? null, LEARNER_OPTIONS);
  const { strategy = xpal(), seed = 0, engine: _, labels = [], ...poolOptions } = options;
  const pool = poolOf(who, { ...poolOptions, seed });
  const labelled = answersOf(who, "labels", pool, labels);
  return { pool, strategy, seed, labels: Labels.fromJSON(pool, { labelled, skipped: [], discarded: [] }) };
}

/** Opens an engine on a learner's pool. */
export async function openLearner(who: string, parts: LearnerParts, engine: Engine): Promise<OpenLearner> {
  const { pool, strategy, seed } = parts;
  checkStrategy(who, strategy, pool);
  checkInteger(who, "seed", seed, 0);
  return { ...parts, engine, session: await openOn(engine, pool) };
}
