// In a file of its own: whoever only asks does not load the kernel.
import { checkKernel, type Kernel } from "../kernel.ts";
import type { LearningKernel } from "./learning.ts";

/**
 * Whether a kernel is one made by `learning`.
 * @throws XpalError if it is not a kernel.
 * @example isLearning(rbf({ bandwidth: 1 })) // false
 */
export function isLearning(kernel: Kernel): kernel is LearningKernel {
  checkKernel("isLearning", "kernel", kernel);
  return kernel.name === "learning" && "usedAt" in kernel;
}
