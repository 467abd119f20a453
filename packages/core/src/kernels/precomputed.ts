// A kernel whose values are known already. An item's features are its similarities to the items of the pool, in pool
// order; so the features of the pool are the square kernel matrix, and a new item is a row of the same length.
import { checkMatrix } from "../check.ts";
import { denseOf, denseRow, type Features } from "../features.ts";
import type { Kernel } from "./kernel.ts";

/**
 * The kernel of a given similarity matrix.
 * @example precomputed().name // "precomputed"
 */
export function precomputed(): Kernel {
  return {
    name: "precomputed",
    similarity: (a, i, _pool, j) => denseRow(a, i)[j],
    check: checkSimilarities,
    toJSON: () => ({ name: "precomputed" }),
  };
}

function checkSimilarities(who: string, features: Features): void {
  checkMatrix(who, "features", denseOf(who, features, "the kernel precomputed"), "not negative");
}
