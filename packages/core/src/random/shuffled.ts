import { checkInteger } from "../check.ts";
import { checkGenerator } from "../check-numbers.ts";
import type { Generator } from "./generator.ts";

/**
 * The numbers from 0 to count - 1 in random order (Fisher and Yates).
 * @throws XpalError if the count is not an integer of at least 0, or `chance` is no generator.
 * @example shuffled(3, generator(1)).slice().sort() // new Uint32Array([0, 1, 2])
 */
export function shuffled(count: number, chance: Generator): Uint32Array {
  checkInteger("shuffled", "count", count, 0, 2 ** 32 - 1);
  checkGenerator("shuffled", "chance", chance);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = chance.nextIndex(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
