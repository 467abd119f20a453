// The scoring worker of the page: the engine.
import "../web/ui/no-eval.ts";
import type { Matrix } from "@xpal/core";
import { caller, pagePort } from "@xpal/core/calls";
import type { LayoutCalls, Plane } from "../server/scoring/neighbour-layout.ts";
import { serveScoring } from "../server/scoring/serve-scoring.ts";

serveScoring(pagePort(self as unknown as Worker), arrangeInWorker, () => new Promise((resolve) => setTimeout(resolve)));

async function arrangeInWorker(features: Matrix): Promise<Plane> {
  const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
  try {
    return await caller<LayoutCalls>(pagePort(worker)).call("layout", features);
  } finally {
    worker.terminate();
  }
}
