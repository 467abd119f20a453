// Which strategies have a fast twin, and on what. Strategies are known by their name and the options that they show;
// whatever is not known runs as it is written. A twin is loaded when its strategy is first asked: all but xPAL's, which is the
// default, and of that one what only some pools need.
import { isGroups, isSparse } from "../../features.ts";
import type { Pool } from "../../pool.ts";
import type { AlceStrategy } from "../../strategies/alce.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import { looksAhead } from "../look-ahead.ts";
import type { TwinKind } from "./fast-twin.ts";
import { fewCosts, hasPlainLoss } from "./few-costs.ts";
import type { WasmState } from "./wasm-state.ts";
import { type XpalParts, XpalScores } from "./xpal-scores.ts";

const TWINS: Readonly<Record<string, TwinKind & { serves(strategy: Strategy, pool: Pool): boolean }>> = {
  xpal: {
    says: "only pairs that can flip a decision are visited",
    serves: (strategy, pool) => "evaluationPrior" in strategy && !looksAhead(strategy) && fewCosts(pool),
    load: async (state) => {
      const parts = await xpalParts(state);
      return ({ evaluation }) => new XpalScores(evaluation, parts);
    },
  },
  greedyAll: {
    says: "only pairs that can flip a decision are visited",
    serves: (strategy, pool) => "truth" in strategy && hasPlainLoss(pool),
    load: async () => {
      const { GreedyScores } = await import("./greedy-scores.ts");
      return (states) => new GreedyScores(states.pool());
    },
  },
  eer: {
    says: "every pair is visited, two at a time",
    serves: (strategy, pool) => "loss" in strategy && strategy.loss === "zeroOne" && hasPlainLoss(pool),
    load: async () => {
      const { EerScores } = await import("./eer-scores.ts");
      return (states) => new EerScores(states.pool());
    },
  },
  pal: {
    says: "densities are kept, gains computed for each candidate",
    serves: (strategy, pool) => "labelCount" in strategy && fixedCosts(pool),
    load: async () => {
      const { PalScores } = await import("./pal-scores.ts");
      return (states) => new PalScores(states.pool());
    },
  },
  us: {
    says: "from kept frequencies",
    serves: (strategy) => "measure" in strategy,
    load: async () => {
      const { UsScores } = await import("./us-scores.ts");
      return ({ evaluation }) => new UsScores(evaluation);
    },
  },
  qbc: {
    says: "a member's similarities are computed for all items at once",
    serves: (strategy, pool) => "members" in strategy && servesQbc(pool),
    load: async () => {
      const { QbcScores } = await import("./qbc-scores.ts");
      return ({ evaluation }) => new QbcScores(evaluation);
    },
  },
  alce: {
    says: "from kept similarities to the labelled items",
    serves: (strategy, pool) => "bandwidthFor" in strategy && servesAlce(strategy, pool),
    load: async () => {
      const { AlceScores } = await import("./alce-scores.ts");
      return ({ evaluation }) => new AlceScores(evaluation);
    },
  },
};

/** What the twin of xPAL needs besides where errors cost differently. */
async function xpalParts({ pool }: WasmState): Promise<XpalParts> {
  if (hasPlainLoss(pool)) return {};
  return { CostSums: (await import("./cost-sums.ts")).CostSums };
}

/** Whether a committee's similarities on part of the columns can be had from the kernel. */
function servesQbc({ kernel, features }: Pool): boolean {
  if (kernel.toJSON().own === true || isGroups(features) || isSparse(features)) return false;
  return kernel.name === "rbf" || kernel.name === "hamming";
}

/** Whether a twin that takes the table as it is given can be used. */
function fixedCosts(pool: Pool): boolean {
  return pool.measure === "mean" && fewCosts(pool);
}

/** Whether the kernel of ALCE's regression is the pool's. */
function servesAlce(strategy: Strategy, pool: Pool): boolean {
  const json = pool.kernel.toJSON();
  return json.name === "rbf" && json.own !== true && (strategy as AlceStrategy).bandwidthFor(pool) === json.bandwidth;
}

/** The fast twin of a strategy on a pool, if there is one. */
export function twinOf(strategy: Strategy, pool: Pool): TwinKind | undefined {
  const twin = Object.hasOwn(TWINS, strategy.name) ? TWINS[strategy.name] : undefined;
  return twin?.serves(strategy, pool) ? twin : undefined;
}
