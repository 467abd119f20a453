// ALCE's embedding of the zero-one cost. From given points every number is fixed (1e-8); from random starts only the
// limit is: a regular simplex of known edge, each class point on its own prediction point, all within 0.002.
import { type CostEmbedding, costEmbedding, type Matrix, matrixFrom } from "@xpal/core";
import { zeroOneCost } from "../../packages/lab/dist/paper/strategies/paper-embedding.js";
import { type Content, given } from "./checker.ts";
import type { Tally, Tolerance } from "./tally.ts";

const FROM_GIVEN_POINTS: Tolerance = { within: 1e-8 };
const NEAR_THE_LIMIT: Tolerance = { within: 0.002 };

interface GivenCase {
  readonly n_classes: number;
  readonly init: number[][];
  readonly stress?: number | null;
  readonly n_iter?: number | null;
  readonly distances?: number[][] | null;
}

interface RandomCase {
  readonly n_classes: number;
  readonly limit_edge?: number | null;
}

/** Checks a file of cost embeddings. */
export async function checkCostEmbedding(content: Content, tally: Tally): Promise<void> {
  await tally.each<GivenCase>("given_init", content.given_init, (want, where) => {
    const got = costEmbedding(zeroOneCost(want.n_classes), { init: matrixFrom(want.init) });
    if (given(want.stress)) tally.number(`${where}, stress`, got.stress, want.stress, FROM_GIVEN_POINTS);
    if (given(want.n_iter)) tally.same(`${where}, n_iter`, got.iterations, want.n_iter);
    if (given(want.distances)) {
      tally.vector(`${where}, distances`, distancesOf(got), want.distances.flat(), FROM_GIVEN_POINTS);
    }
  });
  await tally.each<RandomCase>("best_of_8_random_inits", content.best_of_8_random_inits, (want, where) => {
    const classCount = want.n_classes;
    const edge = want.limit_edge ?? Math.sqrt((2 * classCount - 1) / (4 * (classCount - 1)));
    const got = distancesOf(costEmbedding(zeroOneCost(classCount)));
    const limit = got.map((_, at) => {
      const [i, j] = [Math.floor(at / (2 * classCount)), at % (2 * classCount)];
      return i % classCount === j % classCount ? 0 : edge;
    });
    tally.vector(`${where}, distances`, got, limit, NEAR_THE_LIMIT);
  });
}

/** Between all points, the class points first, row by row. */
function distancesOf({ classPoints, predictionPoints }: CostEmbedding): number[] {
  const points = [...rowsOf(classPoints), ...rowsOf(predictionPoints)];
  return points.flatMap((a) => points.map((b) => Math.hypot(...a.map((value, d) => value - b[d]))));
}

function rowsOf({ rows, cols, data }: Matrix): number[][] {
  return Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));
}
