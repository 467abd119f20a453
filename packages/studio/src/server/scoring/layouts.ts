// Where items lie on the map: the principal plane at once, UMAP when it is ready. UMAP runs in a thread of its own,
// because it takes many seconds.
import { Worker } from "node:worker_threads";
import type { Features, Matrix } from "xpal";
import { caller, threadPort } from "xpal/calls";
import type { MapLayout } from "../../protocol/messages.ts";
import { principalPlane } from "./principal-plane.ts";
import type { UmapCalls } from "./umap-worker.ts";

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
    const worker = new Worker(new URL("./umap-worker.js", import.meta.url));
    worker.unref();
    void caller<UmapCalls>(threadPort(worker))
      .call("layout", dense)
      .then(
        ({ x, y }) => ({ method: "umap" as const, x: rounded(x), y: rounded(y), pending: false }),
        () => plane,
      )
      .then((layout) => {
        this.#layout = layout;
        void worker.terminate();
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
