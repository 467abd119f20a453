// `npm run bench -- selection|strategies|adaptive|costs [--json] [--points 500,1000] [--classes 2,4] [--labels 200] [--threads 1]`
// `npm run bench -- costs --points 10000 --only eer,pal` measures some of the strategies only
// `npm run bench -- large [--json] [--candidates 20000,100000,1000000] [--classes 10] [--labels 60] [--threads 2]`
// `npm run bench -- reproduce [--json] [--data DIR] [--repetitions 1] [--threads 2]`
// `npm run bench -- queue [--json] [--repetitions 4]`
// `npm run bench -- start [--json] [--repetitions 10]`
// `npm run bench -- figures [--json] [--data BUILT-SITE] [--repetitions 5]`
// `npm run bench -- stream [--json] [--rows 10000000] [--memory 1G]`
// `npm run bench -- rare [--json] [--repetitions 20]`
// `npm run bench -- studio|map [--json]`
// `npm run bench -- items [--json]`
// `npm run bench -- team [--json] [--points 10000] [--people 50] [--seconds 60] [--servers 2] [--model learn|paper]`
// `npm run bench -- peers [--json] [--data DIR] [--splits 10] [--sets iris,wine] [--jobs 2] [--out DIR] [--python PATH]`
// `npm run bench -- annotators [--json] [--data DIR] [--sets iris,wine] [--repetitions 5]`
// Prints a table, or with --json one object on the last line. Each row runs in a process of its own, so that its memory
// is its own and nothing is left from the row before. Never run by `npm test`.
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const BENCHMARKS = {
  selection: { points: [500, 1000, 2000, 10000], classes: [2, 4, 6], labels: 200 },
  strategies: { points: [500, 1000, 2000], classes: [2, 4], labels: 40 },
  large: { points: [20000, 100000, 1000000], classes: [10], labels: 60 },
  adaptive: { points: [500, 2000, 10000], classes: [4], labels: 200 },
  studio: { points: [10000], classes: [10], labels: 300 },
  costs: { points: [2000, 10000], classes: [4], labels: 100 },
  map: { points: [20000], classes: [10], labels: 40 },
};
/** Those that are one process instead of one for each row, and how often they repeat. */
const PLANS = {
  ...{ reproduce: "1", queue: "4", start: "10", figures: "5", items: "1", peers: "1" },
  ...{ annotators: "5", stream: "1", rare: "20", team: "1" },
};
const here = dirname(fileURLToPath(import.meta.url));

const { name, options } = readArguments();
if (Object.hasOwn(PLANS, name)) {
  const { repetitions = PLANS[name], threads = String(availableParallelism()), ...others } = options;
  const problem = { ...others, repetitions: Number(repetitions), threads: Number(threads) };
  const made = spawnSync(process.execPath, [join(here, `${name}.mjs`), JSON.stringify(problem)], {
    stdio: "inherit",
  });
  process.exit(made.status ?? 1);
}
const defaults = BENCHMARKS[name];
const rows = [];
for (const points of numbers(options.candidates ?? options.points) ?? defaults.points) {
  for (const classes of numbers(options.classes) ?? defaults.classes) {
    const labels = Number(options.labels ?? defaults.labels);
    const made = runRow({
      points,
      classes,
      labels,
      ...(options.only === undefined ? {} : { only: options.only.split(",") }),
      threads: Number(options.threads ?? (name === "large" || (name === "adaptive" && points > 2000) ? 2 : 1)),
    });
    for (const row of Array.isArray(made) ? made : [made]) {
      rows.push(row);
      if (!options.json) console.log(readable(row));
    }
  }
}
if (options.json) console.log(JSON.stringify({ benchmark: name, rows, ...summary() }));
else if (name === "selection" || name === "large") console.log(readable(summary()));

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: "boolean" },
        points: { type: "string" },
        candidates: { type: "string" },
        classes: { type: "string" },
        labels: { type: "string" },
        threads: { type: "string" },
        data: { type: "string" },
        repetitions: { type: "string" },
        splits: { type: "string" },
        sets: { type: "string" },
        jobs: { type: "string" },
        out: { type: "string" },
        python: { type: "string" },
        rows: { type: "string" },
        memory: { type: "string" },
        people: { type: "string" },
        seconds: { type: "string" },
        servers: { type: "string" },
        model: { type: "string" },
        only: { type: "string" },
      },
    });
    if (positionals.length === 1 && [...Object.keys(BENCHMARKS), ...Object.keys(PLANS)].includes(positionals[0])) {
      return { name: positionals[0], options: values };
    }
    console.error(`bench: name one of ${[...Object.keys(BENCHMARKS), ...Object.keys(PLANS)].join(", ")}`);
  } catch (error) {
    console.error(`bench: ${error.message}`);
  }
  process.exit(2);
}

function numbers(text) {
  return text?.split(",").map(Number);
}

function runRow(problem) {
  const { stdout, status } = spawnSync(process.execPath, [join(here, `${name}.mjs`), JSON.stringify(problem)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(stdout);
}

/** How times grow with the number of points: the exponent e of points^e between two rows, where both were run. */
function summary() {
  if (name === "large") return { exponents: rows.slice(1).map((row, i) => growth(rows[i], row)) };
  if (name !== "selection") return {};
  const exponents = {};
  for (const classes of new Set(rows.map((row) => row.classes))) {
    const mean = (points) => rows.find((row) => row.points === points && row.classes === classes)?.engineMs.mean;
    if (mean(2000) && mean(10000))
      exponents[classes] = Number((Math.log(mean(10000) / mean(2000)) / Math.log(5)).toFixed(3));
  }
  return { exponentFrom2000To10000: exponents };
}

/** Between two rows of large pools, which also differ in their number of features. */
function growth(from, to) {
  const exponent = (a, b) => Number((Math.log(b / a) / Math.log(to.points / from.points)).toFixed(3));
  return {
    from: from.points,
    to: to.points,
    firstSuggestion: exponent(from.firstSuggestionMs, to.firstSuggestionMs),
    from20: from.from20Ms && to.from20Ms ? exponent(from.from20Ms.mean, to.from20Ms.mean) : null,
    peakBytes: exponent(from.peakBytes, to.peakBytes),
  };
}

function readable(row) {
  return Object.entries(row)
    .map(([key, value]) => `${key} ${typeof value === "object" && value !== null ? JSON.stringify(value) : value}`)
    .join("  ");
}
