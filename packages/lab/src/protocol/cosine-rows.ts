// Cosines on some columns of texts, whose cells are mostly zero: going through the non-zero cells of a column gives the
// bits of the kernel, as adding zero changes nothing.
import type { Matrix } from "xpal";
import type { MemberRows } from "./member-rows.ts";

/** The cells of a column that are not zero. */
interface SparseColumn {
  readonly items: Uint32Array;
  readonly values: Float64Array;
}

/** Similarities of texts by column. */
export function cosineRows(features: Matrix): MemberRows {
  const all = Array.from({ length: features.cols }, (_, d) => sparseColumn(features, d));
  return (candidates) => (columns) => {
    const chosen = scaled(
      Array.from(columns, (d) => all[d]),
      features.rows,
    );
    return (item) => valuesAt(candidates, similaritiesTo(item, chosen, features.rows));
  };
}

function sparseColumn({ rows, cols, data }: Matrix, d: number): SparseColumn {
  const items = Uint32Array.from({ length: rows }, (_, i) => i).filter((i) => data[i * cols + d] !== 0);
  return { items, values: Float64Array.from(items, (i) => data[i * cols + d]) };
}

/** The columns with every row scaled to length 1 over them. */
function scaled(columns: readonly SparseColumn[], rows: number): SparseColumn[] {
  const lengths = new Float64Array(rows);
  for (const { items, values } of columns) {
    for (let at = 0; at < items.length; at++) lengths[items[at]] += values[at] * values[at];
  }
  for (let i = 0; i < rows; i++) lengths[i] = Math.sqrt(lengths[i]);
  return columns.map(({ items, values }) => {
    const unit = new Float64Array(values.length);
    for (let at = 0; at < unit.length; at++) unit[at] = values[at] / lengths[items[at]];
    return { items, values: unit };
  });
}

function similaritiesTo(item: number, columns: readonly SparseColumn[], rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (const { items, values } of columns) {
    const place = placeOf(items, item);
    if (place < 0) continue;
    const own = values[place];
    for (let at = 0; at < items.length; at++) sums[items[at]] += values[at] * own;
  }
  return sums;
}

/** A plain loop: `Float64Array.from` with a function took most of the time here. */
function valuesAt(candidates: Uint32Array, sums: Float64Array): Float64Array {
  const row = new Float64Array(candidates.length);
  for (let i = 0; i < row.length; i++) row[i] = sums[candidates[i]];
  return row;
}

/** Where an item stands in an ascending list; -1 if it does not. */
function placeOf(items: Uint32Array, item: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle] < item) low = middle + 1;
    else high = middle;
  }
  return items[low] === item ? low : -1;
}
