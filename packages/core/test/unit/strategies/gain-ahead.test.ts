import { describe, expect, test } from "vitest";
import { createPool, Labels, matrixFrom, query, xgain, xpal } from "../../../src/index.ts";
import { gainAhead, largestGainAhead } from "../../../src/strategies/gain-ahead.ts";
import { rejection } from "../../rejection.ts";

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

  test("of three labels equals the hand calculation where two have none", () => {
    // k = (2.5, 0): only three labels of the second class turn the point, with chance 1 * 2 * 3 / (2 * 3 * 4) = 1/4; then
    // (3.5, 4) / 7.5, a drop of 1/15: gain_3 = 1/60, 1/180 per label.
    const firm = { ...settled, freq: matrixFrom([[2.5, 0]]) };
    expect(gainAhead(firm, 2, one, one)).toBe(0);
    expect(gainAhead(firm, 3, one, one)).toBeCloseTo(1 / 60, 15);
    expect(largestGainAhead(firm, 3, one, one)).toBeCloseTo(1 / 180, 15);
  });

  test("of two labels under costs equals the hand calculation", () => {
    // Calling a b item a costs 4, an a item b 1. k = (9, 0) costs 0 as a and 9 as b. One label b leaves 4 against 9, two leave
    // 8 against 9: nothing turns. k = (7, 0): two labels b, chance 1/3, make 8 against 7, so b; (8, 3) / 11 then costs
    // 12/11 as a and 8/11 as b, a drop of 4/11: gain_2 = 4/33.
    const lossMatrix = matrixFrom([
      [0, 1],
      [4, 0],
    ]);
    expect(gainAhead({ ...settled, freq: matrixFrom([[9, 0]]), lossMatrix }, 2, one, one)).toBe(0);
    expect(gainAhead({ ...settled, freq: matrixFrom([[7, 0]]), lossMatrix }, 2, one, one)).toBeCloseTo(4 / 33, 15);
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

  test("changes nothing where some label has a gain, and is rejected beyond 3", async () => {
    const pool = createPool({ features: matrixFrom([[0], [0.3], [2], [2.2]]), classes: ["a", "b"] });
    const labels = Labels.from(pool, [[0, "a"]]);
    const [near, ahead] = [xpal(), xpal({ lookAhead: 2 })];
    expect(await query({ pool, labels, strategy: ahead })).toEqual(await query({ pool, labels, strategy: near }));
    expect(rejection(() => xpal({ lookAhead: 4 }))).toBe("xpal: lookAhead must be an integer from 1 to 3, got 4");
    expect(ahead.toJSON()).toMatchObject({ lookAhead: 2 });
    expect(near.toJSON()).not.toHaveProperty("lookAhead"); // as earlier versions wrote it
  });
});
