// The rows to learn from and the rows to test on.
import { generator } from "xpal";

/** Row numbers of the two parts, in the order in which they were drawn. */
export interface Split {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

/** A random split; `testShare` of the rows, rounded up, are kept for the test. */
export function split(rows: number, testShare: number, seed: number): Split {
  const chance = generator(seed);
  const order = Uint32Array.from({ length: rows }, (_, i) => i);
  for (let i = rows - 1; i > 0; i--) {
    const j = chance.nextIndex(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  const testCount = Math.ceil(testShare * rows);
  return { test: order.slice(0, testCount), train: order.slice(testCount) };
}
