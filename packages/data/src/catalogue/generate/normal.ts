// Directions and normal deviates without sine or cosine, whose last bits depend on the engine (Marsaglia and Bray,
// "A convenient method for generating normal variables", SIAM Review 6, 1964).
import type { Generator } from "@xpal/core";
import { log } from "./log.ts";

/** A source of standard normal deviates. */
export function normals(random: Generator): () => number {
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const [u, v, square] = insideDisc(random);
    const factor = Math.sqrt((-2 * log(square)) / square);
    spare = v * factor;
    return u * factor;
  };
}

/** A point on the unit circle, each direction equally likely. */
export function direction(random: Generator): [number, number] {
  const [u, v, square] = insideDisc(random);
  const length = Math.sqrt(square);
  return [u / length, v / length];
}

function insideDisc(random: Generator): [number, number, number] {
  for (;;) {
    const u = 2 * random.nextUnit() - 1;
    const v = 2 * random.nextUnit() - 1;
    const square = u * u + v * v;
    if (square > 0 && square < 1) return [u, v, square];
  }
}
