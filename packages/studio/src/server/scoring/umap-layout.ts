// UMAP of a dense matrix.
import { UMAP } from "umap-js";
import { generator, type Matrix } from "xpal";

/** One coordinate each of all items, centred, spanning -1 to 1. */
export interface Plane {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Computes a layout, in a thread of its own. */
export type Umap = (features: Matrix) => Promise<Plane>;

/** What such a thread can be asked. */
export interface UmapCalls {
  layout(features: Matrix): Plane;
}

/** The layout; takes many seconds. */
export function umapLayout({ rows, cols, data }: Matrix): Plane {
  const items = Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));
  const draw = generator(1);
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: Math.min(15, rows - 1),
    random: () => draw.nextIndex(2 ** 30) / 2 ** 30,
  });
  const places = umap.fit(items);
  return { x: axis(places, 0), y: axis(places, 1) };
}

function axis(places: readonly number[][], which: 0 | 1): Float64Array {
  const values = Float64Array.from(places, (place) => place[which]);
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  return values.map((value) => (high === low ? 0 : (2 * (value - low)) / (high - low) - 1));
}
