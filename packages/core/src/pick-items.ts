import { checkInteger } from "./check.ts";
import { checkNumbers } from "./check-numbers.ts";
import { checkFeatures, chosenItems, type Features } from "./features.ts";

/**
 * The features of some items, in the given order: of a matrix a matrix, of a sparse one a sparse one, of groups groups.
 * @throws XpalError if the features are not sound, or an index is not one of theirs.
 * @example [...pickItems(matrixFrom([[1, 2], [3, 4], [5, 6]]), [2, 0]).data] // [5, 6, 1, 2]
 */
export function pickItems<F extends Features>(features: F, indices: ArrayLike<number>): F {
  checkFeatures("pickItems", "features", features);
  checkNumbers("pickItems", "indices", indices);
  for (let i = 0; i < indices.length; i++) {
    checkInteger("pickItems", `indices[${i}]`, indices[i], 0, features.rows - 1);
  }
  return chosenItems(features, indices) as F;
}
