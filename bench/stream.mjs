// A table that is read in pieces: a Parquet file of 64 columns and four classes, one of them with 0.5 % of the rows, is made
// on the spot and removed afterwards. The command inspects it, asks for 20 labels, and predicts every row; predict is also
// killed in the middle and started again, and the two outputs are compared. Memory is the most that each process had, and
// processor time is what says something on a machine with other work.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const { json, rows: given, memory } = JSON.parse(process.argv[2]);
const rows = Number(given ?? 10_000_000);
const LIMIT = 4 * 2 ** 30;
const COLUMNS = 64;
const here = dirname(fileURLToPath(import.meta.url));
const main = join(here, "../packages/cli/bin/xpal.mjs");
const folder = mkdtempSync(join(tmpdir(), "xpal-stream-"));
const found = [];
try {
  const file = join(folder, "pool.parquet");
  const made = await timed(() => makePool(file));
  say({ step: "make", seconds: made.seconds, bytes: statSync(file).size });
  const common = [
    ...["--label", "class", "--classes", "north,east,south,rare"],
    ...(memory ? ["--memory", memory] : []),
    "--stream",
  ];
  await run("inspect", ["inspect", file, ...common, "--json"]);
  await run("suggest", ["suggest", file, ...common, "-n", "1", "--json"]);
  await run(
    "20 labels",
    ["label", file, ...common, "--count", "20", "--json"],
    "1".repeat(5) + "2".repeat(5) + "3".repeat(5) + "4".repeat(5),
  );
  const whole = join(folder, "whole.csv");
  const predicted = await run("predict", ["predict", file, ...common, "--out", whole, "--json"]);
  const resumed = join(folder, "resumed.csv");
  await killInTheMiddle(["predict", file, ...common, "--out", resumed, "--json"], resumed, statSync(whole).size);
  await run("predict, resumed", ["predict", file, ...common, "--out", resumed, "--json"]);
  const same = (await hashOf(whole)) === (await hashOf(resumed));
  const result = {
    ...{ benchmark: "stream", rows, columns: COLUMNS, steps: found, sameBytesAfterKill: same },
    predictRowsPerSecond: predicted.rowsPerSecond,
    peakBytes: Math.max(...found.map(({ peakBytes }) => peakBytes ?? 0)),
    limitBytes: LIMIT,
  };
  if (json) console.log(JSON.stringify({ ...result, withinLimit: result.peakBytes <= LIMIT }));
  else console.log(`same bytes after a kill: ${same}; at most ${Math.round(result.peakBytes / 2 ** 20)} MiB`);
  process.exitCode = same ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function say(step) {
  found.push(step);
  (json ? console.error : console.log)(JSON.stringify(step));
}

async function timed(work) {
  const begun = performance.now();
  const value = await work();
  return { value, seconds: Number(((performance.now() - begun) / 1000).toFixed(1)) };
}

/** Clusters of noise: each class is shifted in a quarter of the columns. */
async function makePool(path) {
  const require = createRequire(join(here, "../packages/data/package.json"));
  const library = "@duckdb/node-api"; // a dependency of the package data, not of this folder
  const { DuckDBInstance } = require(library);
  const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
  const connection = await instance.connect();
  const noise = (k, n) => `hash(i * 64 + ${k + n * 1_000_003}) % 1000`;
  const columns = Array.from(
    { length: COLUMNS },
    (_, k) =>
      `((${noise(k, 0)} + ${noise(k, 1)} + ${noise(k, 5)}) / 500.0 - 3 + CASE WHEN k = ${k % 4} THEN 2 ELSE 0 END)::FLOAT AS x${k}`,
  );
  const kind = "CASE WHEN hash(i * 7919) % 1000 < 5 THEN 3 ELSE hash(i * 104729) % 3 END";
  await connection.run(
    `COPY (SELECT i AS id, ${columns.join(", ")}, NULL::VARCHAR AS class FROM (SELECT i, ${kind} AS k FROM range(${rows}) r(i))) TO '${path}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
}

/** Runs the command and says how long it took, how fast it was and what memory it had. */
async function run(step, words, keys = "") {
  const { value, seconds } = await timed(() => started(words, keys).ended);
  if (value.code !== 0) throw new Error(`xpal ${words.join(" ")} ended with ${value.code}: ${value.err}`);
  const { rowsPerSecond = Math.round(rows / seconds) } = JSON.parse(value.out.trim().split("\n").at(-1));
  say({ step, seconds, processorSeconds: value.processor, rowsPerSecond, peakBytes: value.peak });
  return { seconds, rowsPerSecond };
}

function started(words, keys = "") {
  const child = spawn(process.execPath, [main, ...words], { stdio: ["pipe", "pipe", "pipe"] });
  let [out, err, peak, processor] = ["", "", 0, 0];
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (err += text));
  child.stdin.end(keys);
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
    processor = Math.max(processor, processorSecondsOf(child.pid));
  }, 200);
  const ended = new Promise((resolve) =>
    child.on("close", (code) => {
      clearInterval(watch);
      resolve({ code, out, err, peak, processor });
    }),
  );
  return { child, ended };
}

/** The most memory of a running process, which Linux counts. */
function peakOf(pid) {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
  } catch {
    return 0;
  }
}

/** What a running process and its threads have taken of the processor, in hundredths of a second as Linux counts. */
function processorSecondsOf(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
}

/** Kills the command when about half of its output is written. */
async function killInTheMiddle(words, out, size) {
  const { child, ended } = started(words);
  const part = `${out}.part`;
  while (child.exitCode === null && !(existsSync(part) && statSync(part).size > size / 2)) await setTimeout(20);
  child.kill("SIGKILL");
  await ended;
  if (existsSync(out)) throw new Error("predict ended before it was killed");
}

async function hashOf(path) {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash.digest("hex");
}
