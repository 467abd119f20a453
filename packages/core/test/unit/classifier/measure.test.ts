import { describe, expect, test } from "vitest";
import { balancedLoss, shareWeights } from "../../../src/classifier/measure.ts";
import { createPool, Labels, Learner, lossMatrixAt, matrixFrom } from "../../../src/index.ts";

const nothing = matrixFrom([
  [0, 0],
  [0, 0],
]);

describe("the weights of the balanced error", () => {
  test("are equal before any label: (2 C - 1) / C with a Dirichlet of 2 for each class", () => {
    expect([...shareWeights(nothing, 0, null)]).toEqual([1.5, 1.5]); // (4 - 1) / (2 - 1) / 2
  });

  test("are the expectation of 1 / share over the number of classes", () => {
    // Three points are surely of the first class and one of the second, up to the prior of 0.001: shares 0.749501 and
    // 0.250499. With 4 labels a = (2 + 2.998, 2 + 1.002), E[1 / pi] = 7 / 3.998 and 7 / 2.002, over 2 classes.
    const freq = matrixFrom([
      [1, 0],
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    const [first, second] = shareWeights(freq, 4, null);
    expect(first).toBeCloseTo(7 / (1 + 4 * 0.749501) / 2, 5);
    expect(second).toBeCloseTo(7 / (1 + 4 * 0.250499) / 2, 5);
  });

  test("multiply the costs of the true class", () => {
    const costs = matrixFrom([
      [0, 1],
      [50, 0],
    ]);
    expect([...balancedLoss(costs, Float64Array.of(0.5, 2)).data]).toEqual([0, 0.5, 100, 0]);
    expect([...balancedLoss(null, Float64Array.of(0.5, 2)).data]).toEqual([0, 0.5, 2, 0]);
  });
});

describe("a pool measured by the balanced error", () => {
  const features = matrixFrom([[0], [0.1], [0.2], [0.3], [0.4], [2]]);

  test("decides for the rare class where it is likelier than its share", async () => {
    // Four labels of "ok" on the left, one "rare" on the right: an item between them that is closer to "ok" still has a
    // larger chance of "rare" than that class has on the whole.
    const options = {
      features,
      classes: ["ok", "rare"],
      labels: [
        [0, "ok"],
        [1, "ok"],
        [2, "ok"],
        [3, "ok"],
        [5, "rare"],
      ],
    };
    const between = matrixFrom([[1.05]]);
    const plain = await Learner.create(options as never);
    const balanced = await Learner.create({ ...options, measure: "balanced" } as never);
    expect(await plain.predict(between)).toEqual(["ok"]);
    expect(await balanced.predict(between)).toEqual(["rare"]);
    expect((await Learner.fromJSON(JSON.parse(JSON.stringify(balanced)))).pool.measure).toBe("balanced");
  });

  test("has no loss matrix of its own where the measure is the mean", () => {
    const pool = createPool({ features, classes: ["ok", "rare"] });
    expect(lossMatrixAt(pool, Labels.none(pool), nothing)).toBe(null);
  });
});
