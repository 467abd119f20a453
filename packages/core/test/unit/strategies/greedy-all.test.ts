import { describe, expect, test } from "vitest";
import { query } from "../../../src/learner/query.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { greedyAll } from "../../../src/strategies/greedy-all.ts";
import { laterRejection, rejection } from "../../rejection.ts";

const pool = createPool({
  features: matrixFrom([
    [1, 0.9, 0],
    [0.9, 1, 0],
    [0, 0, 1],
  ]),
  kernel: "precomputed",
  classes: ["a", "b"],
});

describe("greedyAll", () => {
  test("scores minus the true error after the true label", async () => {
    // Without labels all items are taken for "a". Labelling item 2 as "b" makes all three right.
    const { scores, indices } = await query({ pool, strategy: greedyAll({ truth: ["a", "a", "b"] }) });
    expect(scores[0]).toBeCloseTo(-1 / 3, 15);
    expect(scores[1]).toBeCloseTo(-1 / 3, 15);
    expect(scores[2]).toBeCloseTo(0, 15);
    expect(indices).toEqual([2]);
  });

  test("rejects a truth that is no list, of another length, or of an undeclared class", async () => {
    expect(rejection(() => greedyAll({} as never))).toBe(
      "greedyAll: truth must be a list of class names, got undefined",
    );
    expect(await laterRejection(() => query({ pool, strategy: greedyAll({ truth: ["a"] }) }))).toBe(
      "greedyAll: truth must name a class for each of 3 items, got 1",
    );
    expect(await laterRejection(() => query({ pool, strategy: greedyAll({ truth: ["a", "c", "b"] }) }))).toBe(
      'greedyAll: truth[1] must be one of the declared classes "a", "b", got "c"',
    );
  });
});
