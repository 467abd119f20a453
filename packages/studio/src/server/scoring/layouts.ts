// Where items lie on the map: the principal plane at once, UMAP when it is ready. UMAP runs in a thread of its own,
// because it takes many seconds.
import { Worker } from "node:worker_threads";
import type { Features, Matrix } from "xpal";
import type { MapLayout } from "../../protocol/messages.ts";
import { principalPlane } from "./principal-plane.ts";

/** Above this many items or numbers the principal plane is the map. */
const MOST_ITEMS = 5000;
const MOST_NUMBERS = 4_000_000;

/** The map of one pool. */
export class Layouts {
  readonly #features: Features;
  #layout: MapLayout | undefined;

  constructor(features: Features) {
    this.#features = features;
  }

  current(): MapLayout {
    this.#layout ??= this.#begin();
    return this.#layout;
  }

  #begin(): MapLayout {
    const { x, y } = principalPlane(this.#features);
    const plane: MapLayout = { method: "pca", x: rounded(x), y: rounded(y), pending: false };
    const dense = denseOf(this.#features);
    if (dense === null || dense.rows > MOST_ITEMS || dense.rows < 10 || dense.data.length > MOST_NUMBERS) return plane;
    const worker = new Worker(new URL("./umap-worker.js", import.meta.url), { workerData: dense });
    worker.unref();
    worker.once("message", ({ x, y }: { x: Float64Array; y: Float64Array }) => {
      this.#layout = { method: "umap", x: rounded(x), y: rounded(y), pending: false };
      void worker.terminate();
    });
    worker.once("error", () => {
      this.#layout = { ...plane, pending: false };
    });
    return { ...plane, pending: true };
  }
}

function denseOf(features: Features): Matrix | null {
  return "data" in features ? features : null;
}

function rounded(values: Float64Array): number[] {
  return Array.from(values, (value) => Math.round(value * 1e4) / 1e4);
}
