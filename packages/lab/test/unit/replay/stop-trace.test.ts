import { decide, definition, Learner, matrixFrom, xpal } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { RandomState } from "../../../src/paper/numpy/random-state.ts";
import type { Dataset } from "../../../src/replay/dataset.ts";
import { runStrategy } from "../../../src/replay/run-strategy.ts";
import { prepareTask } from "../../../src/replay/task.ts";
import { PlainTestPart } from "../../../src/replay/test-part.ts";
import { readRecord, runRecord } from "../../../src/run/store/run-record.ts";

/** Two clouds that overlap a little, 40 points. */
function clouds(): Dataset {
  const chance = new RandomState(3);
  const rows = Array.from({ length: 40 }, (_, i) => [...chance.uniform(0, 1, 2)].map((x) => x + 0.8 * (i % 2)));
  const labels = Uint32Array.from({ length: 40 }, (_, i) => i % 2);
  return { name: "clouds", kernel: "rbf", features: matrixFrom(rows), classes: ["a", "b"], labels };
}

describe("what stop rules look at", () => {
  test("is recorded at every fifth label, changes nothing of the run, and survives the store", async () => {
    const task = prepareTask(clouds(), 1, { budget: 12 });
    const session = await definition.open(task.pool);
    const testPart = new PlainTestPart(task);
    const plain = await runStrategy(task, { strategy: xpal(), session, testPart });
    const traced = await runStrategy(task, { strategy: xpal(), session, testPart, measures: ["stopping"] });
    expect(traced.picks).toEqual(plain.picks);
    expect(traced.testErrors).toEqual(plain.testErrors);
    const { stopping } = traced;
    if (stopping === undefined) throw new Error("nothing was recorded");
    expect(stopping.open).toEqual([24, 19, 14]);
    expect(stopping.foretoldWrong).toHaveLength(12);
    expect(stopping.leftOutWrong[0]).toBe(0);
    for (const [name, values] of Object.entries(stopping)) {
      if (name !== "foretoldWrong") expect(values, name).toHaveLength(3);
      expect(values.every(Number.isFinite), name).toBe(true);
    }
    expect(stopping.openWrong.every((wrong, i) => wrong <= stopping.open[i])).toBe(true);
    const run = { key: "key", dataset: "clouds", strategy: "xpal", repetition: 1, version: "1" };
    const kept = readRecord("key", JSON.parse(JSON.stringify(runRecord(run, traced))));
    expect(kept.stopping?.openWrong).toEqual(stopping.openWrong);
    expect(kept.stopping?.gain[0]).toBeCloseTo(stopping.gain[0], 5);
  });

  test("under the balanced measure is recorded by the decisions that the run makes, not by the likeliest classes", async () => {
    const rare = { ...clouds(), labels: Uint32Array.from({ length: 40 }, (_, i) => (i % 6 === 1 ? 1 : 0)) };
    const task = prepareTask(rare, 1, { budget: 15 });
    const balanced = { ...task, pool: Object.freeze({ ...task.pool, measure: "balanced" as const }) };
    const session = await definition.open(balanced.pool);
    const testPart = new PlainTestPart(balanced);
    const { stopping, picks } = await runStrategy(balanced, {
      ...{ strategy: xpal(), session, testPart, measures: ["stopping"] as const },
    });
    const learner = await Learner.create({
      ...{ features: task.pool.features, kernel: task.pool.kernel, classes: ["a", "b"], measure: "balanced" as const },
      engine: "definition",
    });
    for (const [at, item] of picks.entries()) {
      const snapshot = learner.at();
      const freq = await snapshot.frequencies();
      const loss = (await snapshot.lossMatrix()) ?? undefined;
      const decided = (x: number) => decide(freq.data.subarray(2 * x, 2 * x + 2), loss);
      expect(stopping?.foretoldWrong[at]).toBe(Number(decided(item) !== task.truth[item]));
      if (at % 5 === 0) {
        const wrong = learner.labels.unlabelled().filter((x) => decided(x) !== task.truth[x]).length;
        expect(stopping?.openWrong[at / 5]).toBe(wrong);
        expect(stopping?.gain[at / 5]).toBeCloseTo((await learner.preview(item)).gain, 12);
      }
      await learner.label(item, learner.pool.classes[task.truth[item]]);
    }
    await learner.close();
  });

  test("under costs is recorded in shares of the largest cost, by the decisions that the costs make", async () => {
    const costs = [
      [0, 1],
      [5, 0],
    ];
    const run = async (table: number[][]) => {
      const task = prepareTask(clouds(), 1, { budget: 10, costs: table });
      const session = await definition.open(task.pool);
      const testPart = new PlainTestPart(task);
      const { stopping } = await runStrategy(task, { strategy: xpal(), session, testPart, measures: ["stopping"] });
      return stopping ?? expect.unreachable();
    };
    const trace = await run(costs);
    expect(trace.costs).toEqual([1, 5]);
    expect(trace.blindCost).toEqual([1]); // calling everything a "b"
    expect(trace.openAtCost).toHaveLength(2 * trace.open.length);
    for (const [place, wrong] of trace.openWrong.entries()) {
      const [cheap, dear] = trace.openAtCost?.slice(2 * place, 2 * place + 2) ?? [];
      expect(cheap + dear).toBe(wrong);
    }
    // Without a label nothing is known of any item and the first class is called: 11 of 24 items are a "b", at a cost of 5.
    expect(trace.openAtCost?.slice(0, 2)).toEqual([0, 11]);
    expect(trace.expected[0]).toBeCloseTo(0.5, 12); // half of the items at the largest cost
    expect(trace.foretoldWrong.every((loss) => [0, 0.2, 1].includes(loss))).toBe(true);
    const scaled = await run(costs.map((row) => row.map((cost) => 8 * cost)));
    expect({ ...scaled, costs: trace.costs, blindCost: trace.blindCost }).toEqual(trace);
    const equal = await run([
      [0, 7],
      [7, 0],
    ]);
    expect(equal).not.toHaveProperty("costs");
    expect(equal.expected[0]).toBe(0.5);
  });
});
