// In a file of its own: whoever only asks does not load the kernel.
import { checkKernel, type Kernel } from "../kernel.ts";
import type { AdaptiveViewsKernel } from "./adaptive-views.ts";

/**
 * Whether a kernel is one made by `adaptiveViews`.
 * @throws XpalError if it is not a kernel.
 * @example isAdaptiveViews(rbf({ bandwidth: 1 })) // false
 */
export function isAdaptiveViews(kernel: Kernel): kernel is AdaptiveViewsKernel {
  checkKernel("isAdaptiveViews", "kernel", kernel);
  return kernel.name === "adaptiveViews" && "viewsOn" in kernel;
}
