// The scoring thread of the server.
import { parentPort, Worker } from "node:worker_threads";
import type { Matrix } from "xpal";
import { caller, threadPort } from "xpal/calls";
import { serveScoring } from "./serve-scoring.ts";
import type { Plane, UmapCalls } from "./umap-layout.ts";

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
