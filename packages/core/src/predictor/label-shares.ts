// The answers of the labelled items as numbers to fit to.
import { itemsOf, type Labels } from "../labels.ts";
import { type Matrix, matrix } from "../matrix.ts";

/** The share of each class among the answers of each labelled item, items in ascending order. */
export function labelShares(labels: Labels): Matrix {
  const shares = matrix(labels.count, labels.classCount);
  itemsOf(labels).forEach(({ weights }, i) => {
    let total = 0;
    for (const weight of weights) total += weight;
    for (let y = 0; y < shares.cols; y++) shares.data[i * shares.cols + y] = weights[y] / total;
  });
  return shares;
}
