// The entry point through which every similarity passes that this library did not compute itself: a kernel of one's own may
// return anything. Zero has one sign afterwards, since the fast engine orders similarities by their bits.
import { reject } from "../check.ts";
import { similarityRule } from "../check-numbers.ts";
import type { Features } from "../features.ts";
import type { Kernel } from "./kernel.ts";

/** K(x, x') of item i of `a` and item j of `b`, or a rejection that names the kernel. */
export function similarityOf(kernel: Kernel, a: Features, i: number, b: Features, j: number): number {
  return checkSimilarity(kernel.name, kernel.similarity(a, i, b, j), i, j);
}

/** A value that a kernel gave for rows i and j; negative zero becomes zero. */
export function checkSimilarity(name: string, value: number, i: number, j: number): number {
  const rule = similarityRule(value);
  if (rule !== null) reject(`kernel ${name}`, `the similarity of rows ${i} and ${j}`, rule, value);
  return value + 0;
}
