// Trees and forests: worked by hand, and what must hold for all data.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPool, generator, Labels, learnedKernel, matrixFrom, rbf } from "../../../../src/index.ts";
import { growForest, leavesOf, TREE_COUNT } from "../../../../src/kernels/learning/forest.ts";
import { growTree, leafOf, type TreeData } from "../../../../src/kernels/learning/grow-tree.ts";
import { LearnedForest } from "../../../../src/kernels/learning/learned-forest.ts";
import type { RememberedFit } from "../../../../src/kernels/learning/learned-kernel.ts";
import { type MetricSpace, metricSpace } from "../../../../src/kernels/learning/metric-space.ts";
import { RankedColumns } from "../../../../src/kernels/learning/ranked-columns.ts";
import type { Matrix } from "../../../../src/matrix.ts";

describe("a tree", () => {
  test("splits between the two values where the classes part, and nowhere else", () => {
    // 0, 1 | 4, 9: one split at 2.5 leaves two pure sides.
    const rows = matrixFrom([[0], [9], [1], [4]]);
    const tree = growTree(dataOf(rows, [0, 1, 0, 1]), [0, 1, 2, 3], 1, generator(1));
    expect(tree.columns).toEqual([0, -1, -1]);
    expect(tree.thresholds[0]).toBe(2.5);
    expect([0, 1, 2, 3].map((i) => leafOf(tree, rows, i))).toEqual([0, 1, 0, 1]);
  });

  test("prefers the column that removes more impurity", () => {
    // Column 0 parts the classes; column 1 leaves one item of the other class on a side.
    const rows = matrixFrom([
      [0, 0],
      [1, 5],
      [5, 1],
      [6, 6],
    ]);
    const data = dataOf(rows, [0, 0, 1, 1]);
    expect(growTree(data, [0, 1, 2, 3], 2, generator(1)).columns).toEqual([0, -1, -1]);
    // 4 items of 2 classes: sums of squared counts over counts rise from (4 + 4) / 4 = 2 to 4 / 2 + 4 / 2 = 4.
    expect([...data.removed]).toEqual([2, 0]);
  });

  test("goes on where no single split helps", () => {
    const rows = matrixFrom([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    const tree = growTree(dataOf(rows, [0, 1, 1, 0]), [0, 1, 2, 3], 1, generator(1));
    expect(new Set([0, 1, 2, 3].map((i) => leafOf(tree, rows, i))).size).toBe(4);
  });

  test("ends where rows are equal, whatever their classes", () => {
    const tree = growTree(
      dataOf(
        matrixFrom([
          [1, 2],
          [1, 2],
        ]),
        [0, 1],
      ),
      [0, 1],
      1,
      generator(1),
    );
    expect(tree.columns).toEqual([-1]);
  });

  test("parts two numbers without a third one between them", () => {
    const high = 1 + Number.EPSILON;
    const rows = matrixFrom([[1], [high]]);
    const tree = growTree(dataOf(rows, [0, 1]), [0, 1], 1, generator(1));
    expect([leafOf(tree, rows, 0), leafOf(tree, rows, 1)]).toEqual([0, 1]);
  });

  test("has leaves of one class only, or of equal rows, for all data", () => {
    const value = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ min: -1e100, max: 1e100, noNaN: true }));
    const problem = fc
      .integer({ min: 1, max: 12 })
      .chain((n) =>
        fc.tuple(
          fc.array(fc.tuple(value, value), { minLength: n, maxLength: n }),
          fc.array(fc.nat(2), { minLength: n, maxLength: n }),
          fc.nat(1000),
        ),
      );
    fc.assert(
      fc.property(problem, ([values, classes, seed]) => {
        const rows = matrixFrom(values.map((row) => [...row]));
        const items = classes.map((_, i) => i);
        const tree = growTree(dataOf(rows, classes, 3), items, 1, generator(seed));
        for (const i of items) {
          for (const j of items) {
            if (leafOf(tree, rows, i) !== leafOf(tree, rows, j) || classes[i] === classes[j]) continue;
            expect(values[i].every((one, d) => one === values[j][d])).toBe(true);
          }
        }
      }),
    );
  });
});

