// `npm run bench -- NAME [options]`: six benchmarks. They print a row a line, or with --json one object on the last line.
//   selection  [--points 500,1000] [--classes 2,4] [--labels 200]: one question after another, xPAL
//   commands   [--rows 1000,20000]: seconds and memory of the commands on a file
//   studio     [--points 10000] [--classes 10] [--labels 300]: key to paint in a real Chromium
//   annotators [--repetitions N] ...: how well the reliability of annotators is estimated
//   peers      --data DIR [--splits 10] [--sets iris,wine] [--jobs 2] [--out DIR] [--python PATH]: labels needed, against scikit-learn
//   library    [--points 1000,5000,20000] [--classes 4] [--labels 100]: create, ask, predict, close
// Each row runs in a process of its own, so that its memory is its own and nothing is left from the row before. Never run by tests.
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROWS = {
  selection: { points: [500, 1000, 2000, 10000], classes: [2, 4, 6], labels: [200] },
  commands: { rows: [1000, 20_000] },
  studio: { points: [10_000], classes: [10], labels: [300] },
  library: { points: [1000, 5000, 20_000], classes: [4], labels: [100] },
};
/** Those that are one process, and how often they repeat. */
const WHOLE = { annotators: "5", peers: "1" };
const NAMES = [...Object.keys(ROWS), ...Object.keys(WHOLE)];
const OPTIONS = [
  ...[
    "points",
    "classes",
    "labels",
    "rows",
    "threads",
    "data",
    "repetitions",
    "splits",
    "sets",
    "jobs",
    "out",
    "python",
  ],
];
const here = dirname(fileURLToPath(import.meta.url));

const { name, options } = readArguments();
const threads = Number(options.threads ?? (name in WHOLE ? availableParallelism() : 1));
if (name in WHOLE) {
  const problem = { ...options, repetitions: Number(options.repetitions ?? WHOLE[name]), threads };
  process.exit(spawnSync(process.execPath, wordsFor(problem), { stdio: "inherit" }).status ?? 1);
}
const rows = [];
for (const problem of problemsOf(ROWS[name])) {
  for (const row of [runRow({ ...problem, threads })].flat()) {
    rows.push(row);
    if (!options.json) console.log(readable(row));
  }
}
const summary = name === "selection" ? { exponentFrom2000To10000: growth() } : {};
if (options.json) console.log(JSON.stringify({ benchmark: name, rows, ...summary }));
else if (name === "selection") console.log(readable(summary));

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: "boolean" }, ...Object.fromEntries(OPTIONS.map((key) => [key, { type: "string" }])) },
    });
    if (positionals.length === 1 && NAMES.includes(positionals[0])) return { name: positionals[0], options: values };
    console.error(`bench: name one of ${NAMES.join(", ")}`);
  } catch (error) {
    console.error(`bench: ${error.message}`);
  }
  process.exit(2);
}

/** All combinations of the values of each key, which options may narrow. */
function problemsOf(defaults) {
  return Object.entries(defaults).reduce(
    (problems, [key, values]) => {
      const wanted = options[key]?.split(",").map(Number) ?? values;
      return problems.flatMap((problem) => wanted.map((value) => ({ ...problem, [key]: value })));
    },
    [{}],
  );
}

function wordsFor(problem) {
  return ["--expose-gc", join(here, `${name}.mjs`), JSON.stringify(problem)];
}

function runRow(problem) {
  const { stdout, status } = spawnSync(process.execPath, wordsFor(problem), {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(stdout);
}

/** How times grow with the number of points: the exponent e of points^e, for each number of classes for which both were run. */
function growth() {
  const exponents = {};
  for (const classes of new Set(rows.map((row) => row.classes))) {
    const mean = (points) => rows.find((row) => row.points === points && row.classes === classes)?.engineMs.mean;
    if (mean(2000) && mean(10000))
      exponents[classes] = Number((Math.log(mean(10000) / mean(2000)) / Math.log(5)).toFixed(3));
  }
  return exponents;
}

function readable(row) {
  return Object.entries(row)
    .map(([key, value]) => `${key} ${typeof value === "object" && value !== null ? JSON.stringify(value) : value}`)
    .join("  ");
}
