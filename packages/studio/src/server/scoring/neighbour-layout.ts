// The map by likeness. It starts from the principal plane; then each item is drawn to its nearest neighbours and pushed away from
// items drawn at random, with the heavy-tailed similarity 1 / (1 + d^2) of t-SNE and the sampled steps of LargeVis
// (van der Maaten and Hinton 2008, doi:10.5555/3454287; Tang et al. 2016, doi:10.1145/2872427.2883041).
import { type Generator, generator, type Matrix } from "@xpal/core";
import { principalPlane } from "./principal-plane.ts";

/** One coordinate each of all items, spanning -1 to 1. */
export interface Plane {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Computes a layout, in a thread of its own. */
export type ArrangeByLikeness = (features: Matrix) => Promise<Plane>;

/** What such a thread can be asked. */
export interface LayoutCalls {
  layout(features: Matrix): Plane;
}

const NEIGHBOURS = 15;
const EPOCHS = 200;
/** Items that one is pushed away from, for each neighbour that it is drawn to. */
const REPULSIONS = 5;
/** The plane at the start is this wide: small, so that neighbours meet before groups are pushed apart. */
const START_WIDTH = 10;
/** No step moves an item further than this. */
const MAX_STEP = 4;

/** Places items so that neighbours lie together; takes seconds. The same features give the same map. */
export function neighbourLayout(features: Matrix): Plane {
  const start = principalPlane(features);
  const x = start.x.map((value) => value * START_WIDTH);
  const y = start.y.map((value) => value * START_WIDTH);
  const neighbours = nearestNeighbours(features, Math.min(NEIGHBOURS, features.rows - 1));
  const draw = generator(1);
  for (let epoch = 0; epoch < EPOCHS; epoch++) move(x, y, neighbours, 1 - epoch / EPOCHS, draw);
  return { x: spanned(x), y: spanned(y) };
}

function move(
  x: Float64Array,
  y: Float64Array,
  neighbours: readonly Int32Array[],
  rate: number,
  draw: Generator,
): void {
  const step = (i: number, j: number, force: number, both: boolean) => {
    const dx = Math.max(-MAX_STEP, Math.min(MAX_STEP, force * (x[i] - x[j]))) * rate;
    const dy = Math.max(-MAX_STEP, Math.min(MAX_STEP, force * (y[i] - y[j]))) * rate;
    x[i] += dx;
    y[i] += dy;
    if (!both) return;
    x[j] -= dx;
    y[j] -= dy;
  };
  neighbours.forEach((near, i) => {
    for (const j of near) {
      step(i, j, -2 / (1 + squared(x, y, i, j)), true);
      for (let k = 0; k < REPULSIONS; k++) {
        const other = draw.nextIndex(x.length);
        if (other === i) continue;
        const d2 = squared(x, y, i, other);
        step(i, other, 2 / ((0.01 + d2) * (1 + d2)), false);
      }
    }
  });
}

function squared(x: Float64Array, y: Float64Array, i: number, j: number): number {
  return (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2;
}

/** The `count` nearest other items of each item. */
function nearestNeighbours({ rows, cols, data }: Matrix, count: number): Int32Array[] {
  const distances = new Float64Array(rows);
  return Array.from({ length: rows }, (_, i) => {
    for (let j = 0; j < rows; j++) {
      let sum = 0;
      for (let c = 0; c < cols; c++) sum += (data[i * cols + c] - data[j * cols + c]) ** 2;
      distances[j] = sum;
    }
    distances[i] = Infinity;
    const near: number[] = [];
    for (let j = 0; j < rows; j++) {
      if (near.length === count && distances[j] >= distances[near[count - 1]]) continue;
      let index = near.length;
      while (index > 0 && distances[near[index - 1]] > distances[j]) index--;
      near.splice(index, 0, j);
      if (near.length > count) near.pop();
    }
    return Int32Array.from(near);
  });
}

/** Values moved and scaled so that they span -1 to 1. */
function spanned(values: Float64Array): Float64Array {
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  return values.map((value) => (high === low ? 0 : (2 * (value - low)) / (high - low) - 1));
}
