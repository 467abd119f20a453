// The kernel of a forest: K(x, x') = s^2, where s is the share of trees that put x and x' into the same leaf. Items are
// rows of leaf numbers, one column per tree. Members of the bank raise it to powers, K^g = s^(2g).
import { denseOf, denseRow } from "../../features.ts";
import { exp } from "../exp.ts";
import type { Kernel } from "../kernel.ts";
import { ln } from "../ln.ts";

/** The kernel of leaves with its distances. */
export interface LeafKernel extends Kernel {
  /** D = -2 ln s for each number of trees with different leaves; infinite where all differ. */
  readonly distances: Float64Array;
}

/** The kernel of forests with so many trees. */
export function leaves(treeCount: number): LeafKernel {
  const distances = Float64Array.from({ length: treeCount + 1 }, (_, differing) => distanceAt(differing, treeCount));
  const distance: NonNullable<Kernel["distance"]> = (a, i, b, j) =>
    distances[differing(denseRow(a, i), denseRow(b, j))];
  return {
    name: "leaves",
    distances,
    similarity: (a, i, b, j) => exp(-distance(a, i, b, j)),
    distance,
    check: (who, features) => void denseOf(who, features, "the kernel leaves"),
    toJSON: () => ({ name: "leaves", treeCount }),
  };
}

/** D where so many of the trees differ. */
export function distanceAt(differing: number, treeCount: number): number {
  return differing === 0 ? 0 : -2 * ln(1 - differing / treeCount);
}

function differing(leaves: Float64Array, others: Float64Array): number {
  let count = 0;
  for (let t = 0; t < leaves.length; t++) if (leaves[t] !== others[t]) count++;
  return count;
}
