// How useful a label would be at places that are not in the pool: each is added to it as a candidate. The risk is still
// taken over the pool's own items, and PAL's density too, so that a place counts as much as an item there would.
import { createPool, Labels, type Matrix, type Pool, pal, query, type Strategy, similarities } from "@xpal/core";

const BATCH = 100; // with a pool of 100 items this needs the fewest kernel values in all

/**
 * The scores of places as candidates.
 * @param pool A pool with a dense matrix of features; its evaluation set is taken to be all its items.
 * @param labels The labels of items of the pool, in the order of asking: place and class index.
 * @param places One row per place.
 * @param seed Seeds what the strategy draws, the same for all places.
 */
export async function placeScores(
  pool: Pool,
  labels: readonly (readonly [item: number, label: number])[],
  places: Matrix,
  strategy: Strategy,
  seed: number,
): Promise<Float64Array> {
  const items = pool.features as Matrix;
  const scores = new Float64Array(places.rows);
  // EER sums over all unlabelled items, so each place is asked on its own.
  const largest = strategy.name === "eer" ? 1 : BATCH;
  for (let from = 0; from < places.rows; from += largest) {
    const count = Math.min(largest, places.rows - from);
    const features = stacked(items, places, from, count);
    const evaluation = { indices: Array.from({ length: items.rows }, (_, i) => i) };
    const larger = createPool({ features, kernel: pool.kernel, classes: pool.classes, evaluation });
    const known = labels.reduce((all, [item, label]) => all.add(item, label), Labels.none(larger));
    const candidates = Array.from({ length: count }, (_, i) => items.rows + i);
    const asked = strategy.name === "pal" ? pal({ density: densityOf(pool.kernel, features, items) }) : strategy;
    const asking = { pool: larger, labels: known, strategy: asked, candidates, seed, engine: "definition" } as const;
    scores.set((await query(asking)).scores.subarray(items.rows), from);
  }
  return scores;
}

function stacked(items: Matrix, places: Matrix, from: number, count: number): Matrix {
  const data = new Float64Array((items.rows + count) * items.cols);
  data.set(items.data);
  data.set(places.data.subarray(from * places.cols, (from + count) * places.cols), items.data.length);
  return { rows: items.rows + count, cols: items.cols, data };
}

/** How similar each row is to the items together. */
function densityOf(kernel: Pool["kernel"], rows: Matrix, items: Matrix): Float64Array {
  const similarity = similarities(kernel, rows, items);
  return Float64Array.from({ length: rows.rows }, (_, i) =>
    similarity.data.subarray(i * similarity.cols, (i + 1) * similarity.cols).reduce((sum, w) => sum + w, 0),
  );
}
