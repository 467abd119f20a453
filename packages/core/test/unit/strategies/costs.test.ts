// Each strategy under costs, worked by hand: calling an a item b costs 1, calling a b item a costs 4.
import { describe, expect, test } from "vitest";
import { createPool, eer, greedyAll, Labels, matrixFrom, pal, query, xpal } from "../../../src/index.ts";

const lossMatrix = matrixFrom([
  [0, 1],
  [4, 0],
]);
const pool = createPool({
  features: matrixFrom([
    [1, 0.5, 0],
    [0.5, 1, 0],
    [0, 0, 1],
  ]),
  kernel: "precomputed",
  classes: ["a", "b"],
  lossMatrix,
});

describe.each(["wasm", "definition"] as const)("under costs in the engine %s", (engine) => {
  test("eer is minus the expected cost of the cheapest decisions", async () => {
    // Item 2 is labelled and far. The answer a leaves (2, 1)/3 at the item, where calling it b costs 2/3 and a 4/3, and
    // (1.5, 1)/2.5 at the other, where b costs 0.6 and a 1.6; the answer b leaves 1/3 and 0.4.
    const labels = Labels.from(pool, [[2, "a"]]);
    const { scores } = await query({ pool, labels, strategy: eer({ epsilon: 1 }), engine });
    expect(scores[0]).toBeCloseTo(-(0.5 * (2 / 3 + 0.6) + 0.5 * (1 / 3 + 0.4)), 15);
  });

  test("pal is the expected drop in cost", async () => {
    // Nothing is known and a is decided. The answer b, chance 1/2, makes b cheaper: (1, 2)/3 costs 8/3 as a and 1/3 as b.
    const strategy = pal({ labelCount: 1, density: [1, 1, 1] });
    const { scores } = await query({ pool, strategy, engine });
    expect(scores[0]).toBeCloseTo(0.5 * (8 / 3 - 1 / 3), 15);
  });

  test("greedyAll is minus the true mean cost", async () => {
    // Truth a, b, b. The label of item 0 changes nothing: two b items are called a, 8 in all. That of item 1 makes items 0
    // and 1 b: 1 for the first, 4 for the third. That of item 2 makes only itself b: 4 for the second.
    const { scores } = await query({ pool, strategy: greedyAll({ truth: ["a", "b", "b"] }), engine });
    expect([...scores]).toEqual([-8 / 3, -5 / 3, -4 / 3]);
  });

  test("xpal counts the candidate's own risk as the cost of its cheapest decision", async () => {
    // With beta = 1 item 2 has (2, 1)/3 after its own label a; it is set aside here, so item 0 has (1, 1)/2: calling it b
    // costs 1/2, a 2. Over 3 evaluation points that is 1/6 more than without.
    const labels = Labels.from(pool, [[2, "a"]]);
    const options = { candidatePrior: 1, evaluationPrior: 1 };
    const own = await query({ pool, labels, strategy: xpal({ ...options, ownRisk: 1 }), engine });
    const plain = await query({ pool, labels, strategy: xpal(options), engine });
    expect(own.scores[0] - plain.scores[0]).toBeCloseTo(1 / 6, 15);
  });
});
