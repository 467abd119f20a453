import { type AdaptiveOptions, adaptive } from "xpal";
import type { Task } from "./task.ts";

/**
 * The same task with a kernel that learns; the task's own kernel is its base.
 * @throws XpalError if an option of the kernel is out of range.
 */
export function learningTask(task: Task, options: Omit<AdaptiveOptions, "base"> = {}): Task {
  const kernel = adaptive({ ...options, base: task.pool.kernel });
  return { ...task, pool: Object.freeze({ ...task.pool, kernel }) };
}
