import { describe, expect, test } from "vitest";
import { rbf } from "../../src/kernels/rbf.ts";
import { matrix, matrixFrom } from "../../src/matrix.ts";
import { createPool, type PoolOptions } from "../../src/pool.ts";
import { rejection } from "../rejection.ts";

const features = matrixFrom([[0], [1], [2], [3]]);
const classes = ["no", "yes"];
const rejected = (options: Partial<PoolOptions>) => rejection(() => createPool({ features, classes, ...options }));

describe("a pool", () => {
  test("is evaluated on itself with an RBF kernel of the mean bandwidth, unless told otherwise", () => {
    const pool = createPool({ features, classes });
    expect(pool).toMatchObject({ size: 4, classCount: 2, lossMatrix: null });
    expect(pool.kernel.name).toBe("rbf");
    expect(pool.evaluation).toMatchObject({ size: 4, isPool: true, sampled: false, weights: null });
    expect(pool.evaluation.features).toBe(features);
  });

  test("cannot be changed, and does not change with the list of classes it was made from", () => {
    const names = ["no", "yes"];
    const pool = createPool({ features, classes: names });
    names.push("maybe");
    expect(pool.classes).toEqual(["no", "yes"]);
    expect(Object.isFrozen(pool) && Object.isFrozen(pool.classes)).toBe(true);
  });

  test("changed its decisions in part when its caller changed the costs it was made from", () => {
    const costs = matrixFrom([
      [0, 1],
      [5, 0],
    ]);
    const pool = createPool({ features, classes, lossMatrix: costs });
    costs.data.fill(1);
    expect([...(pool.lossMatrix?.data ?? [])]).toEqual([0, 1, 5, 0]);
  });

  test("may be evaluated on some of its items, on a sample, or on other items, each weighed", () => {
    const some = createPool({ features, classes, evaluation: { indices: [3, 1], weights: [1, 3] } }).evaluation;
    expect([...(some.indices as Uint32Array)]).toEqual([3, 1]);
    expect([...(some.weights as Float64Array)]).toEqual([0.25, 0.75]);
    expect(some.features).toEqual(matrixFrom([[3], [1]]));
    const others = createPool({ features, classes, evaluation: { features: matrixFrom([[9]]) } }).evaluation;
    expect(others).toMatchObject({ size: 1, indices: null, isPool: false });
  });

  test("draws a sample without repetition, ascending, repeated by its seed, that reaches every item", () => {
    const sample = (seed: number) =>
      createPool({ features, classes, evaluation: { sample: 2, seed } }).evaluation.indices as Uint32Array;
    const seen = new Set<number>();
    for (let seed = 0; seed < 30; seed++) {
      const [first, second] = sample(seed);
      expect(first).toBeLessThan(second);
      expect(sample(seed)).toEqual(sample(seed));
      seen.add(first).add(second);
    }
    expect(seen.size).toBe(4);
    expect([...(createPool({ features, classes, evaluation: { sample: 4 } }).evaluation.indices ?? [])]).toEqual([
      0, 1, 2, 3,
    ]);
  });
});

describe("a pool rejects", () => {
  test("features that are not finite, with the place", () => {
    expect(rejected({ features: matrixFrom([[0], [Number.NaN]]) })).toBe(
      "createPool: features, row 1, column 0 must be finite, got NaN",
    );
  });

  test("an empty matrix, rows of numbers, and nothing", () => {
    expect(rejected({ features: matrix(0, 0) })).toBe(
      'createPool: features must have at least one row and one column, got "0 x 0"',
    );
    expect(rejected({ features: [[1], [2]] as never })).toBe(
      "createPool: features must be a matrix { rows, cols, data }, got an Array of length 2; matrixFrom makes one from rows",
    );
    expect(rejection(() => createPool(undefined as never))).toBe("createPool: options must be an object, got null");
  });

  test("a single item", () => {
    expect(rejected({ features: matrixFrom([[1]]) })).toBe("createPool: features must have at least two items, got 1");
  });

  test("fewer than two classes, a class twice, and a class without a name", () => {
    expect(rejected({ classes: ["only"] })).toBe("createPool: classes must have at least two classes, got 1");
    expect(rejected({ classes: ["a", "b", "a"] })).toBe('createPool: classes[2] must not occur twice, got "a"');
    expect(rejected({ classes: ["a", ""] })).toBe(
      'createPool: classes[1] must be a string that is not empty, or a finite number, got ""',
    );
    expect(rejected({ classes: "ab" as never })).toBe('createPool: classes must be a list of class names, got "ab"');
  });

  test("an unknown kernel, and what only looks like one", () => {
    expect(rejected({ kernel: "sigmoid" as never })).toBe(
      'createPool: kernel must be a kernel or one of rbf, hamming, cosine, precomputed, got "sigmoid"',
    );
    expect(rejected({ kernel: { similarity: () => 1 } as never })).toMatch(
      /^createPool: kernel must be a kernel, got an object; /,
    );
  });

  test("an RBF kernel for features that are not dense", () => {
    const sparse = {
      rows: 2,
      cols: 1,
      starts: Uint32Array.of(0, 1, 1),
      columns: Uint32Array.of(0),
      values: Float64Array.of(1),
    };
    expect(rejected({ features: sparse, kernel: rbf({ bandwidth: 1 }) })).toBe(
      "createPool: features must be one dense matrix for the kernel rbf, not sparse",
    );
  });

  test("a loss matrix that is not square in the number of classes, or negative", () => {
    expect(rejected({ lossMatrix: matrixFrom([[0, 1]]) })).toBe('createPool: lossMatrix must be 2 x 2, got "1 x 2"');
    expect(
      rejected({
        lossMatrix: matrixFrom([
          [0, -1],
          [1, 0],
        ]),
      }),
    ).toBe("createPool: lossMatrix, row 0, column 1 must be a finite number, not negative, got -1");
  });

  test("an evaluation set out of range or given in two ways", () => {
    expect(rejected({ evaluation: { indices: [4] } })).toBe(
      "createPool: evaluation.indices[0] must be an integer from 0 to 3, got 4",
    );
    expect(rejected({ evaluation: { indices: [] } })).toMatch(/^createPool: evaluation.indices must not be empty/);
    expect(rejected({ evaluation: { sample: 5 } })).toBe(
      "createPool: evaluation.sample must be an integer from 1 to 4, got 5",
    );
    expect(rejected({ evaluation: { sample: 2, indices: [1] } })).toBe(
      "createPool: evaluation must have only one of indices, sample and features",
    );
    expect(rejected({ evaluation: { features: matrixFrom([[1, 2]]) } })).toBe(
      "createPool: evaluation.features must have 1 columns, got 2",
    );
    expect(rejected({ evaluation: { weights: [0, 0, 0, 0] } })).toBe(
      "createPool: evaluation.weights must have a sum above 0, got 0",
    );
    expect(rejected({ evaluation: { seed: -1 } })).toBe(
      "createPool: evaluation.seed must be an integer of at least 0, got -1",
    );
  });

  test("an unknown option, at both levels", () => {
    expect(rejected({ kernal: "rbf" } as never)).toBe('createPool: options.kernal is unknown; did you mean "kernel"?');
    expect(rejected({ evaluation: { weight: 1 } as never })).toMatch(
      /^createPool: evaluation.weight is unknown; did you mean "weights"/,
    );
  });
});
