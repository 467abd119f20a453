// Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
import { checkFiniteNumbers, reject } from "@xpal/core/check";

/**
 * P-values adjusted for having made several tests: below alpha together with a chance of at most alpha if no claim is true.
 * @returns The adjusted p-values, in the order given.
 * @throws XpalError if a p-value is not from 0 to 1.
 * @example holm([0.01, 0.04]) // [0.02, 0.04]
 */
export function holm(pValues: ArrayLike<number>): number[] {
  checkFiniteNumbers("holm", "pValues", pValues, 0);
  const order = Array.from({ length: pValues.length }, (_, i) => i).sort((i, j) => pValues[i] - pValues[j]);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((i, rank) => {
    if (pValues[i] < 0 || pValues[i] > 1) reject("holm", `pValues[${i}]`, "must be from 0 to 1", pValues[i]);
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * pValues[i]));
    adjusted[i] = largest;
  });
  return adjusted;
}
