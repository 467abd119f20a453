// Cosine kernel for texts [1, Eq. cosine-kernel]. A row of zeros has similarity 0 to everything, also to itself.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkOneOf, checkOptions, reject } from "../check.ts";
import { denseOf, denseRow, type Features, isSparse, type SparseMatrix } from "../features.ts";
import type { Kernel } from "./kernel.ts";

/** What to do where two rows point away from each other: reject them (the paper's data never do), or count them as unrelated. */
export interface CosineOptions {
  readonly negative?: "reject" | "zero";
}

/** Rounding can turn a right angle into a cosine this far below 0, which is then 0. */
const ROUNDING = 1e-12;

/**
 * The cosine of the angle between two rows.
 * @param options `negative: "zero"` for embeddings, whose cosines may be negative; by default these are rejected.
 * @throws XpalError if the option is unknown; later, if a similarity is negative and `negative` is not "zero".
 * @example cosine().name // "cosine"
 */
export function cosine(options: CosineOptions = {}): Kernel {
  checkOptions("cosine", options, ["negative"]);
  const negative = checkOneOf("cosine", "negative", options.negative ?? "reject", ["reject", "zero"] as const);
  return {
    name: "cosine",
    similarity(a, i, b, j) {
      const value = cosineOf(a, i, b, j);
      if (value >= 0) return value;
      if (negative === "reject" && value < -ROUNDING) {
        reject(
          "cosine",
          `the similarity of rows ${i} and ${j}`,
          "must not be negative",
          value,
          'set negative: "zero" for embeddings',
        );
      }
      return 0;
    },
    check: checkLengths,
    toJSON: () => ({ name: "cosine", negative }),
  };
}

/** Both rows are scaled to length 1 before they are multiplied, as the reference does, and summed in column order. */
function cosineOf(a: Features, i: number, b: Features, j: number): number {
  if (isSparse(a) && isSparse(b)) return sparseCosine(a, i, b, j);
  const x = isSparse(a) ? expand(a, i) : denseRow(a, i);
  const other = isSparse(b) ? expand(b, j) : denseRow(b, j);
  const length = norm(x);
  const otherLength = norm(other);
  if (length === 0 || otherLength === 0) return 0;
  let sum = 0;
  for (let d = 0; d < x.length; d++) sum += (x[d] / length) * (other[d] / otherLength);
  return sum;
}

function sparseCosine(a: SparseMatrix, i: number, b: SparseMatrix, j: number): number {
  const length = norm(a.values.subarray(a.starts[i], a.starts[i + 1]));
  const otherLength = norm(b.values.subarray(b.starts[j], b.starts[j + 1]));
  if (length === 0 || otherLength === 0) return 0;
  let sum = 0;
  let at = a.starts[i];
  let other = b.starts[j];
  while (at < a.starts[i + 1] && other < b.starts[j + 1]) {
    const difference = a.columns[at] - b.columns[other];
    if (difference === 0) sum += (a.values[at] / length) * (b.values[other] / otherLength);
    if (difference <= 0) at++;
    if (difference >= 0) other++;
  }
  return sum;
}

function expand(features: SparseMatrix, i: number): Float64Array {
  const full = new Float64Array(features.cols);
  for (let at = features.starts[i]; at < features.starts[i + 1]; at++) full[features.columns[at]] = features.values[at];
  return full;
}

/** Rejects a row whose length cannot be computed: its squares leave the range of doubles, and it would look like zeros. */
function checkLengths(who: string, features: Features): void {
  if (!isSparse(features)) denseOf(who, features, "the kernel cosine");
  for (let i = 0; i < features.rows; i++) {
    const x = isSparse(features)
      ? features.values.subarray(features.starts[i], features.starts[i + 1])
      : denseRow(features, i);
    const length = norm(x);
    if (length >= 1e-150 && length <= 1e150) continue;
    if (x.every((value) => value === 0)) continue;
    reject(who, `features, row ${i}`, "must be zeros or have a length from 1e-150 to 1e+150", length, "scale it");
  }
}

function norm(x: Float64Array): number {
  let sum = 0;
  for (let d = 0; d < x.length; d++) sum += x[d] * x[d];
  return Math.sqrt(sum);
}
