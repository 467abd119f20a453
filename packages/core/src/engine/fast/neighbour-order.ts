// An order in which similar items lie near each other: halves along the widest column, again and again, as in a k-d
// tree. What the engine adds up for the items most similar to a point then lies close together in memory, and the next
// point finds it in the cache. Scores do not depend on it beyond rounding, choices not at all.
import { type Features, isGroups, isSparse } from "../../features.ts";
import type { Matrix } from "../../matrix.ts";

/** Parts of this many items are left as they are. */
const LEAF = 16;
/** Columns beyond this many are not looked at. */
const MAX_COLUMNS = 32;

/**
 * The items in their new order; as they are where no features are dense.
 * @param parts The items in parts that lie one after the other, each in an order of its own; all are one part by default.
 */
export function neighbourOrder(features: Features, parts: readonly Uint32Array[] = []): Uint32Array {
  const order = new Uint32Array(features.rows);
  const dense = denseIn(features);
  let from = 0;
  for (const part of parts.length > 0 ? parts : [order.map((_, i) => i)]) {
    order.set(part, from);
    if (dense !== undefined) halve(dense, order, from, from + part.length);
    from += part.length;
  }
  return order;
}

/** The position of each item in an order. */
export function placesIn(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place]] = place;
  return places;
}

function denseIn(features: Features): Matrix | undefined {
  if (isGroups(features)) return features.groups.map(denseIn).find((group) => group !== undefined);
  return isSparse(features) ? undefined : features;
}

function halve(features: Matrix, order: Uint32Array, from: number, to: number): void {
  if (to - from <= LEAF) return;
  const column = widestColumn(features, order, from, to);
  if (column < 0) return;
  const middle = (from + to) >> 1;
  select(features, column, order, from, to - 1, middle);
  halve(features, order, from, middle);
  halve(features, order, middle, to);
}

/** The column with the largest range; -1 if all items are equal. */
function widestColumn({ cols, data }: Matrix, order: Uint32Array, from: number, to: number): number {
  let widest = -1;
  let width = 0;
  for (let d = 0; d < Math.min(cols, MAX_COLUMNS); d++) {
    let least = Infinity;
    let most = -Infinity;
    for (let at = from; at < to; at++) {
      const value = data[order[at] * cols + d];
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (most - least > width) {
      width = most - least;
      widest = d;
    }
  }
  return widest;
}

/** Hoare's selection: smaller values before the middle, larger ones after it. */
function select(
  { cols, data }: Matrix,
  column: number,
  order: Uint32Array,
  first: number,
  last: number,
  middle: number,
): void {
  let low = first;
  let high = last;
  while (low < high) {
    const pivot = data[order[(low + high) >> 1] * cols + column];
    let i = low;
    let j = high;
    while (i <= j) {
      while (data[order[i] * cols + column] < pivot) i++;
      while (data[order[j] * cols + column] > pivot) j--;
      if (i > j) break;
      const swapped = order[i];
      order[i++] = order[j];
      order[j--] = swapped;
    }
    if (j < middle) low = i;
    if (i > middle) high = j;
  }
}
