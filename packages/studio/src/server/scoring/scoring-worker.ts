// The scoring thread of the server.
import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { Matrix } from "@xpal/core";
import { caller, threadPort } from "@xpal/core/calls";
import type { LayoutCalls, Plane } from "./neighbour-layout.ts";
import { serveScoring } from "./serve-scoring.ts";

if ((workerData as { givesWay?: boolean }).givesWay) giveWay();
serveScoring(threadPort(parentPort!), arrangeOnThread, () => new Promise((resolve) => setImmediate(resolve)));

async function arrangeOnThread(features: Matrix): Promise<Plane> {
  const worker = new Worker(new URL("./layout-worker.js", import.meta.url));
  worker.unref();
  try {
    return await caller<LayoutCalls>(threadPort(worker)).call("layout", features);
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
