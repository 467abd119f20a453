// xPAL: ask for the candidate with the largest expected gain [1, Def. 5]. docs/strategies/xpal.md explains it.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkOptions } from "../check.ts";
import { checkPrior, DEFAULT_PRIOR, type Prior, priorPerClass } from "../classifier/priors.ts";
import { row } from "../matrix.ts";
import type { Strategy } from "./strategy.ts";
import { gainOf, type Priors } from "./xgain.ts";

/** The xPAL strategy with its priors, which the engine reads. */
export interface XpalStrategy extends Strategy {
  readonly evaluationPrior: Prior;
  readonly candidatePrior: Prior;
}

/**
 * The strategy of the paper. Scores are expected drops in error rate over the evaluation set.
 * @param options `evaluationPrior` (alpha) and `candidatePrior` (beta), each a number or one per class; 0.001 by default.
 * @throws XpalError if a prior is not above 0.
 * @example xpal({ evaluationPrior: 1 }).name // "xpal"
 */
export function xpal(options: Priors = {}): XpalStrategy {
  checkOptions("xpal", options, ["evaluationPrior", "candidatePrior"]);
  const evaluationPrior = options.evaluationPrior ?? DEFAULT_PRIOR;
  const candidatePrior = options.candidatePrior ?? DEFAULT_PRIOR;
  checkPrior("xpal", "evaluationPrior", evaluationPrior);
  checkPrior("xpal", "candidatePrior", candidatePrior);
  return {
    name: "xpal",
    evaluationPrior,
    candidatePrior,
    scores(view) {
      const { pool, candidates } = view;
      const alpha = priorPerClass("xpal", "evaluationPrior", evaluationPrior, pool.classCount);
      const beta = priorPerClass("xpal", "candidatePrior", candidatePrior, pool.classCount);
      const shared = {
        freq: view.evaluationFreq(),
        ...(pool.evaluation.weights === null ? {} : { weights: pool.evaluation.weights }),
        ...(pool.lossMatrix === null ? {} : { lossMatrix: pool.lossMatrix }),
      };
      return Float64Array.from(candidates, (c) => {
        const problem = {
          ...shared,
          similarity: row(view.evaluationSimilarity(), c),
          candidateFreq: row(view.freq(), c),
        };
        return gainOf(problem, alpha, beta);
      });
    },
    toJSON: () => ({
      name: "xpal",
      evaluationPrior: written(evaluationPrior),
      candidatePrior: written(candidatePrior),
    }),
  };
}

/** A prior as JSON: typed arrays become plain lists. */
function written(prior: Prior): number | number[] {
  return typeof prior === "number" ? prior : Array.from(prior);
}
