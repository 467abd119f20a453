// What an item looks like to a kernel: a row of numbers, a sparse row (text), or several of these side by side.
import { checkInteger, reject } from "./check.ts";
import { checkMatrix, isMatrix } from "./check-numbers.ts";
import { type Matrix, pickRows, row } from "./matrix.ts";

/** Rows with few entries that are not 0: row i has `columns` and `values` from starts[i] to starts[i + 1], columns ascending. */
export interface SparseMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
}

/** Several sets of features of the same items, one kernel each (see `product`). */
export interface FeatureGroups {
  readonly rows: number;
  readonly groups: readonly Features[];
}

/** The features of some items: dense, sparse, or groups of these. */
export type Features = Matrix | SparseMatrix | FeatureGroups;

/** Whether features are groups. */
export function isGroups(features: Features): features is FeatureGroups {
  return "groups" in features;
}

/** Whether features are a sparse matrix. */
export function isSparse(features: Features): features is SparseMatrix {
  return "starts" in features;
}

/** Rejects features that are empty, ragged or not finite. */
export function checkFeatures(who: string, argument: string, features: unknown): asserts features is Features {
  if (isMatrix(features)) return checkMatrix(who, argument, features);
  if (features === null || typeof features !== "object") reject(who, argument, "must be a matrix", features);
  if ("starts" in features) return checkSparse(who, argument, features as SparseMatrix);
  if ("groups" in features) return checkGroups(who, argument, features as FeatureGroups);
  reject(who, argument, "must be a matrix { rows, cols, data }", features, "matrixFrom makes one from rows");
}

function checkGroups(who: string, argument: string, { rows, groups }: FeatureGroups): void {
  if (!Array.isArray(groups) || groups.length === 0)
    reject(who, `${argument}.groups`, "must be a list of features", groups);
  for (const [i, group] of groups.entries()) {
    checkFeatures(who, `${argument}.groups[${i}]`, group);
    if (group.rows !== rows) reject(who, `${argument}.groups[${i}]`, `must have ${rows} rows`, group.rows);
  }
}

function checkSparse(who: string, argument: string, features: SparseMatrix): void {
  const { rows, cols, starts, columns, values } = features;
  checkInteger(who, `${argument}.rows`, rows, 1);
  checkInteger(who, `${argument}.cols`, cols, 1);
  const typed = starts instanceof Uint32Array && columns instanceof Uint32Array && values instanceof Float64Array;
  if (!typed)
    reject(who, argument, "must hold Uint32Array starts, Uint32Array columns and Float64Array values", features);
  if (starts.length !== rows + 1 || starts[0] !== 0 || starts[rows] !== values.length) {
    reject(who, `${argument}.starts`, `must have ${rows + 1} entries from 0 to ${values.length}`, starts);
  }
  if (columns.length !== values.length)
    reject(who, `${argument}.columns`, `must have ${values.length} entries`, columns);
  for (let i = 0; i < rows; i++) {
    if (starts[i] > starts[i + 1])
      reject(who, `${argument}.starts[${i + 1}]`, "must not be less than the entry before it", starts[i + 1]);
    for (let at = starts[i]; at < starts[i + 1]; at++) {
      const ascending = at === starts[i] || columns[at] > columns[at - 1];
      if (!ascending || columns[at] >= cols) {
        reject(who, `${argument}, row ${i}`, `must have ascending columns below ${cols}`, columns[at]);
      }
      if (!Number.isFinite(values[at]))
        reject(who, `${argument}, row ${i}, column ${columns[at]}`, "must be finite", values[at]);
    }
  }
}

/** The chosen items, in the given order. */
export function chosenItems(features: Features, indices: ArrayLike<number>): Features {
  if (isGroups(features)) {
    return { rows: indices.length, groups: features.groups.map((group) => chosenItems(group, indices)) };
  }
  if (!isSparse(features)) return pickRows(features, indices);
  const starts = new Uint32Array(indices.length + 1);
  for (let i = 0; i < indices.length; i++) {
    starts[i + 1] = starts[i] + features.starts[indices[i] + 1] - features.starts[indices[i]];
  }
  const columns = new Uint32Array(starts[indices.length]);
  const values = new Float64Array(starts[indices.length]);
  for (let i = 0; i < indices.length; i++) {
    const from = features.starts[indices[i]];
    const to = features.starts[indices[i] + 1];
    columns.set(features.columns.subarray(from, to), starts[i]);
    values.set(features.values.subarray(from, to), starts[i]);
  }
  return { rows: indices.length, cols: features.cols, starts, columns, values };
}

/**
 * The same numbers in an object of its own. Kernels that learn remember by the object what they made of some features; a
 * caller may fill the same matrix with other numbers, and must not get what was made of the former ones.
 */
export function unremembered(features: Features): Features {
  return { ...features };
}

/** The dense matrix that a kernel or strategy on plain vectors needs, or a rejection that names it. */
export function denseOf(who: string, features: Features, reader: string): Matrix {
  if (!isGroups(features) && !isSparse(features)) return features;
  return reject(
    who,
    "features",
    `must be one dense matrix for ${reader}, not ${isSparse(features) ? "sparse" : "groups"}`,
  );
}

/** One item's numbers, as a view. */
export function denseRow(features: Features, i: number): Float64Array {
  return row(features as Matrix, i);
}
