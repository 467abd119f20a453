import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  adaptive,
  cosine,
  createPool,
  frequencies,
  hamming,
  kernelFromJSON,
  Labels,
  Learner,
  matrix,
  matrixFrom,
  type Pool,
  precomputed,
  probabilitiesOf,
  query,
  rbf,
  xpal,
  xpalAdaptive,
} from "../../../../src/index.ts";
import { learntPool } from "../../../../src/kernels/learning/learnt-pool.ts";
import { madeUpPoints, madeUpTruth } from "../../../made-up-pools.ts";
import { refusal } from "../../../refusal.ts";

const base = rbf({ bandwidth: 0.7 });
const classes = ["a", "b", "c"];
const points = madeUpPoints(40, 2);
const truth = madeUpTruth(40, classes);
const pool = createPool({ features: points, kernel: adaptive({ base }), classes });
const every = (i: number) => 3 * i + (i % 3);
const labelled = (count: number, of: Pool = pool) =>
  Labels.from(
    of,
    Array.from({ length: count }, (_, i) => [every(i), of.classes[classes.indexOf(truth[every(i)])]] as const),
  );

describe("adaptive", () => {
  test("is its base kernel up to the fifth label, to the bit", async () => {
    const plain = createPool({ features: points, kernel: base, classes });
    for (const count of [0, 1, 5]) {
      const labels = labelled(count);
      expect(learntPool(pool, labels).kernel).toBe(base);
      expect(frequencies(pool, labels)).toEqual(frequencies(plain, labels));
      const asked = { labels, engine: "definition" as const };
      const { scores } = await query({ pool: plain, ...asked });
      expect((await query({ pool, ...asked })).scores).toEqual(scores);
      const fast = await query({ pool, labels }); // exact where it decides, else within the bound of its tables
      const open = Array.from(labels.unlabelled());
      const best = Math.max(...open.map((i) => scores[i]));
      expect(Math.max(...open.map((i) => fast.scores[i]))).toBe(best);
      for (const i of open) expect(Math.abs(fast.scores[i] - scores[i])).toBeLessThan(1e-8 * best);
    }
    expect(learntPool(pool, labelled(6)).kernel.name).toBe("mixture");
  });

  test("weighs a hand-made bank as calculated by hand", () => {
    // D = 1 between all items and two labels per class, so q = (K, 2K) and (2K, K): p = (K + a/2) / (3K + a), K = e^-g.
    const kernel = adaptive({ base: precomputed(), scales: [1, 2], localities: [0], from: 4 });
    const features = matrix(
      4,
      4,
      Float64Array.from({ length: 16 }, (_, at) => (at % 5 === 0 ? 1 : Math.exp(-1))),
    );
    const four = createPool({ features, kernel, classes: ["a", "b"] });
    const labels = Labels.from(four, [
      [0, "a"],
      [1, "a"],
      [2, "b"],
      [3, "b"],
    ]);
    const p = (g: number) => (Math.exp(-g) + 0.05) / (3 * Math.exp(-g) + 0.1);
    const odds = (p(2) / p(1)) ** 4 * Math.exp(-1 / 2);
    const weights = kernel.weightsAt(features, labels);
    expect(weights?.[0]).toBeCloseTo(1 / (1 + odds), 14);
    expect(weights?.[1]).toBeCloseTo(odds / (1 + odds), 14);
  });

  test("takes the single best member when asked to", () => {
    const best = adaptive({ base, choose: "best" }).weightsAt(points, labelled(12));
    const mixed = adaptive({ base }).weightsAt(points, labelled(12));
    if (best === null || mixed === null) return expect.unreachable();
    expect([...best].filter((weight) => weight === 1)).toHaveLength(1);
    expect([...best].filter((weight) => weight === 0)).toHaveLength(14);
    expect(best.indexOf(1)).toBe(mixed.indexOf(Math.max(...mixed)));
  });

  test("depends on the labels alone, not on the way to them", () => {
    const there = labelled(9).add(1, 2).remove(1);
    const weights = adaptive({ base }).weightsAt(points, labelled(9));
    expect(adaptive({ base }).weightsAt(points, there)).toEqual(weights);
  });

  test("predicts new items with what it has learnt, and items of the pool alike in either way", async () => {
    const learner = await Learner.create({ features: points, classes, ...xpalAdaptive({ base }) });
    for (let i = 0; i < 10; i++) await learner.label(every(i), truth[every(i)]);
    const copy = matrix(points.rows, points.cols, points.data.slice());
    expect(await learner.probabilities(copy)).toEqual(await learner.probabilities());
    const plain = createPool({ features: points, kernel: base, classes });
    const far = matrixFrom([[1.4, 2.2]]);
    const ofBase = probabilitiesOf(frequencies(plain, learner.labels, far));
    expect(await learner.probabilities(far)).not.toEqual(ofBase);
    expect(probabilitiesOf(frequencies(learner.pool, learner.labels, far))).toEqual(await learner.probabilities(far));
    await learner.close();
  });

  test("is read back from a learner's file and goes on to the bit", async () => {
    const learner = await Learner.create({ features: points, classes, ...xpalAdaptive({ base, neighbour: 4 }) });
    for (let i = 0; i < 10; i++) await learner.label(every(i), truth[every(i)]);
    const again = await Learner.fromJSON(JSON.parse(JSON.stringify(learner)));
    expect(again.toJSON()).toEqual(learner.toJSON());
    expect(await again.suggest(3)).toEqual(await learner.suggest(3));
    const [next] = await learner.suggest();
    expect(await again.preview(next.index)).toEqual(await learner.preview(next.index));
    expect(await again.expectedGain()).toEqual(await learner.expectedGain());
  });

  test("keeps its options in its JSON form", () => {
    const options = { scales: [0.5, 3], localities: [0, 0.25], neighbour: 7, from: 9, shareWeight: 0.3, scaleWidth: 2 };
    const kernel = adaptive({ base: hamming({ bandwidth: 0.2 }), ...options, choose: "best" });
    expect(kernelFromJSON(JSON.parse(JSON.stringify(kernel))).toJSON()).toEqual(kernel.toJSON());
    expect(kernel.toJSON()).toMatchObject({ ...options, choose: "best", base: { name: "hamming", bandwidth: 0.2 } });
    expect(adaptive({ base: cosine() }).members).toHaveLength(5);
  });

  test("refuses options that make no sense", () => {
    expect(refusal(() => adaptive({ base: {} as never }))).toMatch(/^adaptive: base must be a kernel, got an object/);
    expect(refusal(() => adaptive({ base: adaptive({ base }) }))).toBe(
      'adaptive: base must be a kernel that does not learn itself, got "adaptive"',
    );
    expect(refusal(() => adaptive({ base, scales: [] }))).toMatch(/^adaptive: scales and localities must not be empty/);
    expect(refusal(() => adaptive({ base, scales: [1, 0] }))).toMatch(
      /^adaptive: scales must be a finite number above 0/,
    );
    expect(refusal(() => adaptive({ base, localities: [11] }))).toBe(
      "adaptive: localities must be a number from 0 to 10, got 11",
    );
    expect(refusal(() => adaptive({ base, from: 1 }))).toBe("adaptive: from must be an integer of at least 2, got 1");
    expect(refusal(() => adaptive({ base, choose: "worst" as never }))).toMatch(/^adaptive: choose must be one of/);
    expect(refusal(() => adaptive({ base, scale: 1 } as never))).toMatch(/^adaptive: options.scale is unknown/);
  });
});

