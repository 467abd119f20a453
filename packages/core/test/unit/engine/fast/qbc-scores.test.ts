// The fast twin of query by committee takes a way of its own for each kernel; here each is held to the definition where
// the small pools of the contract suite do not lead: many columns, far outliers, many members, copies of items.
import { describe, expect, test } from "vitest";
import {
  type CommitteeMember,
  cosine,
  createPool,
  definition,
  generator,
  hamming,
  type Kernel,
  Labels,
  type Matrix,
  matrixFrom,
  openSession,
  qbc,
  rbf,
} from "../../../../src/index.ts";

const classes = ["a", "b", "c"];

/** Rows of numbers, of which the last five are copies of the first five. */
function features(rows: number, cols: number, seed: number, value: (unit: number, row: number) => number): Matrix {
  const chance = generator(seed);
  const made = Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, () => value(chance.nextUnit(), i)));
  return matrixFrom([...made, ...made.slice(0, 5)]);
}

/** Some items labelled, one of them by two people who disagree. */
function labelled(pool: ReturnType<typeof createPool>, count: number): Labels {
  let labels = Labels.none(pool).add(6, 0).add(6, 1);
  for (let i = 0; i < count; i++) labels = labels.add(7 + i, (i * i) % 3);
  return labels;
}

async function expectSame(matrix: Matrix, kernel: Kernel, members?: readonly CommitteeMember[]): Promise<void> {
  const pool = createPool({ features: matrix, kernel, classes });
  const fast = await openSession(pool, { worker: false });
  const plain = await definition.open(pool);
  for (const labelCount of [1, 8, 40]) {
    const labels = labelled(pool, labelCount);
    const strategy = members === undefined ? qbc() : qbc({ members });
    const ask = (session: typeof plain, count: number) =>
      session.scores({ strategy, labels, candidates: labels.unlabelled(), generator: generator(labelCount), count });
    for (const count of [1, 4]) {
      const [found, expected] = [await ask(fast, count), await ask(plain, count)];
      expect(found.best).toEqual(expected.best);
      const first = (scores: Float64Array) => [...scores].sort((x, y) => y - x).slice(0, count);
      expect(first(found.scores)).toEqual(first(expected.scores));
      expected.scores.forEach((score, place) => {
        expect(Math.abs(found.scores[place] - score)).toBeLessThan(1e-12);
      });
    }
  }
  expect(fast.explain()).toContain("wasm");
  await fast.close();
}

describe("query by committee on the engine chooses as the definition", () => {
  test.each([2, 3, 9, 41])("with the RBF kernel on %i columns", async (cols) => {
    await expectSame(
      features(90, cols, cols, (unit) => 4 * unit - 2),
      rbf({ bandwidth: 0.3 * Math.sqrt(cols) }),
    );
  });

  test("where items are so far away that similarities vanish", async () => {
    const far = features(80, 5, 3, (unit, row) => (row % 9 === 0 ? 40 * unit : unit));
    await expectSame(far, rbf({ bandwidth: 0.5 }));
    await expectSame(far, rbf({ bandwidth: 0.05 }));
  });

  test("where features are so large that rough scores would decide nothing", async () => {
    await expectSame(
      features(70, 4, 4, (unit) => 1e120 * unit),
      rbf({ bandwidth: 1e119 }),
    );
  });

  test.each([5, 64, 70, 130])("with the Hamming kernel on %i columns of two values", async (cols) => {
    await expectSame(
      features(90, cols, cols, (unit) => (unit < 0.3 ? -2 : 7)),
      hamming({ bandwidth: 0.2 }),
    );
  });

  test("with the Hamming kernel on columns of three values", async () => {
    await expectSame(
      features(90, 6, 8, (unit) => Math.floor(3 * unit)),
      hamming({ bandwidth: 0.2 }),
    );
  });

  test("with the cosine kernel on texts, one of them empty", async () => {
    const texts = features(90, 30, 9, (unit, row) => (row === 7 || unit < 0.8 ? 0 : unit));
    await expectSame(texts, cosine());
  });

  test.each([
    ["RBF", rbf({ bandwidth: 0.5 })],
    ["Hamming", hamming({ bandwidth: 0.5 })],
    ["cosine", cosine()],
  ] as const)("with members that name a column twice, with the kernel: %s", async (_, kernel) => {
    const members = [
      { samples: [6, 7, 7], columns: [0, 2, 2] },
      { samples: [7, 6], columns: [1, 0] },
      { samples: [6], columns: [2, 1, 0] },
    ];
    await expectSame(
      features(60, 3, 10, (unit) => (unit < 0.4 ? 0 : 1)),
      kernel,
      members,
    );
  });
});
