// Features as one dense matrix, for predictors that look at columns: groups side by side, sparse rows filled in.
import { type Features, isGroups, isSparse } from "../features.ts";
import { type Matrix, matrix } from "../matrix.ts";

/** A sparse matrix with more cells than this (512 MB) is not filled in. */
const MAX_CELLS = 2 ** 26;

const known = new WeakMap<Features, Matrix>();

/** Why features cannot be filled in, in words; null where they can. */
export function whyNotDense(features: Features): string | null {
  if (isGroups(features)) return features.groups.map(whyNotDense).find((reason) => reason !== null) ?? null;
  if (!isSparse(features) || features.rows * features.cols <= MAX_CELLS) return null;
  return `${features.rows} x ${features.cols} sparse numbers are too many to fill in`;
}

/** The columns of some items; a dense matrix is returned as it is. */
export function densePoints(features: Features): Matrix {
  if (!isGroups(features) && !isSparse(features)) return features;
  const found = known.get(features) ?? filledIn(features);
  known.set(features, found);
  return found;
}

function filledIn(features: Exclude<Features, Matrix>): Matrix {
  if (isGroups(features)) return sideBySide(features.groups.map(densePoints));
  const { rows, cols, starts, columns, values } = features;
  const dense = matrix(rows, cols);
  for (let i = 0; i < rows; i++) {
    for (let at = starts[i]; at < starts[i + 1]; at++) dense.data[i * cols + columns[at]] = values[at];
  }
  return dense;
}

function sideBySide(parts: readonly Matrix[]): Matrix {
  const cols = parts.reduce((sum, part) => sum + part.cols, 0);
  const joined = matrix(parts[0].rows, cols);
  let first = 0;
  for (const part of parts) {
    for (let i = 0; i < part.rows; i++) {
      joined.data.set(part.data.subarray(i * part.cols, (i + 1) * part.cols), i * cols + first);
    }
    first += part.cols;
  }
  return joined;
}
