// Where items lie on the map: the principal plane at once, by likeness when that is ready.
import type { Features, Matrix } from "@xpal/core";
import type { MapLayout } from "../../protocol/messages.ts";
import type { ArrangeByLikeness } from "./neighbour-layout.ts";
import { principalPlane } from "./principal-plane.ts";

/** Above this many items or numbers the principal plane is the map. */
const MAX_ITEMS = 5000;
const MAX_NUMBERS = 4_000_000;

/** The map of one pool. */
export class Layouts {
  readonly #features: Features;
  readonly #arrange: ArrangeByLikeness;
  #layout: MapLayout | undefined;

  /** @param arrange Computes elsewhere: it takes many seconds. */
  constructor(features: Features, arrange: ArrangeByLikeness) {
    this.#features = features;
    this.#arrange = arrange;
  }

  current(): MapLayout {
    this.#layout ??= this.#begin();
    return this.#layout;
  }

  #begin(): MapLayout {
    const { x, y } = principalPlane(this.#features);
    const plane: MapLayout = { method: "components", x: rounded(x), y: rounded(y), pending: false };
    const dense = denseOf(this.#features);
    if (dense === null || dense.rows > MAX_ITEMS || dense.rows < 10 || dense.data.length > MAX_NUMBERS) return plane;
    void this.#arrange(dense)
      .then(
        ({ x, y }) => ({ method: "neighbours" as const, x: rounded(x), y: rounded(y), pending: false }),
        () => plane,
      )
      .then((layout) => {
        this.#layout = layout;
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
