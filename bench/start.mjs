// How long the command takes to start: wall time and processor time of `xpal --help` and of each command's help, beside
// an empty Node process, median of some runs. On a busy machine the processor time is the one to look at.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const { repetitions, json } = JSON.parse(process.argv[2]);
const main = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages/cli/bin/xpal.mjs");
const listed = spawnSync(process.execPath, [main, "--help"], { encoding: "utf8" }).stdout;
const commands = [...listed.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name).filter((name) => name !== "help");

const rows = [measured("node", ["-e", "0"]), measured("xpal --help", [main, "--help"])];
for (const command of commands) rows.push(measured(`xpal ${command} --help`, [main, command, "--help"]));

if (json) console.log(JSON.stringify({ benchmark: "start", repetitions, rows }));
else for (const { what, wallMs, cpuMs } of rows) console.log(`${what.padEnd(24)} ${wallMs} ms, processor ${cpuMs} ms`);

function measured(what, words) {
  const runs = Array.from({ length: repetitions }, () => runOnce(words));
  return { what, wallMs: median(runs.map(({ wall }) => wall)), cpuMs: median(runs.map(({ cpu }) => cpu)) };
}

function runOnce(words) {
  const [cpuBefore, wallBefore] = [childTime(), performance.now()];
  const { status } = spawnSync(process.execPath, words, { stdio: "ignore" });
  if (status !== 0) throw new Error(`node ${words.join(" ")} ended with ${status}`);
  return { wall: performance.now() - wallBefore, cpu: childTime() - cpuBefore };
}

/** Processor time of the children that have ended, in milliseconds, which Linux counts for their parent. */
function childTime() {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10; // in hundredths of a second
}

function median(values) {
  return Math.round(values.sort((a, b) => a - b)[values.length >> 1]);
}
