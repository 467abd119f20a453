// What the answers say about columns, on made-up tables whose truth is known. A single table can mislead, so verdicts are
// counted over several; which tables are drawn is fixed by their seeds.
import { describe, expect, test } from "vitest";
import {
  type ColumnVerdict,
  createPool,
  type Features,
  generator,
  hamming,
  type Kernel,
  Labels,
  learnedKernel,
  matrixFrom,
  meanBandwidth,
  meanHammingBandwidth,
  oneHot,
  product,
  rbf,
} from "../../../../src/index.ts";
import { columnEvidence } from "../../../../src/kernels/learning/column-evidence.ts";
import { answersOf } from "../../../../src/kernels/learning/label-score.ts";

interface MadeTable {
  readonly features: Features;
  readonly base: Kernel;
  readonly truth: readonly number[];
  /** The original column of each feature column. */
  readonly columnOf: readonly number[];
}

/** Verdicts by column over several tables, at so many labels. */
function verdicts(make: (seed: number) => MadeTable, labelCount: number, seeds = 12): ColumnVerdict[][] {
  const found: ColumnVerdict[][] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const { features, base, truth, columnOf } = make(seed);
    const kernel = learnedKernel({ base });
    const pool = createPool({ features, classes: ["no", "yes"], kernel });
    const labels = Labels.from(
      pool,
      truth.slice(0, labelCount).map((y, i) => [i, y === 1 ? "yes" : "no"]),
    );
    const evidence = kernel.evidenceAt(features, labels, columnOf) ?? [];
    evidence.forEach(({ verdict }, column) => {
      found[column] = [...(found[column] ?? []), verdict];
    });
  }
  return found;
}

let known: ColumnVerdict[][] | undefined;
const late = () => {
  known ??= verdicts(mixed, 80);
  return known;
};

const share = (found: readonly ColumnVerdict[], ...verdict: ColumnVerdict[]) =>
  found.filter((one) => verdict.includes(one)).length / found.length;

/** Numbers: one that decides, its copy, a weak one, two of chance, a constant; categories: one of chance. */
function mixed(seed: number): MadeTable {
  const chance = generator(seed);
  const unit = () => 2 * chance.nextUnit() - 1;
  const rows = Array.from({ length: 100 }, () => {
    const [decides, weak] = [unit(), unit()];
    return [decides, decides, weak, unit(), unit(), 0].map((value) => 1.7 * value);
  });
  const truth = rows.map(([decides, , weak]) => {
    const y = decides + weak / 2 > 0 ? 1 : 0;
    return chance.nextUnit() < 0.05 ? 1 - y : y;
  });
  const numbers = matrixFrom(rows);
  const categories = oneHot(matrixFrom(rows.map(() => [chance.nextIndex(3)])), [3]);
  return {
    features: { rows: 100, groups: [numbers, categories] },
    base: product([
      rbf({ bandwidth: meanBandwidth(100, 6) }),
      hamming({ bandwidth: meanHammingBandwidth(categories) }),
    ]),
    truth,
    columnOf: [0, 1, 2, 3, 4, 5, 6, 6, 6],
  };
}

/** Two numbers that decide together and say nothing alone, and two of chance. */
function crossed(seed: number): MadeTable {
  const chance = generator(seed);
  const rows = Array.from({ length: 80 }, () => Array.from({ length: 4 }, () => 3.4 * chance.nextUnit() - 1.7));
  return {
    features: matrixFrom(rows),
    base: rbf({ bandwidth: meanBandwidth(80, 4) }),
    truth: rows.map(([a, b]) => (a * b > 0 ? 1 : 0)),
    columnOf: [0, 1, 2, 3],
  };
}

/** Answers of chance. */
function noise(seed: number): MadeTable {
  const { truth: _, ...table } = crossed(seed);
  const chance = generator(seed, 1);
  return { ...table, truth: Array.from({ length: 80 }, () => chance.nextIndex(2)) };
}

describe("the evidence for columns", () => {
  test("of one column that parts four items into their classes equals the hand calculation", () => {
    // Without a column: K = 1 gives 4 ln((1 + 0.1 / 2) / 3.1), K = 0 gives 4 ln(1 / 2), which is more. With it K is 1 within
    // the classes and e^-50 between them: 4 ln(1.05 / 1.1).
    const x = matrixFrom([[0], [0], [Math.sqrt(50)], [Math.sqrt(50)]]);
    const items = [0, 1, 2, 3].map((index) => ({
      index,
      counts: Uint32Array.of(index < 2 ? 1 : 0, index < 2 ? 0 : 1),
    }));
    const [{ without, alone, verdict }] = columnEvidence({
      ...{ x, answers: answersOf(items, 2, 0.1), columnOf: [0] },
      weightsFor: () => Float64Array.of(1),
    });
    const expected = 4 * Math.log(1.05 / 1.1) - 4 * Math.log(1 / 2);
    expect(without).toBeCloseTo(expected, 12);
    expect(alone).toBeCloseTo(expected, 12);
    expect(verdict).toBe("unknown"); // 2.59: four answers are not enough for a strong word
  });

  test("says of a column and its copy that other columns say the same, of a weak one that it counts", () => {
    const [decides, copy, weak] = late();
    expect(copy).toEqual(decides);
    expect(share(decides, "covered")).toBeGreaterThan(0.9);
    expect(share(weak, "counts", "covered")).toBeGreaterThan(0.5);
    expect(share(weak, "against")).toBeLessThan(0.1);
  });

  test("says of numbers and categories of chance that they do not count or are not known, never that they matter alone", () => {
    const [, , , one, other, , category] = late();
    for (const found of [one, other, category]) {
      expect(share(found, "counts")).toBeLessThan(0.2);
      expect(share(found, "covered")).toBe(0);
    }
    expect(share(category, "against")).toBeGreaterThan(0.3);
  });

  test("says of a constant column that nothing is known", () => {
    expect(new Set(late()[5])).toEqual(new Set(["unknown"]));
  });

  test("claims next to nothing about columns of chance from few answers, a category with the weight 1 included", () => {
    const [, , , one, other, constant, category] = verdicts(mixed, 12);
    expect(share([one, other, constant, category].flat(), "unknown")).toBeGreaterThan(0.85);
  });

  test("finds columns that tell only together, and that the others do not help", () => {
    const [a, b, c, d] = verdicts(crossed, 77);
    for (const found of [a, b]) expect(share(found, "counts")).toBe(1);
    for (const found of [c, d]) expect(share(found, "against")).toBeGreaterThan(0.6);
  });

  test("seldom takes chance for a reason", () => {
    expect(share(verdicts(noise, 77, 20).flat(), "counts", "covered")).toBeLessThan(0.15);
  });

  test("takes the feature columns of one original column together", () => {
    const { features, base, truth } = crossed(3);
    const kernel = learnedKernel({ base });
    const pool = createPool({ features, classes: ["no", "yes"], kernel });
    const labels = Labels.from(
      pool,
      truth.slice(0, 60).map((y, i) => [i, y === 1 ? "yes" : "no"]),
    );
    const [vector, rest] = kernel.evidenceAt(features, labels, [0, 0, 1, 1]) ?? [];
    expect(vector.verdict).toBe("counts");
    expect(vector.alone).toBeGreaterThan(3);
    expect(rest.without).toBeLessThan(0);
    expect(() => kernel.evidenceAt(features, labels, [0, 1])).toThrow("one number for each of 4 columns");
    expect(kernel.evidenceAt(features, labels.first(5), [0, 1, 2, 3])).toBeNull();
  });
});
