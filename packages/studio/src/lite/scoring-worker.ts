// The scoring worker of the page: the engine.
import "../web/ui/no-eval.ts";
import type { Matrix } from "xpal";
import { caller, pagePort } from "xpal/calls";
import { serveScoring } from "../server/scoring/serve-scoring.ts";
import type { Plane, UmapCalls } from "../server/scoring/umap-layout.ts";

serveScoring(pagePort(self as unknown as Worker), umapInWorker, () => new Promise((resolve) => setTimeout(resolve)));

async function umapInWorker(features: Matrix): Promise<Plane> {
  const worker = new Worker(new URL("./umap-worker.ts", import.meta.url), { type: "module" });
  try {
    return await caller<UmapCalls>(pagePort(worker)).call("layout", features);
  } finally {
    worker.terminate();
  }
}
