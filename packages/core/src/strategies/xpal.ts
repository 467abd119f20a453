// xPAL: ask for the candidate with the largest expected gain [1, Def. 5]. docs/strategies/xpal.md explains it.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkInteger, checkOptions, reject } from "../check.ts";
import { checkLabelCost, checkNumbers } from "../check-numbers.ts";
import { expectedCosts } from "../classifier/decide.ts";
import { lossAt } from "../classifier/measure.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { DEFAULT_PRIOR, ownPrior, type Prior, priorPerClass } from "../classifier/priors.ts";
import { type Matrix, row } from "../matrix.ts";
import { largestGainAhead } from "./gain-ahead.ts";
import type { Strategy } from "./strategy.ts";
import { gainOf, type Priors } from "./xgain.ts";

/** Why 0 is no cost. */
const FREE = "a label that costs nothing would be asked for whatever it tells; give it a small cost";
/** The number of label vectors grows quickly. */
const MAX_AHEAD = 3;

/** xPAL's priors, and how much the candidate's own risk counts. */
export interface XpalOptions extends Priors {
  /** Adds this many times the candidate's own expected error or cost, over |E|, to its gain; 0 (the paper's) by default. */
  readonly ownRisk?: number;
  /**
   * How many labels at a candidate are looked ahead, 1 to 3, where no single label has a gain above 0: then the largest
   * gain per label of 2 to this many labels decides before chance does. 1 (the paper's) by default.
   */
  readonly lookAhead?: number;
  /** What the label of each item costs, a number above 0 for every item of the pool; scores are then gains per cost. */
  readonly labelCosts?: ArrayLike<number>;
}

/** The xPAL strategy with its options, which the engine reads. */
export interface XpalStrategy extends Strategy {
  readonly evaluationPrior: Prior;
  readonly candidatePrior: Prior;
  readonly ownRisk: number;
  readonly lookAhead: number;
  readonly labelCosts: Float64Array | null;
}

/**
 * The strategy of the paper. Scores are expected drops in error rate over the evaluation set.
 * @param options `evaluationPrior` (alpha) and `candidatePrior` (beta), each a number or one per class, 0.001 by default;
 *   `ownRisk`, 0 by default: labelling an item also removes its own error, which the paper's gain leaves out.
 * @throws XpalError if a prior is not above 0 or `ownRisk` is negative; later, if a prior or `labelCosts` does not fit the pool.
 * @example xpal({ evaluationPrior: 1 }).name // "xpal"
 */
export function xpal(options: XpalOptions = {}): XpalStrategy {
  checkOptions("xpal", options, ["evaluationPrior", "candidatePrior", "ownRisk", "lookAhead", "labelCosts"]);
  const evaluationPrior = ownPrior("xpal", "evaluationPrior", options.evaluationPrior ?? DEFAULT_PRIOR);
  const candidatePrior = ownPrior("xpal", "candidatePrior", options.candidatePrior ?? DEFAULT_PRIOR);
  const ownRisk = options.ownRisk ?? 0;
  if (typeof ownRisk !== "number" || !(ownRisk >= 0) || ownRisk === Infinity) {
    reject("xpal", "ownRisk", "must be a finite number, not negative", ownRisk);
  }
  const lookAhead = options.lookAhead ?? 1;
  checkInteger("xpal", "lookAhead", lookAhead, 1, MAX_AHEAD);
  const labelCosts = checkLabelCosts(options.labelCosts ?? null);
  return {
    name: "xpal",
    evaluationPrior,
    candidatePrior,
    ownRisk,
    lookAhead,
    get labelCosts() {
      return labelCosts?.slice() ?? null; // read once a question, so that a copy costs less than the scores
    },
    check({ size, classCount }) {
      checkCostCount(labelCosts, size);
      priorPerClass("xpal", "evaluationPrior", evaluationPrior, classCount);
      priorPerClass("xpal", "candidatePrior", candidatePrior, classCount);
    },
    scores(view) {
      const { pool, candidates } = view;
      checkCostCount(labelCosts, pool.size);
      const alpha = priorPerClass("xpal", "evaluationPrior", evaluationPrior, pool.classCount);
      const beta = priorPerClass("xpal", "candidatePrior", candidatePrior, pool.classCount);
      const lossMatrix = lossAt(pool, view.labels, () => view.evaluationFreq());
      const shared = {
        freq: view.evaluationFreq(),
        ...(pool.evaluation.weights === null ? {} : { weights: pool.evaluation.weights }),
        ...(lossMatrix === null ? {} : { lossMatrix }),
      };
      const problems = Array.from(candidates, (c) => ({
        ...shared,
        similarity: row(view.evaluationSimilarity(), c),
        candidateFreq: row(view.freq(), c),
      }));
      let gains = Float64Array.from(problems, (problem) => gainOf(problem, alpha, beta));
      if (lookAhead > 1 && !gains.some((gain) => gain > 0)) {
        gains = Float64Array.from(problems, (problem) => largestGainAhead(problem, lookAhead, alpha, beta));
      }
      const scores =
        ownRisk === 0
          ? gains
          : gains.map((gain, place) => {
              return gain + (ownRisk * riskAt(problems[place].candidateFreq, beta, lossMatrix)) / pool.evaluation.size;
            });
      return labelCosts === null ? scores : scores.map((score, place) => score / labelCosts[candidates[place]]);
    },
    toJSON: () => ({
      name: "xpal",
      evaluationPrior: written(evaluationPrior),
      candidatePrior: written(candidatePrior),
      ownRisk,
      ...(lookAhead === 1 ? {} : { lookAhead }),
      ...(labelCosts === null ? {} : { labelCosts: Array.from(labelCosts) }),
    }),
  };
}

/** The candidate's own expected error, 1 - max p(y | c), or the expected cost of its cheapest decision. */
function riskAt(candidateFreq: Float64Array, beta: Float64Array, loss: Matrix | null): number {
  const p = posteriorOf(candidateFreq, beta);
  return loss === null ? 1 - Math.max(...p) : Math.min(...expectedCosts(p, loss));
}

/** Rejects label costs that are not above 0. */
function checkLabelCosts(costs: ArrayLike<number> | null): Float64Array | null {
  if (costs === null) return null;
  checkNumbers("xpal", "labelCosts", costs);
  for (let i = 0; i < costs.length; i++) checkLabelCost("xpal", `labelCosts[${i}]`, costs[i], FREE);
  return Float64Array.from(costs);
}

/** Rejects label costs that are not one for each item. */
export function checkCostCount(costs: Float64Array | null, size: number): void {
  if (costs === null || costs.length === size) return;
  reject("xpal", "labelCosts", `must have a number for each of ${size} items`, costs.length);
}

/** A prior as JSON: typed arrays become plain lists. */
function written(prior: Prior): number | number[] {
  return typeof prior === "number" ? prior : Array.from(prior);
}