describe("adaptive on awkward data", () => {
  const ones = matrix(8, 8, new Float64Array(64).fill(1));
  const identity = matrix(
    8,
    8,
    Float64Array.from({ length: 64 }, (_, at) => (at % 9 === 0 ? 1 : 0)),
  );
  const above = matrix(
    8,
    8,
    Float64Array.from({ length: 64 }, (_, at) => (at % 9 === 0 ? 3 : 1.5)),
  );
  const constant = matrix(30, 2, new Float64Array(60).fill(4));
  const twins = matrixFrom(Array.from({ length: 60 }, (_, i) => [i < 50 ? i % 2 : i]));
  const cases = [
    ["constant features", constant, base],
    ["25 duplicates of each of two items, so that f = 0", twins, base],
    ["a precomputed kernel of ones", ones, precomputed()],
    ["a precomputed kernel with zeros off its diagonal", identity, precomputed()],
    ["a precomputed kernel above 1", above, precomputed()],
    ["a pool of fewer than 21 items", madeUpPoints(9, 2), base],
    [
      "items so far apart that the base kernel is 0",
      matrixFrom([[0], [1e9], [3e9], [7e9], [1e10], [4e10], [5e10], [6e10]]),
      base,
    ],
    ["rows of zeros under the cosine", matrix(8, 3), cosine()],
  ] as const;

  test.each(cases)("stays finite and sums to 1: %s", async (_, features, kernel) => {
    const awkward = createPool({ features, kernel: adaptive({ base: kernel }), classes });
    for (const name of ["a", "b"]) {
      const labels = Labels.from(
        awkward,
        Array.from({ length: 6 }, (_, i) => [i, i % 2 === 0 ? "a" : name] as const),
      );
      const weights = (awkward.kernel as ReturnType<typeof adaptive>).weightsAt(features, labels);
      expect(weights?.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14);
      expect(frequencies(awkward, labels).data.every(Number.isFinite)).toBe(true);
      const { scores } = await query({ pool: awkward, labels, strategy: xpal({ ownRisk: 1 }) });
      const plain = await query({ pool: awkward, labels, strategy: xpal({ ownRisk: 1 }), engine: "definition" });
      for (const i of labels.unlabelled()) {
        expect(Number.isFinite(scores[i])).toBe(true);
        expect(scores[i]).toBeCloseTo(plain.scores[i], 5);
      }
    }
  });

  test("labels of one class alone leave the prior on scales to decide", () => {
    const labels = Labels.from(
      pool,
      Array.from({ length: 8 }, (_, i) => [i, "b"] as const),
    );
    const weights = adaptive({ base, localities: [0] }).weightsAt(points, labels);
    const prior = [-2, -1, 0, 1, 2].map((octaves) => Math.exp(-(octaves ** 2) / 2));
    const total = prior.reduce((sum, value) => sum + value, 0);
    prior.forEach((value, m) => {
      expect(weights?.[m]).toBeCloseTo(value / total, 14);
    });
  });

  test("six labels of twenty classes are enough to begin", () => {
    const many = createPool({
      features: points,
      kernel: adaptive({ base }),
      classes: Array.from({ length: 20 }, (_, y) => y),
    });
    const labels = Labels.from(
      many,
      Array.from({ length: 6 }, (_, i) => [i, i] as const),
    );
    expect(learntPool(many, labels).kernel.name).toBe("mixture");
    expect(frequencies(many, labels).data.every(Number.isFinite)).toBe(true);
  });

  test("weights never turn into NaN, however extreme the options", () => {
    for (const options of [{ shareWeight: 1e-6 }, { scaleWidth: 1e-6 }, { scaleWidth: 1e-6, scales: [0.5, 2] }]) {
      const weights = adaptive({ base: rbf({ bandwidth: 1e-4 }), ...options }).weightsAt(points, labelled(9));
      expect(weights?.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14);
    }
  });
});

