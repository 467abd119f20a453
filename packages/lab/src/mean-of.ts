import { reject } from "@xpal/core/check";

/**
 * The mean, summed in order; NaN of nothing.
 * @example meanOf([1, 2, 6]) // 3
 */
export function meanOf(values: ArrayLike<number>): number {
  if (typeof values?.length !== "number") reject("meanOf", "values", "must be a list of numbers", values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}
