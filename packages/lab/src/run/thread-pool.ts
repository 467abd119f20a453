// The runner in this process: one thread per job. A thread that dies takes its job with it, not the experiment.
import { Worker } from "node:worker_threads";
import { XpalError } from "xpal";
import { checkInteger } from "xpal/check";
import type { Workload } from "./do-job.ts";
import type { Job, JobEvent, JobRunner } from "./job-runner.ts";

/** Threads that wait for work of any pool: starting one costs more than a small job. */
export type SpareThreads = Worker[];

/**
 * A pool of threads for the jobs of a workload. Threads are started when they are needed.
 * @param spare Threads to begin with; those that are idle when the pool is closed are put back there.
 * @throws XpalError if `threads` is not an integer of at least 1.
 */
export function threadPool(
  { datasets, strategies, measures, engine }: Workload,
  threads: number,
  spare?: SpareThreads,
): JobRunner {
  checkInteger("threadPool", "threads", threads, 1, 1024);
  const workload: Workload = {
    measures,
    datasets: datasets.map(({ dataset, options }) => ({ dataset, options })),
    strategies: strategies.map(({ source }) => ({ source })),
    ...(engine === undefined ? {} : { engine }),
  };
  const idle: Worker[] = [];
  const alive = new Set<Worker>();
  let closed = false;
  const start = () => {
    const worker = spare?.pop() ?? new Worker(new URL("./worker/main.js", import.meta.url));
    worker.removeAllListeners("exit"); // those of a former pool
    worker.once("exit", () => {
      alive.delete(worker);
      for (const list of [idle, spare ?? []]) if (list.includes(worker)) list.splice(list.indexOf(worker), 1);
    });
    alive.add(worker);
    worker.postMessage({ workload });
    return worker;
  };
  return {
    threads,
    async run(job, listen) {
      if (closed) throw cancelled();
      const worker = idle.pop() ?? start();
      try {
        await finished(worker, job, listen);
        idle.push(worker);
      } catch (error) {
        if (closed) throw cancelled();
        await worker.terminate();
        throw error;
      }
    },
    async close() {
      closed = true;
      for (const worker of spare === undefined ? [] : idle.splice(0)) {
        alive.delete(worker);
        spare?.push(worker);
      }
      await Promise.all([...alive].map((worker) => worker.terminate()));
    },
  };
}

function finished(worker: Worker, job: Job, listen: (event: JobEvent) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = (event: JobEvent | null) => {
      if (event !== null) return listen(event);
      settle();
      resolve();
    };
    const fall = (cause: unknown) => {
      settle();
      reject(cause instanceof Error ? cause : new Error(`the thread ended with code ${cause}`));
    };
    const settle = () => {
      worker.off("message", hear);
      worker.off("error", fall);
      worker.off("exit", fall);
    };
    worker.on("message", hear);
    worker.on("error", fall);
    worker.on("exit", fall);
    worker.postMessage({ job });
  });
}

function cancelled(): XpalError {
  return new XpalError("cancelled", { who: "threadPool", argument: "the job", rule: "was cancelled" });
}
