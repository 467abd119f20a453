// The rivals' side of the comparison: writes the splits, lets rivals.py run them, and keeps each finished run as a line of
// a file, so that a second call does only what is missing.
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { prepareTask } from "@xpal/lab";

const SCRIPT = fileURLToPath(new URL("./rivals.py", import.meta.url));

/** Versions and settings of the rivals, or null where Python or scikit-learn is missing. */
export function findRivals(python) {
  const { status, stdout } = spawnSync(python, [SCRIPT, "--versions"], { encoding: "utf8" });
  return status === 0 ? JSON.parse(stdout) : null;
}

/**
 * The area under the learning curve of each rival in each run.
 * @param runs `{ key, planned, split }`: a name for the data and the split, the dataset, the number of the split.
 * @param kept A file of finished runs; it grows.
 * @returns A map from `key rival` to the area.
 */
export async function askRivals({ python, rivals, version, runs, jobs, kept, onDone }) {
  const areas = new Map(readKept(kept, version));
  const missing = runs.flatMap((run) => {
    const names = rivals.filter((rival) => !areas.has(`${run.key} ${rival}`));
    return names.length === 0 ? [] : [{ ...run, rivals: names }];
  });
  if (missing.length === 0) return areas;
  const folder = mkdtempSync(join(tmpdir(), "xpal-peers-"));
  try {
    const tasks = missing.map((run, i) => ({ key: run.key, rivals: run.rivals, file: written(run, folder, i) }));
    await runScript(python, { jobs, tasks }, ({ key, rival, errors }) => {
      const area = errors.reduce((sum, error) => sum + error, 0) / errors.length;
      areas.set(`${key} ${rival}`, area);
      appendFileSync(kept, `${JSON.stringify({ key, rival, version, area })}\n`);
      onDone(areas.size);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return areas;
}

/** A last line that was cut off by a kill is done again. */
function readKept(path, version) {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) writeFileSync(path, whole);
  return whole
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .filter((run) => run.version === version)
    .map(({ key, rival, area }) => [`${key} ${rival}`, area]);
}

/** Writes one split with the very numbers that xPAL gets; texts as vectors of length 1. */
function written({ planned, split }, folder, i) {
  const { pool, truth, testFeatures, testTruth, budget, seed } = prepareTask(planned.dataset, split, planned.options);
  const rowsOf = ({ rows, cols, data }) =>
    Array.from({ length: rows }, (_, r) => {
      const row = Array.from(data.subarray(r * cols, (r + 1) * cols));
      const length = planned.dataset.kernel === "cosine" ? Math.hypot(...row) || 1 : 1;
      return row.map((value) => value / length);
    });
  const path = join(folder, `${i}.json`);
  const task = {
    ...{ train: rowsOf(pool.features), trainLabels: Array.from(truth) },
    ...{ test: rowsOf(testFeatures), testLabels: Array.from(testTruth) },
    ...{ classCount: planned.dataset.classes.length, budget, seed },
  };
  writeFileSync(path, JSON.stringify(task));
  return path;
}

async function runScript(python, given, onRun) {
  const child = spawn(python, [SCRIPT], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
  child.stdin.end(JSON.stringify(given));
  for await (const line of createInterface({ input: child.stdout })) onRun(JSON.parse(line));
  const status = await ended;
  if (status !== 0) throw new Error(`rivals.py ended with code ${status}`);
}
