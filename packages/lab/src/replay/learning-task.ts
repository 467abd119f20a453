import { type AdaptiveOptions, type Kernel, type LearningOptions, ridge, xpalAdaptive, xpalLearning } from "xpal";
import type { Task } from "./task.ts";

/**
 * The same task with a kernel that learns; the task's own kernel is its base. On points of texts and pictures the kernel
 * stays, and what learns is the predictor.
 * @throws XpalError if an option of the kernel is out of range.
 */
export function learningTask(task: Task, options: LearningKernelOptions = { name: "learn" }): Task {
  if (options.name !== "learn") return withKernel(task, options);
  const { pinned, dataset } = task;
  if (dataset.predictor === "ridge") return { ...task, pool: Object.freeze({ ...task.pool, predictor: ridge() }) };
  return withKernel(task, { ...dataset.learning, ...options, ...(pinned === undefined ? {} : { pinned }) });
}

function withKernel(task: Task, options: LearningKernelOptions): Task {
  return { ...task, pool: Object.freeze({ ...task.pool, kernel: learningKernel(task.pool.kernel, options) }) };
}

/** Which kernel learns, and its options but for the base. */
export type LearningKernelOptions =
  | ({ readonly name: "learn" } & Omit<LearningOptions, "base">)
  | ({ readonly name: "adaptive" } & Omit<AdaptiveOptions, "base"> & { readonly views?: boolean });

/**
 * The kernel that learns on a base.
 * @throws XpalError if an option of the kernel is out of range.
 */
export function learningKernel(base: Kernel, given: LearningKernelOptions): Kernel {
  if (given.name === "learn") {
    const { name: _, ...options } = given;
    return xpalLearning({ ...options, base }).kernel;
  }
  const { name: _, views, ...options } = given;
  return xpalAdaptive({ ...options, base, views: views === true && base.name === "rbf" }).kernel;
}
