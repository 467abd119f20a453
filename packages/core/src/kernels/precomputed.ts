// A kernel whose values are known already. An item's features are its similarities to the items of the pool, in pool
// order; so the features of the pool are the square kernel matrix, and a new item is a row of the same length.
import { refuse } from "../check.ts";
import { denseOf, type Features } from "../features.ts";
import { row } from "../matrix.ts";
import type { Kernel } from "./kernel.ts";

/**
 * The kernel of a given similarity matrix.
 * @example precomputed().name // "precomputed"
 */
export function precomputed(): Kernel {
  return {
    name: "precomputed",
    similarity: (a, i, _pool, j) => row(denseOf("precomputed", a), i)[j],
    check: checkSimilarities,
    toJSON: () => ({ name: "precomputed" }),
  };
}

function checkSimilarities(who: string, features: Features): void {
  const { data, cols } = denseOf(who, features);
  const at = data.findIndex((value) => value < 0);
  if (at < 0) return;
  refuse(
    who,
    `features, row ${Math.floor(at / cols)}, column ${at % cols}`,
    "must not be negative when precomputed",
    data[at],
  );
}
