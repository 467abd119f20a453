import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cosine,
  createPool,
  generator,
  hamming,
  isLearnedKernel,
  type Kernel,
  Labels,
  type LearnedKernel,
  type LearnedKernelOptions,
  Learner,
  learnedKernel,
  type Matrix,
  matrix,
  matrixFrom,
  oneHot,
  openSession,
  type Pool,
  product,
  rbf,
  xpal,
} from "../../../../src/index.ts";
import { kernelFromJSON } from "../../../../src/kernels/kernel-from-json.ts";
import type { GroupMixtureKernel } from "../../../../src/kernels/learning/group-mixture.ts";
import { groupWeights } from "../../../../src/kernels/learning/group-weights.ts";
import { fittedCount, neededCount, weighedCount } from "../../../../src/kernels/learning/learning-schedule.ts";
import { type MetricSpace, metricSpace } from "../../../../src/kernels/learning/metric-space.ts";
import { rejection } from "../../../rejection.ts";

const BASE = rbf({ bandwidth: 0.4 });

describe("the schedule", () => {
  const schedule = { fitAt: [8, 12, 33], delay: 2 };

  test("learns weights at each label up to 30, then at every fifth and where a metric comes into use", () => {
    expect([6, 29, 30, 31, 34, 35, 36, 39, 5000].map((count) => weighedCount(count, schedule))).toEqual([
      6, 29, 30, 30, 30, 35, 35, 35, 1000,
    ]);
    expect(weighedCount(34, { fitAt: [33], delay: 0 })).toBe(33);
  });

  test("uses a metric some answers after it was fitted", () => {
    expect([9, 10, 13, 14, 34, 35, 400].map((count) => fittedCount(count, schedule))).toEqual([
      0, 8, 8, 12, 12, 33, 33,
    ]);
  });
});

describe("the start", () => {
  test("waits for three labels per class seen, and for four from eight classes on", () => {
    const features = matrix(60, 1);
    const pool = createPool({ features, classes: Array.from({ length: 9 }, (_, y) => y), kernel: BASE });
    const of = (classes: number) =>
      Labels.from(
        pool,
        Array.from({ length: classes }, (_, i) => [i, i]),
      );
    const rule = { from: 6, perClass: 3 };
    expect([1, 2, 3, 7, 8].map((classes) => neededCount(of(classes), rule))).toEqual([6, 6, 9, 21, 32]);
    expect(neededCount(of(9), { from: 2, perClass: 0 })).toBe(2);
  });
});

describe("group weights", () => {
  test("are the softmax without groups of too small a share", () => {
    // e^score: 6 and 3 in the first group, 1 in the second, which holds a tenth.
    const scores = [Float64Array.of(Math.log(6), Math.log(3)), Float64Array.of(0)];
    const all = groupWeights(scores, 0.05).weights.map((own) => [...own]);
    expect(all[0][0]).toBeCloseTo(0.6, 14);
    expect(all[1][0]).toBeCloseTo(0.1, 14);
    const pruned = groupWeights(scores, 0.2).weights.map((own) => [...own]);
    expect(pruned[0][0]).toBeCloseTo(2 / 3, 14);
    expect(pruned[1]).toEqual([0]);
    expect(groupWeights(scores, 0.2).evidence).toBeCloseTo(Math.log(10), 14);
  });

  test("keep the largest group even where all are below the least share", () => {
    const { weights } = groupWeights([Float64Array.of(0), Float64Array.of(0.1), Float64Array.of(-0.1)], 1);
    expect(weights.map(([weight]) => weight)).toEqual([0, 1, 0]);
  });
});

