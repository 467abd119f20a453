// `npm run bench -- reproduce --data DIR`: a few repetitions of every cell of the paper's experiment, on a store that is
// thrown away, and how long all 100 would take. Without --data the six small datasets of a quick run are measured.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderDatasets, onThreads, PAPER_STRATEGIES, paperPlan, plannedRuns, quickDatasets } from "@xpal/lab";
import { openStore } from "@xpal/store";

const ALL = 100;

const { data, repetitions, threads, json } = JSON.parse(process.argv[2]);
const datasets = data === undefined ? await quickDatasets() : folderDatasets(data);
const plan = paperPlan({ datasets, strategies: PAPER_STRATEGIES, repetitions, budget: 200 });
const folder = mkdtempSync(join(tmpdir(), "xpal-bench-"));
const store = await openStore(`sqlite:${join(folder, "runs.sqlite")}`);
const before = process.cpuUsage();
try {
  const surroundings = { owner: "bench", version: "bench", now: () => Date.now() };
  const { seconds, failures } = await onThreads(threads)(plan, {
    store: store.runs,
    blobs: store.blobs,
    ...surroundings,
  });
  if (failures.length > 0) throw new Error(failures[0].sentence);
  const { user, system } = process.cpuUsage(before);
  print(await cells(), seconds, (user + system) / 1e6);
} finally {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Mean seconds of a run's queries, by dataset and strategy. */
async function cells() {
  const sums = new Map();
  for (const { key, dataset, strategy } of plannedRuns(plan)) {
    const { outcome } = await store.runs.get(key);
    const cell = `${plan.datasets[dataset].card.name} ${plan.strategies[strategy].key}`;
    const total = outcome.microseconds.reduce((sum, value) => sum + value, 0) / 1e6;
    sums.set(cell, (sums.get(cell) ?? 0) + total / repetitions);
  }
  return sums;
}

function print(sums, seconds, cpuSeconds) {
  const keys = plan.strategies.map(({ key }) => key);
  const names = plan.datasets.map(({ card }) => card.name);
  const rows = names.map((name) => ({
    dataset: name,
    ...Object.fromEntries(keys.map((key) => [key, sums.get(`${name} ${key}`)])),
  }));
  const total = Object.fromEntries(keys.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)]));
  const minutes = (value) => Number(((value * ALL) / repetitions / 60).toFixed(1));
  const whole = { repetitions: ALL, threads, minutes: minutes(seconds), cpuMinutes: minutes(cpuSeconds) };
  if (json) {
    console.log(JSON.stringify({ benchmark: "reproduce", rows, total, whole }));
    return;
  }
  const line = (name, values) => console.log(name.padEnd(26) + keys.map((key) => values(key).padStart(10)).join(""));
  line("seconds per run", (key) => key);
  for (const row of rows) line(row.dataset, (key) => row[key].toFixed(3));
  line("sum", (key) => total[key].toFixed(2));
  console.log(
    `${ALL} repetitions would take ${whole.minutes} minutes on ${threads} threads (${whole.cpuMinutes} minutes of one core)`,
  );
}
