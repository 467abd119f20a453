// A strategy with the learned kernel, run by the lab's machinery, against the library used by hand.

import {
  Labels,
  Learner,
  learnedKernel,
  matrixFrom,
  mixture,
  openSession,
  predictiveFrequencies,
  probabilitiesOf,
  strategyFromJSON,
  xpalLearned,
} from "@xpal/core";
import { describe, expect, test } from "vitest";
import { RandomState } from "../../../src/paper/numpy/random-state.ts";
import type { StrategyKernel, StrategySource } from "../../../src/plan/plan.ts";
import type { Dataset } from "../../../src/replay/dataset.ts";
import { type Measure, measure } from "../../../src/replay/measures.ts";
import type { Outcome } from "../../../src/replay/run-strategy.ts";
import { prepareTask, type TaskOptions } from "../../../src/replay/task.ts";
import { doJob } from "../../../src/run/do-job.ts";
import { readRecord, runRecord } from "../../../src/run/store/run-record.ts";

const BUDGET = 24;
/** The given view at three scales. */
const SCALES = { views: ["given"], metrics: [], localities: [0], scales: [0.25, 1, 4] } as const;
const MEASURES: readonly Measure[] = ["logLoss", "calibrationError"];

/** Two rings of points of different density around each other, 60 points, so that scale and locality matter. */
function rings(): Dataset {
  const chance = new RandomState(3);
  const rows = Array.from({ length: 60 }, (_, i) => {
    const [angle, wobble] = chance.uniform(0, 1, 2);
    const radius = (i % 3 === 0 ? 1 : 3) + wobble / 2;
    return [radius * Math.cos(6.3 * angle), radius * Math.sin(6.3 * angle)];
  });
  const labels = Uint32Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 0 : 1));
  return { name: "rings", kernel: "rbf", features: matrixFrom(rows), classes: ["in", "out"], labels };
}

function source(name: string, options: Record<string, unknown>, kernel?: Omit<StrategyKernel, "name">): StrategySource {
  return {
    kind: "library",
    name,
    options,
    ...(kernel === undefined ? {} : { kernel: { name: "learned", ...kernel } }),
  };
}

async function outcomes(
  sources: readonly StrategySource[],
  dataset = rings(),
  options: TaskOptions = {},
): Promise<Outcome[]> {
  const found: Outcome[] = [];
  const workload = {
    measures: MEASURES,
    datasets: [{ dataset, options: { budget: BUDGET, ...options } }],
    strategies: sources.map((one) => ({ source: one })),
  };
  const job = { dataset: 0, repetition: 1, strategies: sources.map((_, s) => s) };
  await doJob(
    workload,
    job,
    () => 0,
    (event) => {
      if (event.kind === "failure") throw new Error(event.sentence);
      if (event.kind === "outcome") found[event.strategy] = event.outcome;
    },
  );
  return found;
}

const task = prepareTask(rings(), 1, { budget: BUDGET });
const base = task.pool.kernel;