describe("the learned kernel", () => {
  test("is the base kernel before the sixth label, and a mixture of groups then", () => {
    const { pool } = oneColumn(60, 4);
    const kernel = learnedKernel({ base: BASE });
    const state = (count: number) => kernel.stateAt(pool.features, labelled(pool, count));
    expect(state(5)).toEqual({ kernel: BASE, learned: null });
    expect(state(6).learned?.groups.map(({ name }) => name)).toEqual(["given", "decorrelated", "ranks"]);
    expect(state(10).learned?.groups.map(({ name, metric }) => [name, metric?.fittedOn])).toEqual([
      ["given", undefined],
      ["decorrelated", undefined],
      ["ranks", undefined],
      ["weights", 8],
      ["rankWeights", 8],
      ["full", 8],
    ]);
    const { learned } = state(20);
    const weights = learned?.groups.flatMap((group) => [...group.weights]) ?? [];
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14);
    for (const { share } of learned?.groups ?? []) expect(share === 0 || share > 0.09).toBe(true);
  });

  test("finds the column that tells the classes apart, and gives the classifier more than the bank does", async () => {
    const { pool, truth } = oneColumn(120, 6);
    const rightWith = async (options: Partial<LearnedKernelOptions>): Promise<number> => {
      const kernel = learnedKernel({ base: BASE, ...options });
      const learner = await Learner.create({ features: pool.features, classes: ["no", "yes"], kernel });
      for (let i = 0; i < 30; i++) await learner.label(i, truth[i]);
      const { learned } = kernel.stateAt(pool.features, learner.labels);
      const metric = learned?.groups.find(({ name }) => name === "weights")?.metric;
      if (metric) {
        expect(metric.columnWeights.indexOf(Math.max(...metric.columnWeights))).toBe(0);
        expect(metric.columnWeights[0]).toBeGreaterThan(4 * metric.columnWeights[1]);
      }
      const found = await learner.predict();
      await learner.close();
      return found.filter((name, i) => name === truth[i]).length;
    };
    expect(await rightWith({})).toBeGreaterThan((await rightWith({ metrics: [] })) + 5);
  });

  test("depends on the answers and their order alone: undo, reading back and other questions leave no trace", async () => {
    const { pool, truth } = oneColumn(60, 3);
    const kernel = () => learnedKernel({ base: BASE });
    const options = { features: pool.features, classes: ["no", "yes"], strategy: xpal({ ownRisk: 1 }) };
    const learner = await Learner.create({ ...options, kernel: kernel() });
    for (let i = 0; i < 16; i++) await learner.label(3 * i, truth[3 * i]);
    const before = [await learner.suggest(3), await learner.probabilities()];
    for (let i = 1; i < 9; i++) await learner.label(3 * i + 1, "no");
    await learner.suggest();
    for (let i = 1; i < 9; i++) await learner.unlabel(3 * i + 1);
    expect([await learner.suggest(3), await learner.probabilities()]).toEqual(before);
    const again = await Learner.fromJSON(JSON.parse(JSON.stringify(learner)));
    expect([await again.suggest(3), await again.probabilities()]).toEqual(before);
    const fresh = await Learner.create({ ...options, kernel: kernel() });
    for (let i = 0; i < 16; i++) await fresh.label(3 * i, truth[3 * i]);
    expect([await fresh.suggest(3), await fresh.probabilities()]).toEqual(before);
    for (const each of [learner, again, fresh]) await each.close();
  });

  test("gives new items what equal items of the pool get", async () => {
    const { pool, truth } = oneColumn(50, 3);
    const learner = await Learner.create({
      features: pool.features,
      classes: ["no", "yes"],
      kernel: learnedKernel({ base: BASE }),
    });
    for (let i = 0; i < 14; i++) await learner.label(i, truth[i]);
    const copy = matrix(50, 3, (pool.features as Matrix).data.slice());
    const ofPool = await learner.probabilities();
    (await learner.probabilities(copy)).data.forEach((value, at) => {
      expect(value).toBeCloseTo(ofPool.data[at], 12);
    });
    await learner.close();
  });

  test("learns one weight per original column of categories", () => {
    const chance = generator(4);
    const codes = matrixFrom(
      Array.from({ length: 60 }, () => [chance.nextIndex(3), chance.nextIndex(4), chance.nextIndex(2)]),
    );
    const features = oneHot(codes);
    const pool = createPool({
      features,
      classes: ["no", "yes"],
      kernel: learnedKernel({ base: hamming({ bandwidth: 0.3 }) }),
    });
    const labels = Labels.from(
      pool,
      Array.from({ length: 20 }, (_, i) => [i, codes.data[3 * i] === 1 ? "yes" : "no"]),
    );
    const { learned } = learnedOf(pool, labels);
    const weights = learned.groups.find(({ name }) => name === "weights")?.metric?.columnWeights ?? [];
    expect(weights[0]).toBe(weights[2]);
    expect(weights[3]).toBe(weights[6]);
    expect(weights[0]).toBeGreaterThan(2 * (weights[3] as number));
    expect(learned.skipped.map(({ name }) => name)).toEqual(["decorrelated", "ranks", "rankWeights"]);
  });

  test("weighs the parts of a product: one that tells nothing loses its say as a whole", async () => {
    // Sixty columns of noise drown the one column that tells the classes apart; each alone would need a weight of its own.
    const { pool, truth } = oneColumn(150, 1);
    const chance = generator(9);
    const noise = matrixFrom(
      Array.from({ length: 150 }, () => Array.from({ length: 60 }, () => chance.nextIndex(1000) / 1000 - 0.5)),
    );
    const features = { rows: 150, groups: [pool.features as Matrix, noise] };
    const base = product([BASE, rbf({ bandwidth: 0.7 })]);
    const rightWith = async (metrics: LearnedKernelOptions["metrics"]) => {
      const kernel = learnedKernel({ base, ...(metrics === undefined ? {} : { metrics }) });
      const learner = await Learner.create({ features, classes: ["no", "yes"], kernel });
      for (let i = 0; i < 30; i++) await learner.label(i, truth[i]);
      const { learned } = kernel.stateAt(features, learner.labels);
      const right = (await learner.predict()).filter((name, i) => i >= 30 && name === truth[i]).length;
      await learner.close();
      return { right, learned };
    };
    const without = await rightWith([]);
    const { right, learned } = await rightWith(["partWeights"]);
    const group = learned?.groups.find(({ name }) => name === "partWeights");
    const weights = group?.metric?.columnWeights ?? [];
    expect(weights).toHaveLength(61);
    expect(new Set(Array.from(weights).slice(1)).size).toBe(1);
    expect(weights[0]).toBeGreaterThan(4 * weights[1]);
    expect(group?.share).toBeGreaterThan(0.5);
    expect(right).toBeGreaterThan(without.right + 10);
  });

  test("learns over numbers and categories of a product, side by side", () => {
    const { pool: numbers, truth } = oneColumn(40, 3);
    const chance = generator(4);
    const codes = oneHot(matrixFrom(Array.from({ length: 40 }, () => [chance.nextIndex(3)])), [3]);
    const base = product([BASE, hamming({ bandwidth: 0.3 })]);
    const features = { rows: 40, groups: [numbers.features, codes] };
    const pool = createPool({ features, classes: ["no", "yes"], kernel: learnedKernel({ base }) });
    const labels = Labels.from(
      pool,
      Array.from({ length: 15 }, (_, i) => [i, truth[i]]),
    );
    const { learned } = learnedOf(pool, labels);
    const weights = learned.groups.find(({ name }) => name === "weights")?.metric?.columnWeights as Float64Array;
    expect(weights.length).toBe(6);
    expect(weights.indexOf(Math.max(...weights))).toBe(0);
    const space = metricSpace(base, features) as MetricSpace;
    expect(space.base.similarity(space.pool, 3, space.pool, 4)).toBeCloseTo(
      base.similarity(features, 3, features, 4),
      13,
    );
    expect([...space.parameterOf]).toEqual([0, 1, 2, 3, 3, 3]);
  });

  test("tells how much each column counts, within which range, and which are ignored", () => {
    const { pool } = oneColumn(120, 4);
    const kernel = learnedKernel({ base: BASE });
    const labels = labelled(pool, 45);
    const columns = kernel.columnsAt(pool.features, labels) ?? [];
    expect(columns.length).toBe(4);
    const { learned } = kernel.stateAt(pool.features, labels);
    const fitted = learned?.groups.find(({ name }) => name === "weights")?.metric?.columnWeights;
    expect(columns.map(({ weight }) => weight)).toEqual([...(fitted ?? [])]);
    for (const { weight, low, high } of columns) {
      expect(low).toBeLessThanOrEqual(weight);
      expect(high).toBeGreaterThanOrEqual(weight);
    }
    expect(columns[0].low).toBeGreaterThan(Math.max(...columns.slice(1).map(({ high }) => high)));
    expect(columns[0].ignored).toBe(false);
    expect(kernel.columnsAt(pool.features, labelled(pool, 5))).toBeNull();
  });

  test("lets a pinned column count at least as much as the base kernel does, also after reading back", () => {
    const { pool } = oneColumn(120, 4);
    const labels = labelled(pool, 45);
    const kernel = learnedKernel({ base: BASE, pinned: [3, 2, 3] });
    const free = learnedKernel({ base: BASE }).columnsAt(pool.features, labels) ?? [];
    expect(Math.min(free[2].weight, free[3].weight)).toBeLessThan(1);
    const read = kernelFromJSON(JSON.parse(JSON.stringify(kernel))) as LearnedKernel;
    for (const one of [kernel, read]) {
      expect(one.settings.pinned).toEqual([2, 3]);
      const columns = one.columnsAt(pool.features, labels) ?? [];
      for (const { low } of columns.slice(2)) expect(low).toBeGreaterThanOrEqual(1);
      expect(columns[0].weight).toBeGreaterThan(1);
      for (const { name, metric } of one.stateAt(pool.features, labels).learned?.groups ?? []) {
        if (metric !== undefined && name !== "rankWeights") expect(metric.columnWeights[2]).toBeGreaterThanOrEqual(1);
      }
    }
    expect("pinned" in learnedKernel({ base: BASE }).toJSON()).toBe(false);
  });

  test("rejects to pin what is no column", () => {
    const { pool } = oneColumn(20, 2);
    const { features } = pool;
    expect(() =>
      createPool({ features, classes: ["a", "b"], kernel: learnedKernel({ base: BASE, pinned: [2] }) }),
    ).toThrow("kernel.pinned must name columns below 2, got 2");
    expect(() => learnedKernel({ base: BASE, pinned: [-1] })).toThrow("learnedKernel: pinned[0]");
    expect(() => learnedKernel({ base: BASE, pinned: "x" as never })).toThrow("must be a list of column numbers");
  });

  test("does not trust a full metric on few items of ten classes: it held all of the weight and was worse than none", () => {
    const { features, truth } = twoClustersPerClass(50, 10, 16);
    const kernel = learnedKernel({ base: rbf({ bandwidth: 2 }) });
    const pool = createPool({ features, classes: Array.from({ length: 10 }, (_, y) => y), kernel });
    const labels = Labels.from(
      pool,
      truth.map((y, i) => [i, y]),
    );
    const groups = kernel.stateAt(features, labels).learned?.groups ?? [];
    expect(groups.find(({ name }) => name === "full")?.share).toBe(0);
  });

  test("keeps the bank for texts, and says why it has no metric", () => {
    const features = matrixFrom(Array.from({ length: 12 }, (_, i) => [1, i % 3, i % 2]));
    const pool = createPool({ features, classes: ["a", "b"], kernel: learnedKernel({ base: cosine() }) });
    const labels = Labels.from(
      pool,
      Array.from({ length: 9 }, (_, i) => [i, i % 2 ? "a" : "b"]),
    );
    const { learned } = learnedOf(pool, labels);
    expect(learned.groups.map(({ name, members }) => [name, members.length])).toEqual([["given", 6]]);
    expect(learned.skipped.find(({ name }) => name === "weights")?.reason).toBe(
      "the kernel cosine has no columns to weigh",
    );
  });

  test("skips metrics of too many columns and gives the reason", async () => {
    const { pool, truth } = oneColumn(30, 60);
    const learner = await Learner.create({
      features: pool.features,
      classes: ["no", "yes"],
      kernel: learnedKernel({ base: BASE }),
    });
    for (let i = 0; i < 10; i++) await learner.label(i, truth[i]);
    await learner.suggest();
    expect(learner.explanation().learned?.skipped).toContainEqual({
      name: "full",
      reason: "it needs at most 40 columns",
    });
    await learner.close();
  });

  test.each([
    ["numbers", rbf({ bandwidth: 3 }), "it needs at most 512 columns"],
    ["texts", cosine(), "the kernel cosine has no columns to weigh"],
  ])("tries no metric on 10,000 columns, and says why: %s", async (_, base, reason) => {
    const features = matrix(
      12,
      10_000,
      Float64Array.from({ length: 120_000 }, (_, at) => (at % 7) + (at % 3)),
    );
    const learner = await Learner.create({ features, classes: ["a", "b"], kernel: learnedKernel({ base }) });
    for (let i = 0; i < 10; i++) await learner.label(i, i % 2 ? "a" : "b");
    await learner.suggest();
    const { groups = [], skipped = [] } = learner.explanation().learned ?? {};
    expect(groups.map(({ name }) => name)).toEqual(["given"]);
    expect(skipped).toContainEqual({ name: "weights", reason });
    expect(learner.explain()).toContain(reason);
    await learner.close();
  });

  test("counts the own risk once it has learned, and asks as the paper's method before: digits lost at 30 labels", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i % 2, ((i * 7) % 11) / 11, ((i * 5) % 13) / 13]);
    const pool = poolWith(matrixFrom(rows), learnedKernel({ base: BASE }));
    for (const engine of ["definition", { worker: false }] as const) {
      const session = await openSession(pool, engine);
      const scores = async (ownRisk: number, count: number) => {
        let labels = Labels.none(pool);
        for (let i = 0; i < count; i++) labels = labels.add(i, i % 2);
        const request = { labels, candidates: labels.unlabelled(), generator: generator(0) };
        return (await session.scores({ ...request, strategy: xpal({ ownRisk }) })).scores;
      };
      for (const count of [0, 1, 4, 5]) expect(await scores(1, count)).toEqual(await scores(0, count));
      expect(await scores(1, 6)).not.toEqual(await scores(0, 6));
      await session.close();
    }
  });

  test("goes on with what a fit that stopped had found, and every engine's explanation says so", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i % 2, ((i * 7) % 11) / 11, ((i * 5) % 13) / 13]);
    const features = matrixFrom(rows);
    const options = { base: BASE, fitAt: [12], delay: 0, leastShare: 0 };
    const whole = learnedKernel(options);
    const labelled = (pool: Pool) => {
      let labels = Labels.none(pool);
      for (let i = 0; i < 14; i++) labels = labels.add(i, i % 2);
      return labels;
    };
    const expected = whole.stateAt(features, labelled(poolWith(features, whole))).learned;
    for (const engine of ["definition", { worker: false }] as const) {
      // The same fits, but that of the column weights met a number that is not finite on its way.
      const kernel = learnedKernel(options);
      kernel.remember(
        features,
        whole.fitsOn(features).map((fit) => {
          return fit.name === "weights" ? { ...fit, outcome: { ...fit.outcome, stopped: true } } : fit;
        }),
      );
      const pool = poolWith(features, kernel);
      const session = await openSession(pool, engine);
      const labels = labelled(pool);
      await session.scores({ strategy: xpal(), labels, candidates: labels.unlabelled(), generator: generator(0) });
      expect(session.explain()).toMatch(/the fit of the column weights met numbers out of range and stopped/);
      const { learned } = session.explanation();
      expect(learned?.groups.map(({ share }) => share)).toEqual(expected?.groups.map(({ share }) => share));
      expect(learned?.groups.filter(({ metric }) => metric?.stopped).map(({ name }) => name)).toEqual(["weights"]);
      await session.close();
    }
  });

  test("says of a fit that stopped before it found anything that it did", () => {
    const features = matrixFrom(Array.from({ length: 20 }, (_, i) => [i % 2, ((i * 7) % 11) / 11]));
    const kernel = learnedKernel({ base: BASE, fitAt: [12], delay: 0, metrics: ["weights"] });
    const pool = poolWith(features, kernel);
    let labels = Labels.none(pool);
    for (let i = 0; i < 12; i++) labels = labels.add(i, i % 2);
    const theta = new Float64Array(2);
    const outcome = { theta, logScale: 0, stopped: true, improved: false, charge: 0 };
    kernel.remember(features, [{ name: "weights", items: labels.inOrder, outcome }]);
    expect(kernel.stateAt(features, labels).learned?.skipped).toContainEqual({
      name: "weights",
      reason: "a fit on 12 items met numbers out of range before it found anything better than the given columns",
    });
  });

  test("never gives a weight that is not a number, for all features that doubles can hold", () => {
    const extreme = fc.oneof(
      fc.constantFrom(0, -0, 5e-324, 1e-300, 1e-16, 1, 1e16, 1e150, -1e150, 1e300, Number.MAX_VALUE, -Number.MAX_VALUE),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(extreme, extreme, extreme), { minLength: 14, maxLength: 18 }),
        fc.constantFrom(1e-150, 1e-6, 0.4, 1e6, 1e150),
        (rows, bandwidth) => {
          const features = matrixFrom(rows.map((row) => [...row]));
          const kernel = learnedKernel({ base: rbf({ bandwidth }), fitAt: [10], delay: 0, neighbour: 3, steps: 10 });
          const pool = poolWith(features, kernel);
          let labels = Labels.none(pool);
          for (let i = 0; i < 12; i++) labels = labels.add(i, i % 3 === 0 ? 1 : 0);
          const { learned, kernel: taught } = kernel.stateAt(features, labels);
          const weights = learned?.groups.flatMap((group) => [...group.weights]) ?? [];
          expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
          for (const { metric } of learned?.groups ?? []) {
            for (const weight of metric?.columnWeights ?? []) expect(weight).not.toBeNaN();
          }
          expect(taught.similarity(features, 0, features, 13)).not.toBeNaN();
        },
      ),
      { numRuns: 60 },
    );
  });

  test("survives labels of one class, repeated answers, constant and duplicate columns, and extreme numbers", async () => {
    const rows = Array.from({ length: 20 }, (_, i) => [i % 5, 7, i % 5, i === 3 ? 1e300 : i / 7]);
    for (const base of [BASE, rbf({ bandwidth: 1e-150 }), rbf({ bandwidth: 1e150 })]) {
      const kernel = learnedKernel({ base, fitAt: [4, 8] });
      const learner = await Learner.create({ features: matrixFrom(rows), classes: ["no", "yes"], kernel });
      for (let i = 0; i < 9; i++) await learner.label(i, "no");
      await learner.label(2, "yes", { again: true });
      await learner.label(2, "yes", { again: true });
      for (const value of (await learner.probabilities()).data) expect(value).not.toBeNaN();
      for (let i = 9; i < 12; i++) await learner.label(i, "yes");
      for (const value of (await learner.probabilities(matrixFrom([[1e308, -1e308, 1e308, 3]]))).data)
        expect(value).not.toBeNaN();
      expect((await learner.suggest()).length).toBe(1);
      await learner.close();
    }
  });

  test("does without a metric whose fit found nothing better than the given columns, and says so", () => {
    const { pool } = oneColumn(30, 3);
    const kernel = learnedKernel({ base: BASE, metrics: ["weights"], weightWidth: 1e-6 }); // any step costs more than it can give
    const { learned } = kernel.stateAt(pool.features, labelled(pool, 10));
    expect(learned?.groups.map(({ name }) => name)).toEqual(["given", "decorrelated", "ranks"]);
    const reason = "a fit on 8 items found nothing better than the given columns";
    expect(learned?.skipped).toEqual([{ name: "weights", reason }]);
  });

  test("is written down and read back", () => {
    const kernel = learnedKernel({
      base: BASE,
      steps: 7,
      views: ["ranks"],
      metrics: ["full"],
      fitAt: [5, 9],
      delay: 3,
    });
    const again = kernelFromJSON(JSON.parse(JSON.stringify(kernel))) as Kernel;
    expect(isLearnedKernel(again)).toBe(true);
    expect(again.toJSON()).toEqual(kernel.toJSON());
    expect(again.toJSON()).toMatchObject({ views: ["given", "ranks"], steps: 7, delay: 3 });
  });

  test("rejects options that are out of range, in one sentence each", () => {
    const told = (options: object) => rejection(() => learnedKernel({ base: BASE, ...options }));
    expect(told({ base: learnedKernel({ base: BASE }) })).toBe(
      'learnedKernel: base must be a kernel that does not learn itself, got "learned"',
    );
    expect(told({ steps: 0 })).toMatch(/^learnedKernel: steps must be an integer from 1 to 1000, got 0/);
    expect(told({ leastShare: 2 })).toMatch(/^learnedKernel: leastShare must be a number from 0 to 1, got 2/);
    expect(told({ weightWidth: 0 })).toMatch(
      /^learnedKernel: weightWidth must be a number from 0.000001 to 1000000, got 0/,
    );
    expect(told({ fitAt: [8, 8] })).toMatch(/^learnedKernel: fitAt\[1\] must be above the one before, got 8/);
    expect(told({ fitAt: 8 })).toMatch(/^learnedKernel: fitAt must be a list/);
    expect(told({ views: ["upside down"] })).toMatch(/^learnedKernel: views must be one of given, decorrelated, ranks/);
    expect(told({ scale: [1] })).toMatch(/^learnedKernel: options.scale is unknown/);
  });

  test("sums similarities and frequencies over the groups that are used", () => {
    const { pool } = oneColumn(40, 3);
    const labels = labelled(pool, 12);
    const { kernel } = learnedKernel({ base: BASE }).stateAt(pool.features, labels);
    const { groups } = kernel as GroupMixtureKernel;
    let sum = 0;
    for (const { view, mixture } of groups) sum += mixture.similarity(view.features, 5, view.features, 7);
    expect(kernel.similarity(pool.features, 5, pool.features, 7)).toBe(sum);
    expect(groups.length).toBeGreaterThan(1);
    expect(kernel.similarity(pool.features, 5, pool.features, 5)).toBeCloseTo(1, 14);
  });
});

