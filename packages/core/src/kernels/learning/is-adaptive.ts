// In a file of its own: whoever only asks does not load the kernel.
import { checkKernel, type Kernel } from "../kernel.ts";
import type { AdaptiveKernel } from "./adaptive.ts";

/**
 * Whether a kernel is one made by `adaptive`.
 * @throws XpalError if it is not a kernel.
 * @example isAdaptive(rbf({ bandwidth: 1 })) // false
 */
export function isAdaptive(kernel: Kernel): kernel is AdaptiveKernel {
  checkKernel("isAdaptive", "kernel", kernel);
  return kernel.name === "adaptive" && "weightsAt" in kernel && "bankOn" in kernel;
}
