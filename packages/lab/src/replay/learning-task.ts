import { type Kernel, type LearnedKernelOptions, learnedKernel, ridge } from "@xpal/core";
import type { Task } from "./task.ts";

/**
 * The same task with the learned kernel; the task's own kernel is its base. On points of texts and images the kernel
 * stays, and what learns is the predictor.
 * @throws XpalError if an option of the kernel is out of range.
 */
export function learningTask(task: Task, options: LearnedKernelChoice = { name: "learned" }): Task {
  const { pool, pinned, dataset } = task;
  if (dataset.predictor === "ridge") return { ...task, pool: Object.freeze({ ...pool, predictor: ridge() }) };
  const given = { ...dataset.learning, ...options, ...(pinned === undefined ? {} : { pinned }) };
  return { ...task, pool: Object.freeze({ ...pool, kernel: learnedKernelOn(pool.kernel, given) }) };
}

/** The learned kernel's options but for the base. */
export type LearnedKernelChoice = { readonly name: "learned" } & Omit<LearnedKernelOptions, "base">;

/**
 * The learned kernel on a base.
 * @throws XpalError if an option of the kernel is out of range.
 */
export function learnedKernelOn(base: Kernel, given: LearnedKernelChoice): Kernel {
  const { name: _, ...options } = given;
  return learnedKernel({ ...options, base });
}
