// A kernel that the user brings: any function of two rows, checked at each call, since a NaN would spread unseen.
import { reject } from "../check.ts";
import { denseOf, denseRow } from "../features.ts";
import type { Kernel } from "./kernel.ts";
import { checkSimilarity } from "./similarity-of.ts";

/** A similarity of two rows of numbers: symmetric, finite, never negative. */
export type SimilarityFunction = (a: Float64Array, b: Float64Array) => number;

/** Names that mean a kernel of this library wherever one is read: in files, in pools and in engines. */
const TAKEN = ["rbf", "hamming", "cosine", "precomputed", "product", "learned", "mixture", "groupMixture"];

/**
 * A kernel from a function of two rows.
 * @throws XpalError if the name is empty or that of another kernel, or the second argument is not a function; later, if a value is NaN, infinite or negative.
 * @example ownKernel("overlap", (a, b) => Math.min(a[0], b[0])).name // "overlap"
 */
export function ownKernel(name: string, similarity: SimilarityFunction): Kernel {
  if (typeof name !== "string" || name === "") reject("ownKernel", "name", "must be a string that is not empty", name);
  if (TAKEN.includes(name)) reject("ownKernel", "name", `must not be one of ${TAKEN.join(", ")}`, name);
  if (typeof similarity !== "function") reject("ownKernel", "similarity", "must be a function", similarity);
  return {
    name,
    similarity(a, i, b, j) {
      return checkSimilarity(name, similarity(denseRow(a, i), denseRow(b, j)), i, j);
    },
    check: (who, features) => void denseOf(who, features, `the kernel ${name}`),
    toJSON: () => ({ name, own: true }),
  };
}
