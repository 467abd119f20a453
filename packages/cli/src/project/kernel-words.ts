// What rows are compared by, in one line that every command prints the same way.

import type { Kernel, Predictor } from "@xpal/core";
import { describeKernels, type Recipe } from "@xpal/data";

/** What a line about the kernel is said of. */
interface Compared {
  readonly kernel: Kernel;
  readonly predictor?: Predictor | null;
}

/** The line about the kernel. */
export function kernelWords(recipe: Recipe, { kernel: { stateAt }, predictor }: Compared): string {
  const base = describeKernels(recipe);
  if (predictor) return `Kernel: ${base} chooses; ridge regression on the same points, fitted to the labels, predicts.`;
  if (stateAt === undefined) return `Kernel: ${base}, fixed.`;
  return `Kernel: learned, learns from the labels and starts from ${base}.`;
}
