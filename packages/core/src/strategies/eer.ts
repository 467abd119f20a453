// Expected error reduction [1, Eq. eer] with the prior of Chapelle (2005): minus the expected loss over the unlabelled
// items, the candidate among them, after its label. A sum, not a mean, as in the paper's code.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkOneOf, checkOptions } from "../check.ts";
import { expectedCosts } from "../classifier/decide.ts";
import { lossAt } from "../classifier/measure.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { DEFAULT_PRIOR, ownPrior, type Prior, priorPerClass } from "../classifier/priors.ts";
import { row } from "../matrix.ts";
import type { Strategy, View } from "./strategy.ts";

const LOSSES = ["zeroOne", "log"] as const;

/** What EER minimises, and its prior. */
export interface EerOptions {
  /** The loss; zero-one by default, or the costs of the pool in its place. "log" knows no costs. */
  readonly loss?: (typeof LOSSES)[number];
  /** What is added to every frequency; 0.001 by default. */
  readonly epsilon?: Prior;
}

/** The EER strategy with its options, which the engine reads. */
export interface EerStrategy extends Strategy {
  readonly loss: (typeof LOSSES)[number];
  readonly epsilon: Prior;
}

/**
 * Expected error reduction.
 * @throws XpalError if an option is out of range; later, if `epsilon` does not fit the classes of the pool.
 * @example eer({ loss: "log" }).name // "eer"
 */
export function eer(options: EerOptions = {}): EerStrategy {
  checkOptions("eer", options, ["loss", "epsilon"]);
  const loss = checkOneOf("eer", "loss", options.loss ?? "zeroOne", LOSSES);
  const epsilon = ownPrior("eer", "epsilon", options.epsilon ?? DEFAULT_PRIOR);
  return {
    name: "eer",
    loss,
    epsilon,
    check: ({ classCount }) => void priorPerClass("eer", "epsilon", epsilon, classCount),
    scores(view) {
      const prior = priorPerClass("eer", "epsilon", epsilon, view.pool.classCount);
      const lossMatrix = lossAt(view.pool, view.labels, () => view.evaluationFreq());
      const riskOf = lossMatrix === null ? errorOf : (p: Float64Array) => Math.min(...expectedCosts(p, lossMatrix));
      const lossOf = loss === "zeroOne" ? riskOf : entropyOf;
      return Float64Array.from(view.candidates, (c) => -expectedLoss(view, c, prior, lossOf));
    },
    toJSON: () => ({ name: "eer", loss, epsilon: typeof epsilon === "number" ? epsilon : Array.from(epsilon) }),
  };
}

function expectedLoss(view: View, c: number, prior: Float64Array, lossOf: (p: Float64Array) => number): number {
  const chance = posteriorOf(row(view.freq(), c), prior);
  const w = row(view.similarity(), c);
  let expected = 0;
  for (let yc = 0; yc < chance.length; yc++) {
    let sum = 0;
    for (const x of view.labels.unlabelled()) {
      const kPlus = row(view.freq(), x).slice();
      kPlus[yc] += w[x];
      sum += lossOf(posteriorOf(kPlus, prior));
    }
    expected += chance[yc] * sum;
  }
  return expected;
}

function errorOf(p: Float64Array): number {
  return 1 - Math.max(...p);
}

function entropyOf(p: Float64Array): number {
  let sum = 0;
  for (const value of p) if (value > 0) sum -= value * Math.log(value);
  return sum;
}
