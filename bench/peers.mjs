// `npm run bench -- peers --data DIR [--splits 10] [--sets iris,wine] [--jobs 16] [--out DIR] [--python PATH] [--json]`:
// xPAL with the learned kernel and plain xPAL against what people would use instead, scikit-learn's classifiers with
// margin sampling, on the same splits. With --out every finished run is kept there: the same command goes on where it
// ended, calls with different --sets may share a folder, and a last call without --sets prints the whole. Runs are kept by
// data and options, not by the version of the code: use a new folder for a new version.
// Exit codes: 2 for wrong arguments, 3 where Python 3 with scikit-learn is missing.
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { XpalError } from "@xpal/core";
import { folderDatasets, onThreads, plannedRuns, quickDatasets } from "@xpal/lab";
import { openStore } from "@xpal/store";
import { askRivals, findRivals } from "./peers/ask-rivals.mjs";
import { comparisons, tables } from "./peers/comparison.mjs";

/** The first is the product's default. */
const OURS = [
  {
    ...{ key: "learn", title: "xPAL, learned kernel", options: { ownRisk: 1 } },
    source: { kind: "library", name: "xpal", options: { ownRisk: 1 }, kernel: { name: "learned" } },
  },
  { key: "xpal", title: "xPAL", options: {}, source: { kind: "library", name: "xpal", options: {} } },
];
const BUDGET = 200;

