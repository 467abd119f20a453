// What rows are compared by, in one line that every command prints the same way.
import { describeKernels, type Recipe } from "@xpal/data";
import type { Kernel } from "xpal";

/** The line about the kernel. */
export function kernelWords(recipe: Recipe, { name, stateAt }: Kernel): string {
  const base = describeKernels(recipe);
  if (stateAt === undefined) return `Kernel: ${base}, fixed.`;
  const learning = name === "learning" ? "learn" : name === "adaptiveViews" ? "adaptive-views" : name;
  return `Kernel: ${learning}, learns from the labels and starts from ${base}.`;
}
