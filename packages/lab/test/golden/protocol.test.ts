import { readFileSync } from "node:fs";
import { definition, matrixFrom } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { paperStrategy } from "../../src/paper/strategies/paper-strategies.ts";
import type { Dataset, DatasetKernel } from "../../src/replay/dataset.ts";
import { runStrategy } from "../../src/replay/run-strategy.ts";
import { prepareTask } from "../../src/replay/task.ts";
import { PlainTestPart } from "../../src/replay/test-part.ts";

interface Run {
  strategy: "rand" | "xpal";
  repetition: number;
  seed: number;
  testCount: number;
  picks: number[];
  wrong: number[];
}
const golden: { kernel: DatasetKernel; features: number[][]; labels: number[]; runs: Run[] }[] = JSON.parse(
  readFileSync(new URL("protocol.json", import.meta.url), "utf8"),
);

describe.each(golden)("the protocol in plain NumPy and here agree ($kernel)", ({ kernel, features, labels, runs }) => {
  const dataset: Dataset = {
    name: "golden",
    kernel,
    features: matrixFrom(features),
    classes: ["a", "b", "c"],
    labels: Uint32Array.from(labels),
  };

  test.each(runs)("in every pick and every test error of $strategy, repetition $repetition", async (run) => {
    const task = prepareTask(dataset, run.repetition);
    const session = await definition.open(task.pool);
    const strategy = paperStrategy(run.strategy, task);
    const outcome = await runStrategy(task, { strategy, session, testPart: new PlainTestPart(task) });
    expect(outcome.seed).toBe(run.seed);
    expect([...outcome.picks]).toEqual(run.picks);
    expect([...outcome.testErrors]).toEqual(run.wrong.map((count) => count / run.testCount));
  });
});

test("the golden runs include splits that had to be repeated", () => {
  expect(golden.flatMap(({ runs }) => runs).filter(({ seed, repetition }) => seed > repetition).length).toBeGreaterThan(
    0,
  );
});
