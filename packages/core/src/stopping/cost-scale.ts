import { checkLossMatrix, checkMatrix } from "../check-numbers.ts";
import type { Matrix } from "../matrix.ts";
import type { ForecastCosts } from "./forecast.ts";

/**
 * The scale of a table of costs: its largest cost, and the blind cost, min over y' of max over y of L(y, y'). Where one call
 * never costs anything, that would be no unit, and the largest cost stands for it.
 * @param lossMatrix Cost of deciding for column j when row i is true.
 * @throws XpalError if it is not a square table of costs.
 * @example costScale(matrixFrom([[0, 1], [50, 0]])) // { largest: 50, blind: 1 }
 */
export function costScale(lossMatrix: Matrix): ForecastCosts {
  checkMatrix("costScale", "lossMatrix", lossMatrix);
  checkLossMatrix("costScale", lossMatrix, lossMatrix.rows);
  const { rows, cols, data } = lossMatrix;
  const most = Array.from({ length: cols }, (_, called) =>
    Math.max(...Array.from({ length: rows }, (_, y) => data[y * cols + called])),
  );
  const largest = Math.max(...most);
  return { largest, blind: Math.min(...most) || largest };
}