describe("the mixture", () => {
  const small = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })), {
    minLength: 8,
    maxLength: 14,
  });
  const answers = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 6, maxLength: 8 });

  test("is symmetric to the bit, at most 1 up to rounding, and its frequencies are sums of its values", () => {
    fc.assert(
      fc.property(small, answers, (rows, ys) => {
        const features = matrixFrom(rows);
        const made = createPool({ features, kernel: adaptive({ base, neighbour: 3 }), classes });
        const labels = Labels.from(
          made,
          ys.map((y, i) => [i, classes[y]] as const),
        );
        const { kernel } = learntPool(made, labels);
        const freq = frequencies(made, labels);
        for (let i = 0; i < features.rows; i++) {
          const sums = [0, 0, 0];
          for (let j = 0; j < features.rows; j++) {
            const value = kernel.similarity(features, i, features, j);
            expect(value).toBe(kernel.similarity(features, j, features, i));
            expect(value >= 0 && value <= 1 + 16 * Number.EPSILON).toBe(true);
            if (j < ys.length) sums[ys[j]] += value;
          }
          for (let y = 0; y < 3; y++) expect(freq.data[3 * i + y]).toBeCloseTo(sums[y], 13);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("does not change when items and labels are renumbered together", () => {
    const reversed = matrix(
      40,
      2,
      Float64Array.from(points.data.keys(), (at) => points.data[(39 - (at >> 1)) * 2 + (at % 2)]),
    );
    const other = createPool({ features: reversed, kernel: adaptive({ base }), classes });
    const mirrored = Labels.from(
      other,
      labelled(10).labelled.map(({ index, counts }) => [39 - index, classes[counts.indexOf(1)]] as const),
    );
    const weights = adaptive({ base }).weightsAt(points, labelled(10));
    adaptive({ base })
      .weightsAt(reversed, mirrored)
      ?.forEach((weight, m) => {
        expect(weight).toBeCloseTo(weights?.[m] ?? Number.NaN, 12);
      });
  });
});
