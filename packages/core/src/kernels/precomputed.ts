// A kernel whose values are known already. An item's features are its similarities to the items of the pool, in pool
// order; so the features of the pool are the square kernel matrix, and a new item is a row of the same length.
import { reject } from "../check.ts";
import { checkMatrix } from "../check-numbers.ts";
import { denseOf, denseRow, type Features, isGroups } from "../features.ts";
import type { Kernel } from "./kernel.ts";

/**
 * The kernel of a given similarity matrix.
 * @example precomputed().name // "precomputed"
 */
export function precomputed(): Kernel {
  return {
    name: "precomputed",
    similarity: (a, i, _pool, j) => denseRow(a, i)[j] + 0, // negative zero becomes zero
    check: checkSimilarities,
    toJSON: () => ({ name: "precomputed" }),
  };
}

function checkSimilarities(who: string, features: Features): void {
  checkMatrix(who, "features", denseOf(who, features, "the kernel precomputed"), "similarities");
}

/** Rejects features of a pool whose similarities are given, in whole or in one group, but not to each of its items. */
export function checkSquare(who: string, argument: string, kernel: Kernel, features: Features): void {
  const { base } = kernel as { base?: Kernel };
  if (base !== undefined) checkSquare(who, argument, base, features); // the learned kernel reads what its base reads
  if (isGroups(features)) {
    const { parts = [] } = kernel as { parts?: readonly Kernel[] };
    for (const [g, part] of parts.entries()) checkSquare(who, `${argument}.groups[${g}]`, part, features.groups[g]);
  } else if (kernel.name === "precomputed" && features.rows !== features.cols) {
    reject(who, argument, "must be square when precomputed", `${features.rows} x ${features.cols}`);
  }
}
