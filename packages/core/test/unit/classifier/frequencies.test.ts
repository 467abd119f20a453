import { describe, expect, test } from "vitest";
import { frequencies } from "../../../src/classifier/frequencies.ts";
import { ownKernel } from "../../../src/kernels/own-kernel.ts";
import { Labels } from "../../../src/labels.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { rejection } from "../../rejection.ts";

/** Similarities are products, so that each sum can be done in one's head. */
const pool = createPool({
  features: matrixFrom([[1], [2], [3]]),
  kernel: ownKernel("times", (a, b) => a[0] * b[0]),
  classes: ["a", "b"],
});

describe("frequencies", () => {
  test("sum the similarities to the labelled items of each class", () => {
    const labels = Labels.from(pool, [
      [0, "a"],
      [1, "a"],
      [2, "b"],
    ]);
    expect([...frequencies(pool, labels).data]).toEqual([3, 3, 6, 6, 9, 9]);
  });

  test("count repeated answers as often as they were given", () => {
    const labels = Labels.from(pool, [
      [1, "b"],
      [1, "b"],
      [1, "a"],
    ]);
    expect([...frequencies(pool, labels).data]).toEqual([2, 4, 4, 8, 6, 12]);
  });

  test("are 0 without labels, and can be asked for at other items", () => {
    expect([...frequencies(pool, Labels.none(pool)).data]).toEqual([0, 0, 0, 0, 0, 0]);
    expect([...frequencies(pool, Labels.from(pool, [[2, "b"]]), matrixFrom([[10]])).data]).toEqual([0, 30]);
  });

  test("reject labels of another pool, other features, and what is neither", () => {
    const other = createPool({ features: matrixFrom([[1], [2]]), classes: ["a", "b"] });
    expect(rejection(() => frequencies(pool, Labels.none(other)))).toBe(
      'frequencies: labels must belong to this pool of 3 items and 2 classes, got "2 items and 2 classes"',
    );
    expect(rejection(() => frequencies(pool, Labels.none(pool), matrixFrom([[1, 2]])))).toBe(
      "frequencies: features must have 1 columns, got 2",
    );
    expect(rejection(() => frequencies(pool, [] as never))).toBe(
      "frequencies: labels must be Labels, got an Array of length 0; make them with Labels.from",
    );
    expect(rejection(() => frequencies({} as never, Labels.none(pool)))).toBe(
      "frequencies: pool must be a pool, got an object; make one with createPool",
    );
  });
});
