// A row that equals a row of the training part would be known in the test part already.
import { monks } from "@xpal/data";
import { expect, test } from "vitest";
import { datasetFromTable } from "../../../src/index.ts";
import { prepareTask } from "../../../src/replay/task.ts";

test("rows that equal each other are on one side of every split, and as many labels can be asked for", () => {
  const dataset = datasetFromTable(monks(), { name: "monks" });
  const plain = prepareTask(dataset, 1, { chance: "plain" });
  const count = dataset.labels.length;
  const repeats = Array.from({ length: count }, (_, row) => row - (row % 4)); // four rows each
  for (let repetition = 1; repetition <= 5; repetition++) {
    const task = prepareTask(dataset, repetition, { chance: "plain", repeats });
    expect(task.pool.size % 4).toBe(0);
    expect(task.pool.size).toBeGreaterThanOrEqual(plain.pool.size);
    expect(task.pool.size + task.testTruth.length).toBe(count);
    expect(task.testTruth.length).toBeGreaterThan(0.3 * count);
  }
});