describe("ranked columns", () => {
  test("put any rows in the order of any column, for all data", () => {
    const value = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const rows = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(rows, fc.nat(), fc.integer({ min: 1, max: 9 }), (values, first, step) => {
        const ranked = new RankedColumns(matrixFrom(values.map((row) => [...row])));
        const some = Uint32Array.from(values.keys()).filter((i) => (i + first) % step === 0);
        for (const d of [0, 1]) {
          const sorted = Array.from(ranked.sorted(d, some));
          expect([...sorted].sort((a, b) => a - b)).toEqual([...some]);
          const found = sorted.map((i) => values[i][d] + 0);
          expect(found).toEqual([...found].sort((a, b) => a - b));
          const ranks = ranked.ranksOf(d);
          for (let i = 1; i < values.length; i++) {
            expect(Math.sign(ranks[i] - ranks[i - 1])).toBe(Math.sign(values[i][d] - values[i - 1][d]) + 0);
          }
        }
      }),
    );
  });
});

describe("a forest", () => {
  test("is the same at each growth, and its trees differ", () => {
    const { rows, items } = problem(20);
    const [one, other] = [growForest(rows, items, 2), growForest(rows, items, 2)];
    expect(one).toEqual(other);
    expect(new Set(one.trees.map((tree) => JSON.stringify(tree))).size).toBeGreaterThan(20);
    const unseen = one.seen.filter((value) => value === 0).length / one.seen.length;
    expect(unseen).toBeGreaterThan(0.3); // (1 - 1/20)^20 = 0.36 of the items are not drawn
    expect(unseen).toBeLessThan(0.42);
  });

  test("counts repeated answers", () => {
    const rows = matrixFrom([[0], [0]]);
    const items = [item(0, 3, 0), item(1, 0, 1)];
    expect(growForest(rows, items, 2).trees.every(({ columns }) => columns.length === 1)).toBe(true);
  });

  test("says which column decides", () => {
    const { rows, items } = problem(40);
    const { importance } = growForest(rows, items, 2);
    expect(importance[0]).toBeGreaterThan(2 * importance[1]);
    expect(importance.reduce((sum, part) => sum + part, 0)).toBeCloseTo(3, 12);
  });

  test("gives leaves to items that it has never seen, however extreme", () => {
    const { rows, items } = problem(20);
    const leaves = leavesOf(growForest(rows, items, 2), matrixFrom([[1e300, -1e300, 0]]));
    expect(leaves.cols).toBe(TREE_COUNT);
    expect(leaves.data.every((leaf) => Number.isInteger(leaf) && leaf >= 0)).toBe(true);
  });
});

