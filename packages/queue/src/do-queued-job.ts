// One job from the queue, from taking it to giving an account of it. The computing is done by threads, so that the lock is
// kept alive whatever a strategy does; each finished run is in the store at once, so that a job taken over goes on where it was.

import { XpalError } from "@xpal/core";
import { runPlan, type SpareThreads, threadPool } from "@xpal/lab/internal";
import { type Blobs, type Runs, StoreError } from "@xpal/store";
import type { Job } from "bullmq";
import { checkPayload, type WorkerTraits } from "./check-payload.ts";
import type { News } from "./payload.ts";
import { DEATHS_FORGIVEN } from "./queue-server.ts";
import { type RetryTerms, retryOutage } from "./retry-outage.ts";

/** What doing a job needs from its worker. */
export interface JobSurroundings extends RetryTerms {
  /** The key of the plan whose queue the job is from. */
  readonly plan: string;
  readonly store: Runs;
  readonly blobs: Blobs;
  readonly traits: WorkerTraits;
  /** The worker's name. */
  readonly worker: string;
  readonly now: () => number;
  readonly threads: SpareThreads;
  /** How long the job's lock and the claims on its runs outlive this worker. */
  readonly lockMs: number;
}

/** How a job ended: done, set aside with a reason, or left to others. */
export type JobEnd = "done" | "set aside" | "left";

const NEWS_MS = 1_000;

/**
 * Does a job and tells the queue.
 * @throws StoreError if the store rejects for another reason than an outage; the job is back in the queue then.
 */
export async function doQueuedJob(job: Job, token: string, around: JobSurroundings): Promise<JobEnd> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  around.signal?.addEventListener("abort", abort);
  if (around.signal?.aborted) abort();
  const beat = setInterval(() => void keepLock(job, token, around.lockMs, abort), around.lockMs / 4);
  const tell = (work: () => Promise<unknown>) => account(job, around, work);
  try {
    if (job.deferredFailure) {
      const deaths = `its worker died or fell silent ${DEATHS_FORGIVEN + 1} times`;
      await tell(() => job.moveToFailed(new Error(deaths), token, false));
      return "set aside";
    }
    const failures = await runsOfJob(job, { ...around, signal: stop.signal });
    if (failures.length === 0) {
      await tell(() => job.moveToCompleted(null, token, false));
      return "done";
    }
    await tell(() => job.updateProgress({ worker: around.worker, running: null, failures } satisfies News));
    await tell(() => job.moveToFailed(new Error(failures[0].sentence), token, false));
    return "set aside";
  } catch (error) {
    const stopped = error instanceof XpalError && error.code === "cancelled";
    if (stopped || error instanceof StoreError) {
      await job.moveToWait(token).catch(() => {}); // or its lock runs out
      if (stopped) return "left";
      throw error;
    }
    const reason = String((error as Error).message)
      .split("\n")[0]
      .replace(/^\w+: /, "");
    await tell(() => job.moveToFailed(new Error(reason), token, false));
    return "set aside";
  } finally {
    clearInterval(beat);
    around.signal?.removeEventListener("abort", abort);
  }
}

async function runsOfJob(job: Job, around: JobSurroundings & { signal: AbortSignal }): Promise<News["failures"]> {
  const { plan, store, blobs, traits, worker, now, signal, lockMs } = around;
  const { part, runs } = await checkPayload(job.data, plan, blobs, traits);
  const runner = threadPool(part, 1, around.threads);
  let told = 0;
  let news: Promise<unknown> = Promise.resolve();
  try {
    const { failures } = await runPlan(part, {
      ...{ store, runner, runs, plan, now, signal, version: traits.version, lease: lockMs },
      owner: `${worker} ${job.id}`,
      onProgress: ({ running: [running = null] }) => {
        if (now() - told < NEWS_MS) return;
        told = now();
        news = job.updateProgress({ worker, running, failures: [] } satisfies News).catch(() => {});
      },
    });
    await news; // what is told of failures must come last
    return [...failures];
  } finally {
    await runner.close();
  }
}

/** A job that is no longer there was cancelled; one that somebody else holds now is shared with them, run by run. */
async function keepLock(job: Job, token: string, lockMs: number, abort: () => void): Promise<void> {
  try {
    await job.extendLock(token, lockMs);
  } catch {
    const state = await job.getState().catch(() => "away");
    if (state === "unknown") abort();
  }
}

/** Tells the queue how a job ended. One that it no longer counts as ours has been taken over: what we did is in the store. */
async function account(job: Job, around: JobSurroundings, work: () => Promise<unknown>): Promise<void> {
  try {
    await retryOutage("the queue", around, work);
  } catch (error) {
    const text = String((error as Error).message);
    if (!/lock|not in the active state|Missing key|missing/i.test(text))
      around.say?.(`job ${job.id}: ${text.split("\n")[0]}`);
  }
}
