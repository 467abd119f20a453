// Which strategies have a fast twin, and on what. Strategies are known by their name and the options that they show;
// whatever is not known runs as it is written.
import type { Pool } from "../../pool.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import type { Examined, Scored, ScoreRequest } from "../engine.ts";
import { looksAhead } from "../look-ahead.ts";
import { AlceScores } from "./alce-scores.ts";
import { QbcScores } from "./committee/qbc-scores.ts";
import { MOST_COST_CLASSES } from "./cost-table.ts";
import { EerScores } from "./eer-scores.ts";
import { GreedyCostScores } from "./greedy-cost-scores.ts";
import { GreedyScores } from "./greedy-scores.ts";
import { PalScores } from "./pal-scores.ts";
import { UsScores } from "./us-scores.ts";
import type { WasmState } from "./wasm-state.ts";
import { XpalScores } from "./xpal-scores.ts";

/** Scores candidates as one strategy's definition does. */
export interface FastTwin {
  score(request: ScoreRequest): Scored;
  /** Does some of what the first answer needs, and gives the share that is done; 1 once all is. */
  prepare?(request: ScoreRequest): number;
  /** How many candidates were looked at for the last answer, where bounds ruled out the others. */
  readonly examined?: Examined | undefined;
}

/** Machines for a pool: on its evaluation set, and on the whole pool as evaluation set. */
export interface WasmStates {
  readonly evaluation: WasmState;
  pool(): WasmState;
}

/** How a strategy's twin is made, and what it does in words. */
export interface TwinKind {
  readonly says: string;
  make(states: WasmStates): FastTwin;
}

const TWINS: Readonly<Record<string, TwinKind & { serves(strategy: Strategy, pool: Pool): boolean }>> = {
  xpal: {
    says: "only pairs that can flip a decision are visited",
    serves: (strategy, pool) => "evaluationPrior" in strategy && !looksAhead(strategy) && fewCosts(pool),
    make: ({ evaluation }) => new XpalScores(evaluation),
  },
  greedyAll: {
    says: "only pairs that can flip a decision are visited",
    serves: (strategy, pool) => "truth" in strategy && fixedCosts(pool),
    make: (states) => {
      const state = states.pool();
      return state.pool.lossMatrix === null ? new GreedyScores(state) : new GreedyCostScores(state);
    },
  },
  eer: {
    says: "every pair is visited, two at a time",
    serves: (strategy, pool) => "loss" in strategy && strategy.loss === "zeroOne" && fixedCosts(pool),
    make: (states) => new EerScores(states.pool()),
  },
  pal: {
    says: "densities are kept, gains computed for each candidate",
    serves: (strategy, pool) => "labelCount" in strategy && fixedCosts(pool),
    make: (states) => new PalScores(states.pool()),
  },
  us: {
    says: "from kept frequencies",
    serves: (strategy) => "measure" in strategy,
    make: ({ evaluation }) => new UsScores(evaluation),
  },
  qbc: {
    says: "members share what their columns have in common",
    serves: (strategy, pool) => "members" in strategy && QbcScores.knows(pool),
    make: ({ evaluation }) => new QbcScores(evaluation),
  },
  alce: {
    says: "from kept similarities to the labelled items",
    serves: (strategy, pool) => "bandwidthFor" in strategy && AlceScores.knows(strategy, pool),
    make: ({ evaluation }) => new AlceScores(evaluation),
  },
};

/** Whether the tables of costs, if there are any, are small enough. */
function fewCosts({ lossMatrix, measure, classCount }: Pool): boolean {
  return (lossMatrix === null && measure === "mean") || classCount <= MOST_COST_CLASSES;
}

/** The same for twins that take the table as it is given. */
function fixedCosts(pool: Pool): boolean {
  return pool.measure === "mean" && fewCosts(pool);
}

/** The fast twin of a strategy on a pool, if there is one. */
export function twinOf(strategy: Strategy, pool: Pool): TwinKind | undefined {
  const twin = Object.hasOwn(TWINS, strategy.name) ? TWINS[strategy.name] : undefined;
  return twin?.serves(strategy, pool) ? twin : undefined;
}
