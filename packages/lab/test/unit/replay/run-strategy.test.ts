import { definition, type Matrix, matrixFrom, random, type Strategy } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { RandomState } from "../../../src/paper/numpy/random-state.ts";
import { PAPER_STRATEGIES } from "../../../src/paper/strategies/paper-settings.ts";
import { paperStrategy } from "../../../src/paper/strategies/paper-strategies.ts";
import type { Dataset } from "../../../src/replay/dataset.ts";
import { runStrategy } from "../../../src/replay/run-strategy.ts";
import { prepareTask } from "../../../src/replay/task.ts";
import { PlainTestPart } from "../../../src/replay/test-part.ts";

/** Two clouds side by side, 30 points. */
function clouds(): Dataset {
  const chance = new RandomState(3);
  const rows = Array.from({ length: 30 }, (_, i) => [...chance.uniform(0, 1, 3)].map((x) => x + (i % 2)));
  return { name: "clouds", kernel: "rbf", features: matrixFrom(rows), classes: ["a", "b"], labels: halves() };
}
const halves = () => Uint32Array.from({ length: 30 }, (_, i) => i % 2);

describe("a run", () => {
  test.each(PAPER_STRATEGIES)("by %s labels the whole training part once and ends as every other does", async (key) => {
    const task = prepareTask(clouds(), 1);
    const session = await definition.open(task.pool);
    const testPart = new PlainTestPart(task);
    const outcome = await runStrategy(task, { strategy: paperStrategy(key, task), session, testPart });
    expect([...outcome.picks].sort((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, i) => i));
    expect(outcome.testErrors).toHaveLength(19);
    const rival = await runStrategy(task, { strategy: random(), session, testPart });
    expect(outcome.testErrors[0]).toBe(rival.testErrors[0]); // paired: the same draws with nothing labelled
    expect(outcome.testErrors[18]).toBe(rival.testErrors[18]);
    expect(outcome.aulc).toBeCloseTo(outcome.testErrors.reduce((sum, error) => sum + error, 0) / 19, 14);
  });

  test("stops at the budget", async () => {
    const task = prepareTask(clouds(), 1, { budget: 5 });
    const session = await definition.open(task.pool);
    const { picks } = await runStrategy(task, { strategy: random(), session, testPart: new PlainTestPart(task) });
    expect(picks).toHaveLength(5);
  });

  test("times queries with the clock it is given", async () => {
    const task = prepareTask(clouds(), 1, { budget: 3 });
    const session = await definition.open(task.pool);
    let now = 0;
    const clock = () => (now += 0.5);
    const { seconds } = await runStrategy(task, {
      strategy: random(),
      session,
      testPart: new PlainTestPart(task),
      clock,
    });
    expect([...seconds]).toEqual([0.5, 0.5, 0.5]);
  });

  test("rejects a strategy whose scores are no numbers, and ends when told to", async () => {
    const task = prepareTask(clouds(), 1);
    const session = await definition.open(task.pool);
    const testPart = new PlainTestPart(task);
    const strategy: Strategy = {
      name: "blank",
      scores: ({ candidates }) => new Float64Array(candidates.length).fill(Number.NaN),
      toJSON: () => ({ name: "blank" }),
    };
    await expect(runStrategy(task, { strategy, session, testPart })).rejects.toThrow(
      "strategy blank: scores[0] must be a number, got NaN",
    );
    const signal = AbortSignal.abort();
    await expect(runStrategy(task, { strategy: random(), session, testPart, signal })).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});

describe("a task", () => {
  test("is scaled by its training part alone, constant columns by 1", () => {
    const dataset = clouds();
    for (let i = 0; i < 30; i++) (dataset.features as Matrix).data[i * 3 + 2] = 0.1;
    const { cols, rows, data } = prepareTask(dataset, 2).pool.features as Matrix;
    for (let d = 0; d < cols; d++) {
      const column = Array.from({ length: rows }, (_, i) => data[i * cols + d]);
      const squares = column.reduce((sum, value) => sum + value * value, 0);
      expect(Math.abs(column.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-12);
      expect(squares).toBeCloseTo(d === 2 ? 0 : rows, 10);
    }
  });

  test("leaves text and categories unscaled", () => {
    const task = prepareTask({ ...clouds(), kernel: "cosine" }, 2);
    expect(Math.min(...(task.pool.features as Matrix).data)).toBeGreaterThan(0);
  });

  test("has the paper's budget: 200, or the training part where that is smaller", () => {
    expect(prepareTask(clouds(), 1).budget).toBe(18);
    const rows = Array.from({ length: 400 }, (_, i) => [i, i % 7]);
    const labels = Uint32Array.from(rows, (_, i) => i % 2);
    expect(prepareTask({ ...clouds(), features: matrixFrom(rows), labels }, 1).budget).toBe(200);
  });
});
