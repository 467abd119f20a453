import { expect, test } from "vitest";
import { costEmbedding, matrixFrom } from "../../src/index.ts";
import { expectClose, readGolden } from "./read-golden.ts";

interface GoldenEmbedding {
  readonly cost: number[][];
  readonly init: number[][];
  readonly iterations: number;
  readonly points: number[][];
  readonly stress: number;
}

test.each(readGolden<GoldenEmbedding[]>("embeddings.json"))(
  "$iterations steps of SMACOF lead to the same points (case %#)",
  ({ cost, init, iterations, points, stress }) => {
    const found = costEmbedding(matrixFrom(cost), { init: matrixFrom(init), iterations, tolerance: 0 });
    expect(found.iterations).toBe(iterations);
    // Each step solves a well-conditioned system of at most 8 points: some tens of state epsilons per step.
    expectClose([...found.classPoints.data, ...found.predictionPoints.data], points.flat(), 1e-13);
    expectClose([found.stress], [stress], 1e-13);
  },
);
