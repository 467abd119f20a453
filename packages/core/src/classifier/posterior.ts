// Posterior predictive class probability under a Dirichlet prior [1, Eq. class-cond-prob-prior].
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { reject } from "../check.ts";
import { checkNumbers } from "../check-numbers.ts";
import { type Prior, priorPerClass } from "./priors.ts";

/**
 * The probability of each class at a point: the normalised vector k + prior.
 * @param k Kernel frequency estimate: one non-negative number per class.
 * @throws XpalError if `k` is empty or a number is out of range.
 * @example posterior([1, 0], 0.5)[0] // 0.75
 */
export function posterior(k: ArrayLike<number>, prior: Prior): Float64Array {
  checkNumbers("posterior", "k", k);
  if (k.length === 0) reject("posterior", "k", "must not be empty", k);
  return posteriorOf(k, priorPerClass("posterior", "prior", prior, k.length));
}

/** The same for callers that trust their arguments: (k + alpha)_y / ||k + alpha||_1. */
export function posteriorOf(k: ArrayLike<number>, alpha: Float64Array): Float64Array {
  const p = new Float64Array(k.length);
  let total = 0;
  for (let y = 0; y < p.length; y++) {
    p[y] = k[y] + alpha[y];
    total += p[y];
  }
  for (let y = 0; y < p.length; y++) p[y] /= total;
  return p;
}
