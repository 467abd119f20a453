// The cost embedding of the paper's ALCE. Its code starts the scaling eight times from uniform numbers of a copy of the
// strategy's generator and keeps the least stress. The points end about 0.001 away from the regular simplex, and the
// choice between items that no label reaches hangs on that, so that the starts are drawn here as they were there.
import { type CostEmbedding, costEmbedding, type Matrix, matrixFrom } from "@xpal/core";
import { RandomState } from "../numpy/random-state.ts";

const STARTS = 8;

/** The embedding of the zero-one cost that a run with this seed used. */
export function paperEmbedding(classCount: number, seed: number): CostEmbedding {
  const random = new RandomState(seed);
  const cost = zeroOneCost(classCount);
  let best = costEmbedding(cost, { init: startFrom(random, classCount) });
  for (let start = 1; start < STARTS; start++) {
    const found = costEmbedding(cost, { init: startFrom(random, classCount) });
    if (found.stress < best.stress) best = found;
  }
  return best;
}

/** Every mistake costs 1. */
export function zeroOneCost(classCount: number): Matrix {
  const classes = Array.from({ length: classCount }, (_, y) => y);
  return matrixFrom(classes.map((y) => classes.map((decided) => (y === decided ? 0 : 1))));
}

/** Class points, then prediction points, in as many dimensions as there are classes. */
function startFrom(random: RandomState, classCount: number): Matrix {
  const rows = 2 * classCount;
  return { rows, cols: classCount, data: random.randomSample(rows * classCount) };
}
