import { describe, expect, test } from "vitest";
import { balancedLoss, shareWeights } from "../../../src/classifier/measure.ts";
import { createPool, Labels, Learner, lossMatrixAt, matrixFrom } from "../../../src/index.ts";

const nothing = matrixFrom([
  [0, 0],
  [0, 0],
]);

describe("the weights of the balanced error", () => {
  /** So many labels, of the classes that are named. */
  const labels = (count: number, met: readonly number[]) => ({
    count,
    labelled: met.map((y) => {
      const counts = Uint32Array.of(Number(y === 0), Number(y === 1));
      return { index: y, counts, weights: counts };
    }),
  });

  test("are 1 for classes without a label, as in the mean", () => {
    expect([...shareWeights(nothing, labels(0, []), null)]).toEqual([1, 1]);
    // Nothing is known where no label reaches: shares 1/2, a = (2.5, 2.5), weight (5 - 1) / 1.5 / 2 for the class that was met.
    expect([...shareWeights(nothing, labels(1, [0]), null)]).toEqual([4 / 1.5 / 2, 1]);
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
    const [first, second] = shareWeights(freq, labels(4, [0, 1]), null);
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
    // Items 0 to 3 are alike and "ok", item 5 is "rare", item 4 lies between: (1.2, 0.6), a chance of 1/3 for "rare". Shares
    // 4.667 and 1.333 of 6; 5 labels give a = (5.889, 3.111), weights 8 / 4.889 / 2 = 0.818 and 8 / 2.111 / 2 = 1.895. Calling
    // item 4 "ok" then costs 1.895 / 3 = 0.632, "rare" 0.818 * 2 / 3 = 0.545.
    const between = [0.3, 0.3, 0.3, 0.3, 1, 0.6];
    const similarity = Array.from({ length: 6 }, (_, i) =>
      Array.from({ length: 6 }, (_, j) => (i === 4 ? between[j] : j === 4 ? between[i] : Number(i < 4 === j < 4))),
    );
    const labels = [0, 1, 2, 3, 5].map((item) => [item, item < 4 ? "ok" : "rare"] as [number, string]);
    const options = {
      features: matrixFrom(similarity),
      kernel: "precomputed" as const,
      classes: ["ok", "rare"],
      labels,
    };
    const plain = await Learner.create(options);
    const balanced = await Learner.create({ ...options, measure: "balanced" });
    expect((await plain.predict())[4]).toBe("ok");
    expect((await balanced.predict())[4]).toBe("rare");
    const [, calledRare, calledOk] = (await balanced.at().lossMatrix())?.data ?? [];
    expect([calledRare, calledOk].map((weight) => weight.toFixed(3))).toEqual(["0.818", "1.895"]);
    expect((await Learner.fromJSON(JSON.parse(JSON.stringify(balanced)))).pool.measure).toBe("balanced");
  });

  test("has no loss matrix of its own where the measure is the mean", () => {
    const pool = createPool({ features, classes: ["ok", "rare"] });
    expect(lossMatrixAt(pool, Labels.none(pool), nothing)).toBe(null);
  });
});
