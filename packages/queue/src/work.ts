// A worker: looks at the board for plans it may work on, takes jobs from their queues, oldest plan first, and does as many
// at a time as it has threads. Taking is done by hand, one look for all threads, so that the threads can work on several queues.

import { checkInteger, checkParts } from "@xpal/core/check";
import { pause, type SpareThreads, VERSION } from "@xpal/lab/internal";
import { openStore } from "@xpal/store";
import type { Job } from "bullmq";
import { doQueuedJob } from "./do-queued-job.ts";
import { storeBeside } from "./queue-address.ts";
import { LOCK_MS, openQueueServer } from "./queue-server.ts";
import { retryingBlobs, retryingRuns, retryOutage } from "./retry-outage.ts";
import { ServedPlans } from "./served-plans.ts";
import { ModuleFolder } from "./shipped-modules.ts";

/** The options of a worker. */
export interface WorkOptions {
  /** "postgres://..." or "redis://...". */
  readonly queue: string;
  /** "postgres://..."; by default the queue's own database. */
  readonly store?: string;
  /** How many jobs at a time. */
  readonly threads: number;
  /** What this machine has; it takes jobs that ask for these, and jobs that ask for nothing. */
  readonly tags?: readonly string[];
  /** Whether strategies that come as modules may run here; false by default. */
  readonly allowCode?: boolean;
  /** A folder with datasets by hash, which is looked at first and filled. */
  readonly data?: string;
  /** A name for people; the same for no two workers. */
  readonly name: string;
  /** The time of day in milliseconds; clocks of all workers must agree within a second or two. */
  readonly now: () => number;
  /** How long its jobs are kept from others after it died, in milliseconds; 10,000 by default. */
  readonly lockMs?: number;
  /** Ends after this many seconds without a job; never by default. */
  readonly idleSeconds?: number;
  readonly signal?: AbortSignal;
  /** Called with messages for the log. */
  readonly say?: (sentence: string) => void;
  /** The version it passes for; its own by default. */
  readonly version?: string;
}

/** What a worker did. */
export interface WorkSummary {
  readonly done: number;
  readonly setAside: number;
}

const LOOK_MS = 500;

/**
 * Takes jobs from a queue until the signal is raised or there was no job for a while.
 * @throws XpalError or StoreError if a server cannot be used; after a later outage it waits and continues.
 * @example await work({ queue: "http://localhost", threads: 1, name: "desk", now: Date.now }).catch((error) => error.code) // "bad-argument"
 */
export async function work(options: WorkOptions): Promise<WorkSummary> {
  checkParts("work", "options", options, "an object", []);
  const { threads, name, now, signal, say, idleSeconds = Infinity, lockMs = LOCK_MS } = options;
  checkInteger("worker", "--threads", threads, 1, 1024);
  const server = await openQueueServer(options.queue);
  const modules = new ModuleFolder();
  const store = await openStore(storeBeside(options.queue, options.store)).catch(async (error) => {
    await server.close();
    throw error;
  });
  const halt = new AbortController(); // our own end: the caller's signal, or a store that rejects
  const ending = () => halt.abort();
  signal?.addEventListener("abort", ending);
  if (signal?.aborted) ending();
  const terms = { signal: halt.signal, say, away: new Set<string>() };
  const runs = retryingRuns(store.runs, terms);
  const blobs = retryingBlobs(store.blobs, terms);
  const { version = VERSION, allowCode = false, data } = options;
  const traits = { version, allowCode, data, modules };
  const plans = new ServedPlans(server, { ...options, version, allowCode, lockMs }, blobs);
  const summary = { done: 0, setAside: 0 };
  const idle: SpareThreads = [];
  const busy = new Set<Promise<void>>();
  let cause: unknown;
  let lastWork = now();

  const begin = (job: Job, token: string, plan: string) => {
    const around = { plan, store: runs, blobs, traits, worker: name, now, threads: idle, lockMs, ...terms };
    const doing = doQueuedJob(job, token, around)
      .then((end) => {
        if (end === "done") summary.done++;
        if (end === "set aside") summary.setAside++;
      })
      .catch((error) => {
        cause ??= error;
        ending();
      })
      .finally(() => {
        busy.delete(doing);
        plans.ended(plan);
        lastWork = now();
      });
    busy.add(doing);
  };

  say?.(`${name} is ready with ${threads === 1 ? "one thread" : `${threads} threads`} for ${server.address.shown}`);
  try {
    while (!halt.signal.aborted) {
      if (busy.size >= threads) {
        await Promise.race(busy); // an end that is asked for ends them too
        continue;
      }
      const taken = await retryOutage("the queue", terms, () => plans.next(now()));
      if (taken !== undefined) begin(taken.job, taken.token, taken.plan);
      else if (busy.size === 0 && now() - lastWork > idleSeconds * 1000) break;
      else await pause(LOOK_MS, halt.signal);
    }
  } catch (error) {
    if (!halt.signal.aborted) cause ??= server.trouble(error);
  } finally {
    ending();
    await Promise.all(busy);
    signal?.removeEventListener("abort", ending);
    await server.close();
    await store.close().catch(() => {});
    await Promise.all(idle.map((thread) => thread.worker.terminate()));
    modules.close();
  }
  if (cause !== undefined) throw cause;
  return summary;
}
