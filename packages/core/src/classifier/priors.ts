// Priors alpha and beta of the Dirichlet distribution: one number for all classes, or one per class.
import { reject } from "../check.ts";
import { checkNumbers, checkPriorNumber } from "../check-numbers.ts";

/** A prior: the same for all classes, or one number per class. */
export type Prior = number | ArrayLike<number>;

/** The paper's prior [1, Sec. 5.4], for both alpha and beta. */
export const DEFAULT_PRIOR = 1e-3;

/** One number above 0 per class. */
export function priorPerClass(who: string, argument: string, prior: Prior, classCount: number): Float64Array {
  checkPrior(who, argument, prior);
  if (typeof prior === "number") return new Float64Array(classCount).fill(prior);
  if (prior.length !== classCount) reject(who, argument, `must have one number per class, ${classCount}`, prior.length);
  return Float64Array.from(prior);
}

/** The checked prior, in a list of its own where there is one number per class. */
export function ownPrior(who: string, argument: string, prior: Prior): Prior {
  checkPrior(who, argument, prior);
  return typeof prior === "number" ? prior : Object.freeze(Array.from(prior));
}

/** Rejects a prior that is not above 0 everywhere. */
function checkPrior(who: string, argument: string, prior: unknown): void {
  if (typeof prior === "number") {
    checkPriorNumber(who, argument, prior);
    return;
  }
  checkNumbers(who, argument, prior);
  const numbers = prior as ArrayLike<number>;
  for (let y = 0; y < numbers.length; y++) checkPriorNumber(who, `${argument}[${y}]`, numbers[y]);
}
