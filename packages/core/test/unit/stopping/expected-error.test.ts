import { describe, expect, test } from "vitest";
import {
  createPool,
  expectedCost,
  expectedError,
  frequencies,
  Labels,
  leftOutFrequencies,
  matrixFrom,
  tooEarly,
} from "../../../src/index.ts";
import { madeUpPoints } from "../../made-up-pools.ts";

const pool = createPool({
  features: matrixFrom([
    [1, 0.5, 0],
    [0.5, 1, 0.25],
    [0, 0.25, 1],
  ]),
  kernel: "precomputed",
  classes: ["no", "yes"],
});
const labels = Labels.from(pool, [
  [0, "no"],
  [2, "yes"],
]);
const freq = frequencies(pool, labels);

describe("expectedError", () => {
  const line = createPool({ features: madeUpPoints(30, 2), classes: ["no", "yes", "maybe"] });
  const after = (...counts: number[]) => {
    const said = counts.flatMap((count, y) => new Array<number>(count).fill(y));
    const known = Labels.from(
      line,
      said.map((y, i) => [i, line.classes[y]] as const),
    );
    return { known, error: expectedError(line, frequencies(line, known), known) };
  };

  test("gave 0.8 % after one label: it is null before ten answers", () => {
    expect(after(1).error).toBeNull();
    expect(after(5, 4).error).toBeNull();
    expect(tooEarly(line, after(5, 4).known)).toBe("answers");
    expect(after(5, 5).error).toBeGreaterThan(0);
  });

  test("is null while a second class has fewer than two answers", () => {
    expect(after(40 / 2).error).toBeNull();
    expect(after(19, 1).error).toBeNull();
    expect(after(18, 1, 1).error).toBeNull();
    expect(tooEarly(line, after(18, 1, 1).known)).toBe("classes");
    expect(after(18, 2).error).toBeGreaterThan(0);
  });

  test("rejects frequencies of another pool and items that are not there", () => {
    expect(() => expectedError(pool, matrixFrom([[1, 2]]), labels)).toThrow('freq must be 3 x 2, got "1 x 2"');
    expect(() => expectedError(pool, freq, labels, [3])).toThrow("items[0] must be an integer from 0 to 2");
    expect(() => expectedError(pool, freq, labels, [])).toThrow("items must not be empty");
  });
});

describe("under the balanced measure", () => {
  test("expected errors were those of decisions by the plain mean", () => {
    // Item 0 is "no" and items 3 to 5 are its twins, item 2 is "yes"; item 1 has k = (0.5, 0.48).
    const similar = [
      [1, 0.5, 0, 1, 1, 1],
      [0.5, 1, 0.48, 0.5, 0.5, 0.5],
      [0, 0.48, 1, 0, 0, 0],
      [1, 0.5, 0, 1, 1, 1],
      [1, 0.5, 0, 1, 1, 1],
      [1, 0.5, 0, 1, 1, 1],
    ];
    const options = { features: matrixFrom(similar), kernel: "precomputed", classes: ["no", "yes"] } as const;
    const errorAt = (measure: "mean" | "balanced") => {
      const pool = createPool({ ...options, measure });
      const known = Labels.from(pool, [
        [0, "no"],
        [2, "yes"],
      ]);
      return expectedCost(pool, frequencies(pool, known), known, [1]);
    };
    expect(errorAt("mean")).toBeCloseTo(0.481 / 0.982, 15); // called "no"
    // About 3/4 of the items are "no", so that a "yes" weighs 1.67 and a "no" 1.00: 0.48 * 1.67 > 0.5, called "yes".
    expect(errorAt("balanced")).toBeCloseTo(0.501 / 0.982, 15);
  });
});

describe("expectedCost", () => {
  const costs = createPool({
    features: pool.features,
    kernel: "precomputed",
    classes: ["no", "yes"],
    lossMatrix: matrixFrom([
      [0, 1],
      [4, 0],
    ]),
  });
  test("is what the decisions cost on average, by the same chances", () => {
    const known = Labels.from(costs, [
      [0, "no"],
      [2, "yes"],
    ]);
    // Item 1 has k = (0.5, 0.25): "no" costs 0.25 * 4 = 1, "yes" 0.5 * 1; so "yes", which costs 1 where it is "no".
    expect(expectedCost(costs, freq, known, [1])).toBeCloseTo(0.501 / 0.752, 15);
    // Items 0 and 2 are called what they are: 0.001 / 1.002 wrong, which costs 4 and 1.
    const mean = (0.501 / 0.752 + (5 * 0.001) / 1.002) / 3;
    expect(expectedCost(costs, freq, known)).toBeCloseTo(mean, 15);
  });

  test("under equal costs was the expected error, whatever an error cost", () => {
    const five = createPool({
      features: pool.features,
      kernel: "precomputed",
      classes: ["no", "yes"],
      lossMatrix: matrixFrom([
        [0, 5],
        [5, 0],
      ]),
    });
    const known = Labels.from(five, [
      [0, "no"],
      [2, "yes"],
    ]);
    // Item 1 has k = (0.5, 0.25) and is called "no": wrong with 0.251 / 0.752, which costs 5.
    expect(expectedCost(five, freq, known, [1])).toBeCloseTo((5 * 0.251) / 0.752, 15);
  });

  test("without costs is one minus the largest probability with the prior, averaged", () => {
    // Fewer than eight labels: no sharpening. Item 1 has k = (0.5, 0.25): 1 - 0.501 / 0.752.
    expect(expectedCost(pool, freq, labels, [1])).toBeCloseTo(1 - 0.501 / 0.752, 15);
    // Items 0 and 2 have k = (1, 0) and (0, 1): 1 - 1.001 / 1.002 each.
    const mean = (1 - 0.501 / 0.752 + 2 * (1 - 1.001 / 1.002)) / 3;
    expect(expectedCost(pool, freq, labels)).toBeCloseTo(mean, 15);
  });
});

describe("leftOutFrequencies", () => {
  test("takes each item's own answers away, repeated ones too", () => {
    const twice = labels.add(0, 0);
    // Item 0 hears nothing of item 2 (similarity 0), nor item 2 of item 0.
    expect([...leftOutFrequencies(pool, frequencies(pool, twice), twice).data]).toEqual([0, 0, 0, 0]);
    const near = Labels.from(pool, [
      [0, "no"],
      [1, "yes"],
    ]);
    expect([...leftOutFrequencies(pool, frequencies(pool, near), near).data]).toEqual([0, 0.5, 0.5, 0]);
  });
});
