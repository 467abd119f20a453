// On which pools the committee has a fast twin; apart from it, so that whoever only asks does not load it.
import { isGroups, isSparse } from "../../../features.ts";
import type { Matrix } from "../../../matrix.ts";
import type { Pool } from "../../../pool.ts";

/** Kernels whose similarities on part of the columns can be had quicker than pair by pair. */
export function servesQbc({ kernel, features }: Pool): boolean {
  if (kernel.toJSON().own === true || isGroups(features) || isSparse(features)) return false;
  if (kernel.name === "cosine") return nowhereNegative(features); // others may have to be rejected
  return kernel.name === "rbf" || kernel.name === "hamming";
}

const nowhereNegatives = new WeakMap<Matrix, boolean>();

/** Remembered, as it is asked for at every query. */
function nowhereNegative(features: Matrix): boolean {
  const known = nowhereNegatives.get(features) ?? features.data.every((value) => value >= 0);
  nowhereNegatives.set(features, known);
  return known;
}
