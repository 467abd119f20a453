import { describe, expect, test } from "vitest";
import { Labels } from "../../../src/labels.ts";
import { query } from "../../../src/learner/query.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { eer } from "../../../src/strategies/eer.ts";
import { rejection } from "../../rejection.ts";

const pool = createPool({
  features: matrixFrom([
    [1, 0.5, 0],
    [0.5, 1, 0],
    [0, 0, 1],
  ]),
  kernel: "precomputed",
  classes: ["a", "b"],
});
const labels = Labels.from(pool, [[2, "a"]]); // far from both others, so that they know nothing

const entropy = (p: number) => -p * Math.log(p) - (1 - p) * Math.log(1 - p);

describe("eer", () => {
  test("by zero-one loss is minus the expected error over the unlabelled items, itself among them", async () => {
    // Either answer leaves 1/3 at the item and 1/2.5 at the other.
    const { scores } = await query({ pool, labels, strategy: eer({ epsilon: 1 }) });
    expect(scores[0]).toBeCloseTo(-(1 / 3 + 2 / 5), 15);
    expect(scores[1]).toBeCloseTo(-(1 / 3 + 2 / 5), 15);
    expect(scores[2]).toBeNaN();
  });

  test("by log loss is minus the expected entropy", async () => {
    const { scores } = await query({ pool, labels, strategy: eer({ loss: "log", epsilon: 1 }) });
    expect(scores[0]).toBeCloseTo(-(entropy(1 / 3) + entropy(2 / 5)), 14);
  });

  test("by log loss stays a number where a class has next to no chance", async () => {
    const { scores } = await query({ pool, labels, strategy: eer({ loss: "log", epsilon: 1e-75 }) });
    expect([...scores.slice(0, 2)].every(Number.isFinite)).toBe(true);
  });

  test("rejects an unknown loss and an epsilon that is not above 0", () => {
    expect(rejection(() => eer({ loss: "hinge" as never }))).toBe('eer: loss must be one of zeroOne, log, got "hinge"');
    expect(rejection(() => eer({ epsilon: 0 }))).toBe("eer: epsilon must be a finite number above 0, got 0");
  });
});
