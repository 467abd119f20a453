// From how many answers on something is said: the same numbers in the library, in the CLI and on the pages of the studio.
import { checkLabels, type Labels } from "../labels.ts";
import { checkPool, type Pool } from "../pool.ts";

/**
 * With fewer answers the model's estimate of its error is not shown: it is too early to tell.
 * @example MIN_ANSWERS_FOR_ESTIMATE // 10
 */
export const MIN_ANSWERS_FOR_ESTIMATE = 10;

/**
 * With fewer checks no checked error is shown, nor what follows from it, such as a balanced error.
 * @example MIN_CHECKS // 10
 */
export const MIN_CHECKS = 10;

/** Two classes need so many answers each before the model's estimate says anything. */
const MIN_PER_CLASS = 2;

/**
 * Why the model's estimate of its error is not to be shown yet: too few answers, or too few of a second class; null if it may be.
 * @throws XpalError if the labels are not of the pool.
 * @example ((pool) => tooEarly(pool, Labels.none(pool)))(createPool({ features: matrixFrom([[1, 0], [0, 1]]), kernel: "precomputed", classes: ["no", "yes"] })) // "answers"
 */
export function tooEarly(pool: Pool, labels: Labels): "answers" | "classes" | null {
  checkPool("tooEarly", pool);
  checkLabels("tooEarly", labels, pool);
  if (labels.count < MIN_ANSWERS_FOR_ESTIMATE) return "answers";
  const perClass = new Float64Array(pool.classCount);
  for (const { counts } of labels.labelled) perClass[counts.findIndex((count) => count > 0)]++;
  return perClass.filter((count) => count >= MIN_PER_CLASS).length < 2 ? "classes" : null;
}