function learnedOf(pool: Pool, labels: Labels) {
  const state = pool.kernel.stateAt?.(pool.features, labels);
  if (!state?.learned) throw new Error("nothing was learned");
  return { ...state, learned: state.learned };
}

/** Random rows of which the first column alone decides. */
function oneColumn(rows: number, cols: number): { pool: Pool; truth: string[] } {
  const chance = generator(11);
  const features = matrix(rows, cols);
  features.data.forEach((_, at) => {
    features.data[at] = 2 * chance.nextUnit() - 1;
  });
  const truth = Array.from({ length: rows }, (_, i) => (features.data[i * cols] > 0 ? "yes" : "no"));
  return { pool: createPool({ features, classes: ["no", "yes"], kernel: BASE }), truth };
}

function labelled(pool: Pool, count: number): Labels {
  const { data, cols } = pool.features as Matrix;
  return Labels.from(
    pool,
    Array.from({ length: count }, (_, i) => [i, data[i * cols] > 0 ? "yes" : "no"]),
  );
}

function poolWith(features: Matrix, kernel: Kernel): Pool {
  return createPool({ features, kernel, classes: ["a", "b"] });
}

/** Items of two clusters per class, each with a linear map of its own, and their classes. */
function twoClustersPerClass(items: number, classes: number, columns: number): { features: Matrix; truth: number[] } {
  const chance = generator(1);
  const centres = Array.from({ length: 2 * classes * columns }, () => (chance.nextIndex(2) === 0 ? -1 : 1));
  const maps = Array.from({ length: 2 * classes * columns ** 2 }, () => 2 * chance.nextUnit() - 1);
  const features = matrix(items, columns);
  const truth = Array.from({ length: items }, (_, i) => i % classes);
  truth.forEach((y, i) => {
    const cluster = chance.nextIndex(2) * classes + y;
    const raw = Array.from({ length: columns }, () => Math.sqrt(3) * (2 * chance.nextUnit() - 1));
    for (let d = 0; d < columns; d++) {
      let value = centres[cluster * columns + d];
      raw.forEach((own, e) => {
        value += own * maps[(cluster * columns + e) * columns + d];
      });
      features.data[i * columns + d] = value;
    }
  });
  return { features, truth };
}
