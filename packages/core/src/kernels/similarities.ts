// Kernel values for all pairs: row = item of a, column = item of the pool.
import { reject } from "../check.ts";
import { checkFeatures, type Features, isGroups, unremembered } from "../features.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { checkKernel, type Kernel } from "./kernel.ts";
import { checkSquare } from "./precomputed.ts";
import { similarityOf } from "./similarity-of.ts";

/**
 * K(x, x') of every item of `a` with every item of `b`.
 * @throws XpalError if the features are not finite, the kernel cannot read them, or the two differ in columns.
 * @example similarities(rbf({ bandwidth: 1 }), matrixFrom([[0]]), matrixFrom([[0]])).data[0] // 1
 */
export function similarities(kernel: Kernel, a: Features, b: Features): Matrix {
  checkKernel("similarities", "kernel", kernel);
  checkFeatures("similarities", "a", a);
  checkFeatures("similarities", "b", b);
  checkComparable("similarities", "a", a, b);
  kernel.check("similarities", a);
  kernel.check("similarities", b);
  checkSquare("similarities", "b", kernel, b);
  return allPairs(kernel, a === b ? a : unremembered(a), b);
}

/** The same without the checks, for callers that have made them. */
export function allPairs(kernel: Kernel, a: Features, b: Features): Matrix {
  const values = matrix(a.rows, b.rows);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.rows; j++) values.data[i * b.rows + j] = similarityOf(kernel, a, i, b, j);
  }
  return values;
}

/** Rejects two sets of features whose items cannot be compared. */
export function checkComparable(who: string, argument: string, a: Features, b: Features): void {
  if (isGroups(a) && isGroups(b)) {
    if (a.groups.length !== b.groups.length)
      reject(who, argument, `must have ${b.groups.length} groups`, a.groups.length);
    a.groups.forEach((group, g) => {
      checkComparable(who, `${argument}.groups[${g}]`, group, b.groups[g]);
    });
  } else if (isGroups(a) || isGroups(b)) {
    reject(who, argument, "must be groups if and only if the pool's features are", a);
  } else if (a.cols !== b.cols) {
    reject(who, argument, `must have ${b.cols} columns`, a.cols);
  }
}
