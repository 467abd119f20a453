// One repetition of an evaluation: every strategy on the same split. It can travel to a worker thread, so strategies
// are named and the kernel is JSON.
import { type EngineOptions, type KernelJSON, kernelFromJSON } from "xpal";
import { strategyOf } from "../project/strategies.ts";
import { learningCurve, type Task } from "./learning-curve.ts";

/** What is to be done. */
export interface Repetition {
  readonly task: Omit<Task, "kernel"> & { readonly kernel: KernelJSON };
  readonly strategies: readonly string[];
  readonly budget: number;
  readonly seed: number;
  readonly engine: EngineOptions;
}

/** The learning curve of each strategy, in order. */
export async function repeat(repetition: Repetition, onStep: (strategy: string) => void): Promise<Float64Array[]> {
  const { strategies, budget, seed, engine } = repetition;
  const task = { ...repetition.task, kernel: kernelFromJSON(repetition.task.kernel) };
  const curves: Float64Array[] = [];
  for (const key of strategies) {
    const { name, make } = strategyOf("strategy", key);
    const onLabel = () => onStep(name);
    curves.push(await learningCurve(task, { strategy: make(task.kernel), budget, seed, engine, onStep: onLabel }));
  }
  return curves;
}
