// The runner in this process: one thread per job. A thread that dies takes its job with it, not the experiment.
import { Worker } from "node:worker_threads";
import { XpalError } from "@xpal/core";
import { type Caller, caller, threadPort } from "@xpal/core/calls";
import { checkInteger } from "@xpal/core/check";
import type { Workload } from "./do-job.ts";
import type { Job, JobEvent, JobRunner } from "./job-runner.ts";

/** What a thread can be asked. */
export interface PoolCalls {
  /** What the jobs to come are about. */
  workload(workload: Workload): void;
  job(job: Job): void;
}

interface PoolThread extends Caller<PoolCalls, JobEvent> {
  readonly worker: Worker;
  /** Takes it from the lists of the pool that has it when it ends. */
  forget: () => void;
}

/** Threads that wait for work of any pool: starting one costs more than a small job. */
export type SpareThreads = PoolThread[];

/**
 * A pool of threads for the jobs of a workload. Threads are started when they are needed.
 * @param spare Threads to begin with; those that are idle when the pool is closed are put back there.
 * @throws XpalError if `threads` is not an integer of at least 1.
 */
export function threadPool(
  { datasets, strategies, measures, unasked = [], engine }: Workload,
  threads: number,
  spare?: SpareThreads,
): JobRunner {
  checkInteger("threadPool", "threads", threads, 1, 1024);
  const workload: Workload = {
    measures,
    unasked,
    datasets: datasets.map(({ dataset, options, measures = [] }) => ({ dataset, options, measures })),
    strategies: strategies.map(({ source }) => ({ source })),
    ...(engine === undefined ? {} : { engine }),
  };
  const idle: PoolThread[] = [];
  const alive = new Set<PoolThread>();
  let closed = false;
  const start = () => {
    const thread = spare?.pop() ?? newThread();
    thread.worker.removeListener("exit", thread.forget); // that of a former pool
    thread.forget = () => {
      alive.delete(thread);
      for (const list of [idle, spare ?? []]) if (list.includes(thread)) list.splice(list.indexOf(thread), 1);
    };
    thread.worker.once("exit", thread.forget);
    alive.add(thread);
    thread.tell("workload", workload);
    return thread;
  };
  return {
    threads,
    async run(job, listen) {
      if (closed) throw cancelled();
      const thread = idle.pop() ?? start();
      try {
        await thread.call("job", job, { onProgress: listen });
        idle.push(thread);
      } catch (error) {
        if (closed) throw cancelled();
        await thread.worker.terminate();
        throw error;
      }
    },
    async close() {
      closed = true;
      for (const thread of spare === undefined ? [] : idle.splice(0)) {
        alive.delete(thread);
        spare?.push(thread);
      }
      await Promise.all([...alive].map(({ worker }) => worker.terminate()));
    },
  };
}

function newThread(): PoolThread {
  const worker = new Worker(new URL("./worker/main.js", import.meta.url));
  return { worker, forget: () => {}, ...caller<PoolCalls, JobEvent>(threadPort(worker)) };
}

function cancelled(): XpalError {
  return new XpalError("cancelled", { who: "threadPool", argument: "the job", rule: "was cancelled" });
}