describe("the score of a forest", () => {
  test("compares an item by the trees that were not grown on it, and an item answered since by all", () => {
    const { rows, items } = problem(14);
    const pool = createPool({ features: rows, classes: ["a", "b"], kernel: rbf({ bandwidth: 1 }) });
    let labels = Labels.none(pool);
    for (const { index, counts } of items) labels = labels.add(index, counts[0] > 0 ? 0 : 1);
    const space = metricSpace(pool.kernel, rows) as MetricSpace;
    const forest = new LearnedForest(space, { fitAt: [12], delay: 0 }).at(labels);
    if (typeof forest === "string") throw new Error(forest);
    expect(forest.metric.fittedOn).toBe(12);
    const grown = growForest({ ...rows, rows: 12, data: rows.data.subarray(0, 36) }, items.slice(0, 12), 2);
    const leaves = leavesOf(grown, rows).data;
    for (const i of [0, 5, 11, 12, 13]) {
      const q = [0, 0];
      const trees = Array.from({ length: TREE_COUNT }, (_, t) => t).filter(
        (t) => i >= 12 || grown.seen[t * 12 + i] === 0,
      );
      for (const { index: j, counts } of items) {
        if (j === i) continue;
        const same = trees.filter((t) => leaves[i * TREE_COUNT + t] === leaves[j * TREE_COUNT + t]).length;
        q[counts[0] > 0 ? 0 : 1] += (same / trees.length) ** 4; // scale 2: the square of the square
      }
      const { data } = forest.leftOut(labels, [{ scale: 2, locality: 0 }])(i);
      expect(data[0]).toBeCloseTo(q[0], 12);
      expect(data[1]).toBeCloseTo(q[1], 12);
    }
  });

  test("is the same with a forest that was grown elsewhere, which is not grown again", () => {
    const { rows, items } = problem(14);
    const pool = createPool({ features: rows, classes: ["a", "b"], kernel: rbf({ bandwidth: 1 }) });
    let labels = Labels.none(pool);
    for (const { index, counts } of items) labels = labels.add(index, counts[0] > 0 ? 0 : 1);
    const options = { base: pool.kernel, metrics: ["forest" as const], fitAt: [12], delay: 0 };
    const [here, there] = [learnedKernel(options), learnedKernel(options)];
    const expected = here.stateAt(rows, labels).learned;
    const fits = here.fitsOn(rows).map(({ name, items: grownOn, outcome }) => ({ name, items: grownOn, outcome }));
    there.remember(rows, structuredClone(fits) as RememberedFit[]);
    const [handed] = there.fitsOn(rows);
    expect(there.stateAt(rows, labels).learned).toEqual(expected);
    expect(there.fitsOn(rows)[0]).toBe(handed);
  });

  test("is charged by the items and the classes among them: a forest took over on ten classes and was worse", () => {
    const { rows } = problem(12);
    const space = metricSpace(rbf({ bandwidth: 1 }), rows) as MetricSpace;
    for (const [classCount, perItem] of [
      [2, 0.1],
      [4, 0.2],
    ]) {
      const classes = ["a", "b", "c", "d", "e"]; // one is never given
      let labels = Labels.none(createPool({ features: rows, classes, kernel: rbf({ bandwidth: 1 }) }));
      for (let i = 0; i < 12; i++) labels = labels.add(i, i % classCount);
      const forest = new LearnedForest(space, { fitAt: [12], delay: 0 }).at(labels);
      expect(typeof forest === "string" ? forest : forest.penalty).toBeCloseTo(6 + 12 * perItem, 12);
    }
  });

  test("is asked for from 10 items of two classes on", () => {
    const { rows } = problem(30);
    const pool = createPool({ features: rows, classes: ["a", "b"], kernel: rbf({ bandwidth: 1 }) });
    const kernel = learnedKernel({ base: pool.kernel, metrics: ["forest"], fitAt: [8, 12], delay: 0 });
    let labels = Labels.none(pool);
    const reason = () => kernel.stateAt(rows, labels).learned?.skipped.find(({ name }) => name === "forest")?.reason;
    for (let i = 0; i < 9; i++) labels = labels.add(i, 0);
    expect(reason()).toBe("there are too few labels");
    for (let i = 9; i < 12; i++) labels = labels.add(i, 0);
    expect(reason()).toBe("the first 12 labels are of one class");
  });
});

function item(index: number, ...counts: number[]) {
  return { index, counts: Uint32Array.from(counts) };
}

/** Random rows of three columns whose first one decides the class. */
function problem(count: number): { rows: Matrix; items: ReturnType<typeof item>[] } {
  const chance = generator(3);
  const rows = matrixFrom(Array.from({ length: count }, () => [0, 1, 2].map(() => chance.nextUnit())));
  const items = Array.from({ length: count }, (_, i) => item(i, ...(rows.data[3 * i] > 0.5 ? [1, 0] : [0, 1])));
  return { rows, items };
}

function dataOf(rows: Matrix, classes: readonly number[], classCount = 2): TreeData {
  return {
    rows,
    ranked: new RankedColumns(rows),
    classes: Uint32Array.from(classes),
    counts: new Float64Array(rows.rows).fill(1),
    classCount,
    removed: new Float64Array(rows.cols),
  };
}
