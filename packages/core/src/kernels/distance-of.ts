// D(x, x') = -ln K(x, x'), the distance behind a kernel.
import type { Features } from "../features.ts";
import type { Kernel } from "./kernel.ts";
import { ln } from "./ln.ts";

/** The distance behind a kernel: 0 where two items are as similar as can be, Infinity where the kernel is 0. */
export function distanceOf(kernel: Kernel, a: Features, i: number, b: Features, j: number): number {
  if (kernel.distance !== undefined) return kernel.distance(a, i, b, j);
  return Math.max(0, -ln(kernel.similarity(a, i, b, j)));
}
