import { describe, expect, test } from "vitest";
import { createPool, Labels, matrixFrom, query, xgain, xpal } from "../../../src/index.ts";
import { gainAhead, largestGainAhead } from "../../../src/strategies/gain-ahead.ts";
import { refusal } from "../../refusal.ts";

const one = Float64Array.of(1, 1);
/** One point that two labels can turn and one cannot. */
const settled = { similarity: [1], freq: matrixFrom([[1.5, 0]]), candidateFreq: [0, 0] };

describe("the gain of several labels at a candidate", () => {
  test("of two labels equals the hand calculation where one has none", () => {
    // Only two labels of the second class turn the point: chance 2 / (2 * 3) = 1/3, then (2.5, 3) / 5.5: a drop of 1/11.
    expect(xgain(settled, { evaluationPrior: 1, candidatePrior: 1 })).toBe(0);
    expect(gainAhead(settled, 2, one, one)).toBeCloseTo(1 / 33, 15);
    expect(largestGainAhead(settled, 2, one, one)).toBeCloseTo(1 / 66, 15);
  });

  test("of one label is xgain", () => {
    const problem = {
      similarity: [1, 0.4],
      freq: matrixFrom([
        [0.3, 0.2, 0],
        [0, 0.1, 0.3],
      ]),
      candidateFreq: [0.3, 0.2, 0],
    };
    const alpha = new Float64Array(3).fill(0.5);
    expect(gainAhead(problem, 1, alpha, alpha)).toBeCloseTo(
      xgain(problem, { evaluationPrior: 0.5, candidatePrior: 0.5 }),
      15,
    );
  });

  test.each(["wasm", "definition"] as const)(
    "decides in the engine %s where no single label has a gain",
    async (engine) => {
      // Item 0 is labelled twice; item 1 is near it, item 2 in between, item 3 far. No single answer changes a decision.
      const features = matrixFrom([
        [1, 0.9, 0.6, 0],
        [0.9, 1, 0.5, 0],
        [0.6, 0.5, 1, 0],
        [0, 0, 0, 1],
      ]);
      const pool = createPool({
        features,
        kernel: "precomputed",
        classes: ["a", "b"],
        evaluation: { indices: [0, 1, 2] },
      });
      const labels = Labels.from(pool, [
        [0, "a"],
        [0, "a"],
        [0, "a"],
      ]);
      const plain = await query({ pool, labels, strategy: xpal(), engine });
      expect([...plain.scores].slice(1)).toEqual([0, 0, 0]);
      const { scores } = await query({ pool, labels, strategy: xpal({ lookAhead: 3 }), engine });
      expect(scores[2]).toBeGreaterThan(0);
      expect(scores[3]).toBe(0);
    },
  );

  test("changes nothing where some label has a gain, and is refused beyond 3", async () => {
    const pool = createPool({ features: matrixFrom([[0], [0.3], [2], [2.2]]), classes: ["a", "b"] });
    const labels = Labels.from(pool, [[0, "a"]]);
    const [near, ahead] = [xpal(), xpal({ lookAhead: 2 })];
    expect(await query({ pool, labels, strategy: ahead })).toEqual(await query({ pool, labels, strategy: near }));
    expect(refusal(() => xpal({ lookAhead: 4 }))).toBe("xpal: lookAhead must be an integer from 1 to 3, got 4");
    expect(ahead.toJSON()).toMatchObject({ lookAhead: 2 });
    expect(near.toJSON()).not.toHaveProperty("lookAhead"); // as earlier versions wrote it
  });
});
