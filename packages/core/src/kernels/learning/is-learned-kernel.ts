// In a file of its own: whoever only asks does not load the kernel.
import { checkKernel, type Kernel } from "../kernel.ts";
import type { LearnedKernel } from "./learned-kernel.ts";

/**
 * Whether a kernel is one made by `learnedKernel`.
 * @throws XpalError if it is not a kernel.
 * @example isLearnedKernel(rbf({ bandwidth: 1 })) // false
 */
export function isLearnedKernel(kernel: Kernel): kernel is LearnedKernel {
  checkKernel("isLearnedKernel", "kernel", kernel);
  return kernel.name === "learned" && "usedAt" in kernel;
}
