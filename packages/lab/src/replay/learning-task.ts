import { type Kernel, type LearningOptions, learning, ridge } from "xpal";
import type { Task } from "./task.ts";

/**
 * The same task with a kernel that learns; the task's own kernel is its base. On points of texts and pictures the kernel
 * stays, and what learns is the predictor.
 * @throws XpalError if an option of the kernel is out of range.
 */
export function learningTask(task: Task, options: LearningKernelOptions = { name: "learn" }): Task {
  const { pool, pinned, dataset } = task;
  if (dataset.predictor === "ridge") return { ...task, pool: Object.freeze({ ...pool, predictor: ridge() }) };
  const given = { ...dataset.learning, ...options, ...(pinned === undefined ? {} : { pinned }) };
  return { ...task, pool: Object.freeze({ ...pool, kernel: learningKernel(pool.kernel, given) }) };
}

/** The learned kernel's options but for the base. */
export type LearningKernelOptions = { readonly name: "learn" } & Omit<LearningOptions, "base">;

/**
 * The kernel that learns on a base.
 * @throws XpalError if an option of the kernel is out of range.
 */
export function learningKernel(base: Kernel, given: LearningKernelOptions): Kernel {
  const { name: _, ...options } = given;
  return learning({ ...options, base });
}
