// `npm run bench -- queue [--repetitions 4] [--json]`: what the queue costs beside the pool of threads in one process, on
// the same plan and the same store, and what a second worker gains. Workers have one thread each. Wall time has the seconds
// in it until workers see the plan and the watcher sees its end, which a plan has once however long it is; the time of the
// processor has not.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onThreads, PAPER_STRATEGIES, paperPlan, plannedRuns, quickDatasets } from "@xpal/lab";
import { onQueue } from "@xpal/queue";
import { openStore } from "@xpal/store";
import { startPostgres, startRedis } from "./queue-servers.mjs";

const SLEEPER = `const cell = new Int32Array(new SharedArrayBuffer(4));
export default {
  name: "sleeper",
  scores({ candidates }) {
    Atomics.wait(cell, 0, 0, 50);
    return new Float64Array(candidates.length);
  },
};
`;
const here = dirname(fileURLToPath(import.meta.url));
const { repetitions, json } = JSON.parse(process.argv[2]);
const plan = paperPlan({
  datasets: await quickDatasets(),
  strategies: PAPER_STRATEGIES,
  repetitions,
  budget: 200,
  paper: false,
});
const runs = plannedRuns(plan).length;
const postgres = await startPostgres();
const redis = await startRedis();
let databases = 0;
try {
  const pool = await inProcess();
  const rows = [];
  for (const kind of redis === undefined ? ["postgres"] : ["postgres", "redis"]) {
    const one = await onWorkers(kind, 1);
    const two = await onWorkers(kind, 2);
    const share = (a, b) => round((a - b) / b, 3);
    rows.push({
      ...{ server: kind, runs, inProcess: pool, oneWorker: one, twoWorkers: two },
      overhead: { cpu: share(one.cpuSeconds, pool.cpuSeconds), wall: share(one.seconds, pool.seconds) },
      speedUp: round(one.seconds / two.seconds, 2),
    });
  }
  const scaling = await sleepers([1, 2, 4, 8]);
  if (json) console.log(JSON.stringify({ benchmark: "queue", rows, scaling }));
  else for (const row of [...rows, ...scaling]) console.log(JSON.stringify(row));
} finally {
  await redis?.stop();
  await postgres.stop();
}

/** The plan on one thread of this process. */
async function inProcess() {
  const store = await openStore(await postgres.database(`bench${databases++}`));
  const before = process.cpuUsage();
  const { seconds } = await timed(() => onThreads(1)(plan, around(store)));
  const { user, system } = process.cpuUsage(before);
  await store.close();
  return { seconds, cpuSeconds: round((user + system) / 1e6, 2) };
}

/**
 * How far the queue itself scales: a strategy that sleeps 50 ms instead of computing, so that many workers fit on one
 * machine; 320 runs of 4 selections. The speed-up is the sleep of all of them over the time it took.
 */
async function sleepers(counts) {
  const folder = mkdtempSync(join(tmpdir(), "xpal-bench-"));
  const path = join(folder, "sleeper.mjs");
  writeFileSync(path, SLEEPER);
  const hash = createHash("sha256").update(SLEEPER).digest("hex").slice(0, 20);
  const options = {};
  const sleeper = { key: "sleeper", title: "sleeper", options, source: { kind: "module", path, hash, options } };
  const [iris, blobs] = await quickDatasets(["iris", "blobs"]);
  const repetitions = 160;
  const slept = 2 * repetitions * 4 * 0.05;
  const still = {
    ...plan,
    ...{ title: "Sleepers", reference: "sleeper", repetitions, budget: 4, strategies: [sleeper] },
    datasets: [iris, blobs].map((one) => ({ ...one, options: { budget: 4 } })),
  };
  const rows = [];
  for (const workers of counts) {
    const { seconds } = await onWorkers("postgres", workers, still);
    rows.push({ workers, seconds, speedUp: round(slept / seconds, 2) });
  }
  rmSync(folder, { recursive: true });
  return rows;
}

/** The plan on so many workers, which are ready before it begins. */
async function onWorkers(kind, count, work = plan) {
  const url = await postgres.database(`bench${databases++}`);
  const store = await openStore(url);
  const queue = kind === "redis" ? redis.url : url;
  const workers = Array.from({ length: count }, (_, i) => startWorker({ queue, store: url, name: `worker ${i + 1}` }));
  await Promise.all(workers.map(({ ready }) => ready));
  const { seconds } = await timed(() => onQueue({ queue })(work, around(store)), plannedRuns(work).length);
  const costs = await Promise.all(workers.map(({ end }) => end()));
  await store.close();
  return {
    seconds,
    cpuSeconds: round(
      costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      2,
    ),
  };
}

function startWorker(options) {
  const child = spawn(process.execPath, [join(here, "queue-worker.mjs"), JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  const ready = new Promise((resolve) => {
    child.stdout.on("data", (chunk) => {
      text += chunk;
      resolve();
    });
  });
  const end = () =>
    new Promise((resolve) => {
      child.once("close", () => resolve(JSON.parse(text.trim().split("\n").at(-1))));
      child.kill("SIGTERM");
    });
  return { ready, end };
}

function around(store) {
  return { store: store.runs, blobs: store.blobs, owner: "bench", version: "bench", now: () => Date.now() };
}

async function timed(work, expected = runs) {
  const begun = performance.now();
  const { failures, finished } = await work();
  if (failures.length > 0 || finished !== expected) throw new Error(failures[0]?.sentence ?? `${finished} runs`);
  return { seconds: round((performance.now() - begun) / 1000, 2) };
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}
