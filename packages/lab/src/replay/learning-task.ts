import { type AdaptiveOptions, xpalAdaptive } from "xpal";
import type { Task } from "./task.ts";

/**
 * The same task with a kernel that learns; the task's own kernel is its base.
 * @throws XpalError if an option of the kernel is out of range.
 */
export function learningTask(
  task: Task,
  { views, ...options }: Omit<AdaptiveOptions, "base"> & { readonly views?: boolean } = {},
): Task {
  const base = task.pool.kernel;
  const { kernel } = xpalAdaptive({ ...options, base, views: views === true && base.name === "rbf" });
  return { ...task, pool: Object.freeze({ ...task.pool, kernel }) };
}
