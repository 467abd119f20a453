// The scoring thread of the server.
import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { Matrix } from "xpal";
import { caller, threadPort } from "xpal/calls";
import { serveScoring } from "./serve-scoring.ts";
import type { Plane, UmapCalls } from "./umap-layout.ts";

if ((workerData as { givesWay?: boolean }).givesWay) giveWay();
serveScoring(threadPort(parentPort!), umapOnThread, () => new Promise((resolve) => setImmediate(resolve)));

async function umapOnThread(features: Matrix): Promise<Plane> {
  const worker = new Worker(new URL("./umap-worker.js", import.meta.url));
  worker.unref();
  try {
    return await caller<UmapCalls>(threadPort(worker)).call("layout", features);
  } finally {
    void worker.terminate();
  }
}

/** Linux gives each thread a priority of its own, which the threads that it starts inherit; elsewhere nothing is changed. */
function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    // Below the server, whatever that was started with.
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), Math.min(19, getPriority() + 5));
  } catch {
    // a system that does not allow it
  }
}