try {
  process.exitCode = await main(JSON.parse(process.argv[2]));
} catch (error) {
  if (!(error instanceof XpalError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function main(options) {
  const { data = process.env.XPAL_DATASETS, sets, json } = options;
  const splits = count("splits", options.splits ?? 10);
  const jobs = count("jobs", options.jobs ?? availableParallelism());
  const tried = options.python === undefined ? ["python3", "/usr/bin/python3"] : [options.python];
  const [python, rivals] = tried.map((name) => [name, findRivals(name)]).find(([, found]) => found !== null) ?? [];
  if (rivals === undefined) {
    console.error(
      `bench peers: needs Python 3 with scikit-learn, found none as ${tried.join(" or ")}; install it (Debian: apt-get install python3-sklearn) or name it with --python`,
    );
    return 3;
  }
  const names = sets?.split(",");
  const datasets = distinct(data === undefined ? await quickDatasets(names) : folderDatasets(data, names));
  const plan = {
    ...{ title: "Peers", reference: "xpal", repetitions: splits, budget: BUDGET, paper: false, measures: [] },
    ...{ datasets, strategies: OURS },
  };
  const folder = options.out ?? mkdtempSync(join(tmpdir(), "xpal-bench-"));
  mkdirSync(folder, { recursive: true });
  try {
    const ours = await ourAreas(plan, jobs, folder);
    const kept = join(folder, "rivals.jsonl");
    const theirs = await theirAreas({ plan, python, rivals, jobs, kept });
    const titles = { ...titlesOf(OURS), ...rivals.rivals };
    const rows = datasets.map(({ card }) => ({
      dataset: card.name,
      ...Object.fromEntries(OURS.map(({ key }) => [key, ours.get(`${card.name} ${key}`) / splits])),
      ...Object.fromEntries(Object.keys(rivals.rivals).map((key) => [key, theirs.get(`${card.name} ${key}`) / splits])),
    }));
    const ourKeys = OURS.map(({ key }) => key);
    const found = comparisons(rows, ourKeys, Object.keys(rivals.rivals));
    const about = {
      ...{ date: new Date().toISOString().slice(0, 10), splits, labels: BUDGET },
      versions: { xpal: xpalVersion(), node: process.version, ...rivals.versions },
    };
    if (json) console.log(JSON.stringify({ benchmark: "peers", ...about, methods: titles, rows, comparisons: found }));
    else console.log([headOf(about, titles), tables(rows, found, titles)].join("\n\n"));
    return 0;
  } finally {
    if (options.out === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Sums of the areas over the splits, by dataset and strategy. */
async function ourAreas(plan, jobs, folder) {
  const store = await openStore(`sqlite:${join(folder, "runs.sqlite")}`);
  const tell = progress();
  try {
    const { failures } = await onThreads(jobs)(plan, {
      ...{ store: store.runs, blobs: store.blobs, owner: randomUUID(), version: "bench", now: () => Date.now() },
      onProgress: ({ done, total }) => tell("xPAL", done, total),
    });
    if (failures.length > 0) throw new Error(failures[0].sentence);
    const areas = new Map();
    for (const { key, dataset, strategy } of plannedRuns(plan)) {
      const { testCount, wrong } = (await store.runs.get(key)).outcome;
      const area = wrong.reduce((sum, count) => sum + count, 0) / testCount / wrong.length;
      add(areas, `${plan.datasets[dataset].card.name} ${plan.strategies[strategy].key}`, area);
    }
    return areas;
  } finally {
    await store.close();
  }
}

/** The same of the rivals. The key of the plain run on a split names its data. */
async function theirAreas({ plan, python, rivals, jobs, kept }) {
  const plain = plan.strategies.findIndex(({ key }) => key === "xpal");
  const runs = plannedRuns(plan)
    .filter(({ strategy }) => strategy === plain)
    .map(({ key, dataset, repetition }) => ({ key, planned: plan.datasets[dataset], split: repetition }));
  const keys = Object.keys(rivals.rivals);
  const total = runs.length * keys.length;
  const tell = progress();
  const areas = await askRivals({
    ...{ python, rivals: keys, version: rivals.versions["scikit-learn"], runs, jobs, kept },
    onDone: (done) => tell("rivals", done, total),
  });
  const sums = new Map();
  for (const { key, planned } of runs) {
    for (const rival of keys) add(sums, `${planned.card.name} ${rival}`, areas.get(`${key} ${rival}`));
  }
  return sums;
}

function add(sums, key, area) {
  sums.set(key, (sums.get(key) ?? 0) + area);
}

/** Leaves out a dataset with the same rows as an earlier one, which would count twice. */
function distinct(datasets) {
  const known = new Set();
  return datasets.filter(({ dataset }) => {
    if (dataset.features.data === undefined || dataset.others !== undefined) {
      console.error(`bench peers: ${dataset.name} has sparse or mixed columns and is left out`);
      return false;
    }
    const hash = createHash("sha256").update(dataset.features.data).update(dataset.labels).digest("hex");
    return !known.has(hash) && known.add(hash);
  });
}

function xpalVersion() {
  return JSON.parse(readFileSync(new URL("../packages/core/package.json", import.meta.url), "utf8")).version;
}

function titlesOf(ours) {
  return Object.fromEntries(ours.map(({ key, title }) => [key, { title, settings: "as the library has it" }]));
}

function headOf({ date, splits, labels, versions }, titles) {
  const used = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const methods = Object.entries(titles).map(([key, { title, settings }]) => `${key}: ${title} (${settings})`);
  return [
    `Mean area under the learning curve, ${splits} splits, up to ${labels} labels; * is the lowest. ${date}, ${used.join(", ")}`,
    ...methods,
  ].join("\n");
}

/** Says how far it is, when that has changed; in a log at every hundredth run only. */
function progress() {
  let told = 0;
  return (what, done, total) => {
    if (done === told) return;
    told = done;
    if (process.stderr.isTTY) process.stderr.write(`\r${what} ${done} of ${total}${done === total ? "\n" : ""}`);
    else if (done % 100 === 0 || done === total) process.stderr.write(`${what} ${done} of ${total}\n`);
  };
}

function count(name, given) {
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= 1000) return value;
  throw new XpalError("bad-argument", {
    ...{ who: "bench peers", argument: `--${name}`, rule: "must be an integer from 1 to 1000", value: given },
  });
}
