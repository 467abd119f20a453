// Repetitions side by side in worker threads, or one after the other in this one. Either way gives the same bits: a
// repetition depends on nothing but itself.
import { Worker } from "node:worker_threads";
import { type Repetition, repeat } from "./repetition.ts";
import type { WorkerMessage } from "./repetition-worker.ts";

/** How the work is shared out. */
export interface RepeatAllOptions {
  readonly count: number;
  /** Makes a repetition when its turn comes. */
  readonly make: (r: number) => Repetition;
  /** 1 stays in this thread. */
  readonly threads: number;
  readonly onStep: (strategy: string) => void;
}

/** The curves of all repetitions, in order. */
export async function repeatAll(options: RepeatAllOptions): Promise<Float64Array[][]> {
  const { count, make, onStep } = options;
  const results: Float64Array[][] = new Array(count);
  let next = 0;
  const drain = async (run: (repetition: Repetition) => Promise<Float64Array[]>) => {
    while (next < count) {
      const r = next++;
      results[r] = await run(make(r));
    }
  };
  const threads = Math.min(options.threads, count);
  if (threads <= 1) {
    await drain((repetition) => repeat(repetition, onStep));
    return results;
  }
  const workers = Array.from({ length: threads }, () => new Worker(new URL("./repetition-worker.js", import.meta.url)));
  try {
    await Promise.all(workers.map((worker) => drain((repetition) => hand(worker, repetition, onStep))));
    return results;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Hands a repetition to a worker; one that fails there is repeated here, so that its error is thrown here. */
function hand(worker: Worker, repetition: Repetition, onStep: (strategy: string) => void): Promise<Float64Array[]> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: WorkerMessage) => {
      if ("step" in message) {
        onStep(message.step);
        return;
      }
      leave();
      if ("curves" in message) resolve(message.curves);
      else repeat(repetition, onStep).then(resolve, reject);
    };
    const onError = (error: unknown) => {
      leave();
      reject(error);
    };
    const leave = () => {
      worker.off("message", onMessage);
      worker.off("error", onError);
    };
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.postMessage(repetition);
  });
}
