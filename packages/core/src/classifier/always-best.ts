import { checkLossMatrix, checkMatrix } from "../check-numbers.ts";
import type { Matrix } from "../matrix.ts";

/**
 * The class that is never a dearer answer than any other, whatever an item is: then no label can change a decision.
 * The first such class, or null if no class is.
 * @throws XpalError if it is not a square table of costs.
 * @example alwaysBest(matrixFrom([[0, 0], [5, 0]])) // 1
 */
export function alwaysBest(lossMatrix: Matrix): number | null {
  checkMatrix("alwaysBest", "lossMatrix", lossMatrix);
  checkLossMatrix("alwaysBest", lossMatrix, lossMatrix.rows);
  const { rows, cols, data } = lossMatrix;
  for (let one = 0; one < cols; one++) {
    let isBest = true;
    for (let y = 0; y < rows; y++) {
      const cost = data[y * cols + one];
      for (let other = 0; other < cols; other++) if (data[y * cols + other] < cost) isBest = false;
    }
    if (isBest) return one;
  }
  return null;
}