describe("a run with the learned kernel", () => {
  test("asks for what a Learner with xpalLearned suggests on the same pool, wherever no tie is drawn", async () => {
    const [{ picks }] = await outcomes([source("xpal", { ownRisk: 1 }, {})]);
    const { pool, truth } = task;
    const preset = xpalLearned({ base });
    const learner = await Learner.create({ features: pool.features, classes: pool.classes, ...preset });
    const session = await openSession(learner.pool, "definition");
    let alone = 0;
    for (const pick of picks) {
      const { labels } = learner;
      const candidates = labels.unlabelled();
      const request = { strategy: preset.strategy, labels, candidates, generator: new RandomState(1) };
      const best = Array.from((await session.scores(request)).best, (place) => candidates[place]);
      const [{ index }] = await learner.suggest();
      expect(best).toContain(pick);
      expect(best).toContain(index);
      if (best.length === 1) alone++;
      await learner.label(pick, pool.classes[truth[pick]]);
    }
    expect(alone).toBeGreaterThan(BUDGET / 2);
    await learner.close();
  });

  test.each([
    ["us", { measure: "margin" }],
    ["us", { measure: "leastConfidence" }],
    ["xpal", {}],
  ])("asks by the learned kernel, as the definition does: %s %j", async (name, options) => {
    const kernelOptions = { localities: [0, 1], from: 4 };
    const [{ picks }] = await outcomes([source(name, options, kernelOptions)]);
    const pool = { ...task.pool, kernel: learnedKernel({ ...kernelOptions, base }), predictor: mixture() };
    const session = await openSession(pool, "definition");
    let labels = Labels.none(pool);
    const random = new RandomState(task.seed);
    for (const pick of picks) {
      const candidates = labels.unlabelled();
      const strategy = strategyFromJSON({ name, ...options });
      const { best } = await session.scores({ strategy, labels, candidates, generator: random });
      expect(candidates[best[random.nextIndex(best.length)]]).toBe(pick);
      labels = labels.add(pick, task.truth[pick]);
    }
  });

  test("is tested with what its own labels taught, spreads of test rows included", async () => {
    const [{ picks, measures }] = await outcomes([source("us", {}, { metrics: [] })]);
    const pool = { ...task.pool, kernel: learnedKernel({ base, metrics: [] }), predictor: mixture() };
    let labels = Labels.none(pool);
    for (const pick of picks) labels = labels.add(pick, task.truth[pick]);
    const freq = predictiveFrequencies(pool, labels, task.testFeatures);
    const { data } = probabilitiesOf(freq);
    const predicted = task.testTruth.map((_, x) => (data[2 * x + 1] > data[2 * x] ? 1 : 0));
    const said = { truth: task.testTruth, predicted, probabilities: data, classCount: 2 };
    for (const name of MEASURES) expect(measures[name]?.[BUDGET]).toBe(measure(name, said));
  });

  test("is the same whichever other strategies share its session, and random asks for the same items as ever", async () => {
    const sources = [
      source("random", {}),
      source("random", {}, {}),
      source("us", { measure: "margin" }, {}),
      source("xpal", { ownRisk: 1 }, {}),
      source("xpal", { ownRisk: 1 }, { localities: [0] }),
    ];
    const together = await outcomes(sources);
    for (const [s, one] of sources.entries()) expect((await outcomes([one]))[0]).toEqual(together[s]);
    expect(together[1].picks).toEqual(together[0].picks);
    expect(together[1].testErrors).not.toEqual(together[0].testErrors);
  });

  test("keeps the weights it has learned every five labels and at the end, and none before it learns", async () => {
    const [learning, plain] = await outcomes([source("xpal", {}, { ...SCALES, from: 8 }), source("xpal", {})]);
    const { members, labels, rows } = learning.weights as NonNullable<Outcome["weights"]>;
    expect(plain.weights).toBeUndefined();
    expect(labels).toEqual([10, 15, 20, 24]);
    expect(members.slice(0, 3).map(({ scale, view }) => [scale, view])).toEqual(
      [0.25, 1, 4].map((scale) => [scale, 0]),
    );
    const kernel = learnedKernel({ base, ...SCALES, from: 8 });
    let given = Labels.none(task.pool);
    for (const pick of learning.picks) given = given.add(pick, task.truth[pick]);
    const [{ weights }] = kernel.stateAt(task.pool.features, given).learned?.groups ?? [];
    expect(rows[3].slice(0, 3)).toEqual(weights);
    expect(Math.max(...rows[3].slice(3))).toBe(0); // views and metrics that take no part
  });

  test("keeps the weights of columns at the end, and pinned columns count at least as much as at the start", async () => {
    const learn: StrategySource = {
      kind: "library",
      name: "xpal",
      options: { ownRisk: 1 },
      kernel: { name: "learned", metrics: ["weights"], leastShare: 0 },
    };
    // The first column decides, the others are noise.
    const chance = new RandomState(4);
    const rows = Array.from({ length: 80 }, () => [...chance.uniform(-1, 1, 3)]);
    const dataset: Dataset = {
      name: "corner",
      kernel: "rbf",
      features: matrixFrom(rows),
      classes: ["a", "b"],
      labels: Uint32Array.from(rows, ([x]) => (x > 0 ? 1 : 0)),
    };
    const [{ columns }] = await outcomes([learn], dataset);
    expect(columns?.weights[0]).toBeGreaterThan(1.5 * (columns?.weights[2] ?? Infinity));
    expect(columns?.weights[2]).toBeLessThan(1);
    expect(columns?.variances).toHaveLength(3);
    for (const variance of columns?.variances ?? []) expect(variance).toBeCloseTo(1, 10); // splits scale columns
    const [pinned] = await outcomes([learn], dataset, { pinned: [2] });
    expect(pinned.columns?.weights[2]).toBeGreaterThanOrEqual(1);
    const stored = runRecord(
      { key: "key", dataset: "corner", strategy: "learned", repetition: 1, version: "0" },
      pinned,
    );
    const read = readRecord("key", JSON.parse(JSON.stringify(stored)));
    expect(read.columns?.weights[0]).toBeCloseTo(pinned.columns?.weights[0] ?? 0, 2);
    expect(read.columns?.fittedOn).toBe(22);
  });
});
