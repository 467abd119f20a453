// Random sampling: all candidates are equally good, so the tie rule chooses.
import type { Strategy } from "./strategy.ts";

/**
 * Asks for any item, each equally likely.
 * @example random().name // "random"
 */
export function random(): Strategy {
  return {
    name: "random",
    scores: (view) => new Float64Array(view.candidates.length),
    toJSON: () => ({ name: "random" }),
  };
}
