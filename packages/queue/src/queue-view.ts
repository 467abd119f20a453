// What people ask of a queue: what is on it, how far it is, take this off, try that again.

import { checkText, reject } from "@xpal/core/check";
import { type RunPlanResult, readPlans } from "@xpal/lab/internal";
import { openStore } from "@xpal/store";
import { announce, announced, emptyQueue, queueOf, takeDown } from "./announced-plans.ts";
import type { Announcement } from "./payload.ts";
import { openQueueServer, type QueueServer } from "./queue-server.ts";
import { type WatchOptions, watchPlan } from "./watch-plan.ts";

/** A plan on the queue. */
export interface QueuedPlan extends Omit<Announcement, "protocol" | "jobs"> {
  /** How many jobs wait, are being done, and were set aside. */
  readonly waiting: number;
  readonly active: number;
  readonly setAside: number;
  /** The names of the workers that are at it. */
  readonly workers: readonly string[];
  /** Why jobs were set aside, each reason once, with the number of jobs. */
  readonly reasons: readonly { readonly reason: string; readonly jobs: number }[];
}

/** A queue to inspect and to clean up. Plans are named by the beginning of their keys, which is optional if there is one plan. */
export interface QueueView {
  status(): Promise<QueuedPlan[]>;
  /** Takes all jobs of a plan off the queue; what is finished stays in the store. */
  cancel(plan?: string): Promise<QueuedPlan>;
  /** Puts jobs that were set aside back, as new. */
  retry(plan?: string): Promise<QueuedPlan>;
  /** Watches a plan until it is done. */
  watch(
    plan: string | undefined,
    store: string,
    options: Omit<WatchOptions, "store">,
  ): Promise<RunPlanResult & QueuedPlan>;
  close(): Promise<void>;
}

/**
 * Opens a queue to inspect it and to cancel or retry jobs.
 * @param url "postgres://..." or "redis://...".
 * @throws XpalError if it cannot be used.
 * @example await openQueue("http://localhost").catch((error) => error.code) // "bad-argument"
 */
export async function openQueue(url: string): Promise<QueueView> {
  checkText("openQueue", "url", url);
  const server = await openQueueServer(url);
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw server.trouble(error);
    }
  };
  const chosen = async (beginning: string | undefined) => choose(await announced(server), beginning);
  return {
    status: () => guarded(async () => Promise.all((await announced(server)).map((plan) => lookAt(server, plan)))),
    cancel: (beginning) =>
      guarded(async () => {
        const plan = await chosen(beginning);
        const before = await lookAt(server, plan);
        if (plan.cancelled) await takeDown(server, plan.plan);
        else {
          await announce(server, { ...plan, cancelled: true }); // first, so that nobody who watches fills it again
          await emptyQueue(await server.queue(queueOf(plan.plan)));
        }
        return before;
      }),
    retry: (beginning) =>
      guarded(async () => {
        const plan = await chosen(beginning);
        const before = await lookAt(server, plan);
        const queue = await server.queue(queueOf(plan.plan));
        for (const job of await queue.getJobs(["failed"])) {
          await job.remove(); // a new job under the old name has lost no worker yet
          await queue.add(job.name, job.data, { jobId: String(job.id) });
        }
        return before;
      }),
    watch: (beginning, store, options) =>
      guarded(async () => {
        const plan = await chosen(beginning);
        const opened = await openStore(store);
        try {
          const record = (await readPlans(opened.blobs)).get(plan.plan);
          if (record === undefined) {
            return reject(
              "queue",
              "--store",
              "must be the store that the plan was enqueued with",
              plan.plan.slice(0, 8),
            );
          }
          const result = await watchPlan(server, plan.plan, record, { ...options, store: opened.runs });
          return { ...(await lookAt(server, plan)), ...result };
        } finally {
          await opened.close();
        }
      }),
    close: () => server.close(),
  };
}

async function lookAt(server: QueueServer, { protocol: _, jobs: __, ...plan }: Announcement): Promise<QueuedPlan> {
  const queue = await server.queue(queueOf(plan.plan));
  const counts = await queue.getJobCounts("waiting", "active", "delayed", "prioritized", "failed");
  const active = await queue.getJobs(["active"], 0, 999);
  const failed = await queue.getJobs(["failed"]);
  const reasons = new Map<string, number>();
  for (const { failedReason } of failed) reasons.set(failedReason, (reasons.get(failedReason) ?? 0) + 1);
  return {
    ...plan,
    waiting: counts.waiting + counts.delayed + counts.prioritized,
    active: counts.active,
    setAside: counts.failed,
    workers: [...new Set(active.flatMap(({ processedBy }) => (processedBy === undefined ? [] : [processedBy])))].sort(),
    reasons: [...reasons].map(([reason, jobs]) => ({ reason, jobs })),
  };
}

function choose(plans: readonly Announcement[], beginning = ""): Announcement {
  const found = plans.filter(({ plan }) => plan.startsWith(beginning));
  if (found.length === 1) return found[0];
  if (plans.length === 0) return reject("queue", "the queue", "must hold a plan", "none");
  const listed = plans.map(({ plan, title }) => `${plan.slice(0, 8)} (${title})`).join(", ");
  return reject("queue", "the plan", `must be the beginning of one of ${listed}`, beginning);
}
