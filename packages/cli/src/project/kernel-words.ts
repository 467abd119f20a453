// What rows are compared by, in one line that every command prints the same way.

import type { Kernel, Predictor } from "@xpal/core";
import { describeKernels, type Recipe } from "@xpal/data";

/** What a line about the kernel is said of. */
interface Compared {
  readonly kernel: Kernel;
  readonly predictor?: Predictor | null;
}

const PREDICTOR_WORDS: Readonly<Record<string, string>> = {
  ridge: "ridge regression on the same points",
  classPoints: "what the classes are called, and by a model of the labels as far as that is better",
  mixture: "a mixture of this kernel, ridge regression and trees",
};

/** The line about the kernel. */
export function kernelWords(recipe: Recipe, { kernel: { stateAt }, predictor }: Compared): string {
  const base = describeKernels(recipe);
  const predicts = predictor ? ` Classes are predicted by ${PREDICTOR_WORDS[predictor.name] ?? predictor.name}.` : "";
  if (stateAt === undefined) return `Kernel: ${base}, fixed.${predicts}`;
  return `Kernel: learned, learns from the labels and starts from ${base}.${predicts}`;
}
