// How far a plan on the queue has come, until it is done. The store says which runs are finished, the queue who is at
// what and what was set aside; watching changes neither.

import { XpalError } from "@xpal/core";
import {
  type Failure,
  type PlanRecord,
  type Progress,
  pause,
  type RunningCell,
  type RunPlanResult,
  runKey,
} from "@xpal/lab/internal";
import type { Runs } from "@xpal/store";
import type { Job, Queue } from "bullmq";
import { announcementOf, queueOf } from "./announced-plans.ts";
import { runsOf } from "./check-payload.ts";
import { newsSchema, payloadSchema } from "./payload.ts";
import type { QueueServer } from "./queue-server.ts";
import { retryingRuns, retryOutage } from "./retry-outage.ts";

/** What watching needs from around it. */
export interface WatchOptions {
  readonly store: Runs;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly say?: ((sentence: string) => void) | undefined;
  /** Puts the plan onto the queue again, in case the server lost it; without it that is an error. */
  readonly enqueueAgain?: () => Promise<unknown>;
}

const LOOK_MS = 500;
/** After this many looks the store is asked for every run, in case another plan or a local runner finished some. */
const LOOKS_BETWEEN_COUNTS = 40;

/**
 * Watches a plan until each run is in the store or set aside.
 * @throws XpalError "cancelled" if the signal was raised, "bad-state" if somebody cancelled the plan.
 */
export async function watchPlan(
  server: QueueServer,
  key: string,
  plan: PlanRecord,
  options: WatchOptions,
): Promise<RunPlanResult> {
  const { now, signal, say } = options;
  const terms = { signal, say, away: new Set<string>() };
  const store = retryingRuns(options.store, terms);
  const asked = <T>(work: () => Promise<T>) => retryOutage("the queue", terms, work);
  const queue = await asked(() => server.queue(queueOf(key)));
  const begun = now();
  const keys = keysOf(plan);
  let done = (await store.known(keys)).size;
  let counted = await store.count({ plan: key });
  const before = done;
  let again = 0;
  let state: QueueState | undefined;

  for (let look = 1; ; look++) {
    const count = await store.count({ plan: key });
    done += count - counted;
    counted = count;
    const seen: QueueState = await asked(() => stateOf(queue, plan, state));
    state = seen;
    const announcement = await asked(() => announcementOf(server, key));
    const idle = seen.waiting === 0;
    let known: Set<string> | undefined;
    if (idle || look % LOOKS_BETWEEN_COUNTS === 0) {
      known = await store.known(keys);
      done = known.size;
    }
    const failures = [...seen.failures].filter(([run]) => known === undefined || !known.has(run)).map(([, why]) => why);
    const seconds = (now() - begun) / 1000;
    const rate = seconds > 0 ? (done - before) / seconds : 0;
    options.onProgress?.({
      ...{ total: keys.length, done, finished: done - before, failed: failures.length, seconds, rate },
      secondsLeft: rate > 0 ? (keys.length - done - failures.length) / rate : undefined,
      running: seen.running,
      workers: seen.workers,
    });
    if (known !== undefined) {
      const lost = keys.filter((run) => !known.has(run) && !seen.failures.has(run));
      if (lost.length === 0) return { finished: done - before, failures, seconds };
      if (announcement?.cancelled) throw rejection(key, "was cancelled with xpal queue cancel");
      if (idle && ++again >= 6) {
        if (options.enqueueAgain === undefined) {
          throw rejection(key, `has ${lost.length} runs that are neither in the store nor on the queue`);
        }
        await asked(options.enqueueAgain); // a server without a disk was restarted
        again = 0;
      }
    }
    await pause(LOOK_MS, signal);
    if (signal?.aborted) throw new XpalError("cancelled", { who: "queue", argument: "watching", rule: "was stopped" });
  }
}

/** The keys of all runs of a plan. */
function keysOf({ datasets, strategies, repetitions, contents }: PlanRecord): string[] {
  return datasets.flatMap(({ name }, d) =>
    strategies.flatMap(({ key }, s) =>
      Array.from({ length: repetitions }, (_, r) => runKey(contents[d][s], name, key, r + 1)),
    ),
  );
}

/** What the queue says: jobs that wait or run, who runs what, and which runs were set aside, by key. */
interface QueueState {
  readonly waiting: number;
  readonly running: readonly RunningCell[];
  readonly workers: number;
  /** How many jobs were set aside. */
  readonly failed: number;
  readonly failures: ReadonlyMap<string, Failure>;
}

/** Jobs that were set aside are read again only when their number has changed: there may be thousands. */
async function stateOf(queue: Queue, plan: PlanRecord, before: QueueState | undefined): Promise<QueueState> {
  const counts = await queue.getJobCounts("waiting", "active", "delayed", "prioritized", "failed");
  const waiting = counts.waiting + counts.active + counts.delayed + counts.prioritized;
  const running: RunningCell[] = [];
  const workers = new Set<string>();
  const active = counts.active === 0 ? [] : await queue.getJobs(["active"], 0, 999);
  for (const job of active) {
    const news = newsSchema.safeParse(job?.progress);
    if (job?.processedBy) workers.add(job.processedBy);
    if (news.success && news.data.running !== null) running.push(news.data.running);
  }
  const known = { waiting, running, workers: workers.size, failed: counts.failed };
  if (before?.failed === counts.failed) return { ...known, failures: before.failures };
  const failures = new Map<string, Failure>();
  for (const job of await queue.getJobs(["failed"])) {
    for (const [key, failure] of failuresOf(job, plan)) failures.set(key, failure);
  }
  return { ...known, failures };
}

/** The runs that a job which was set aside leaves out: those it named, or all. */
function failuresOf(job: Job, plan: PlanRecord): [string, Failure][] {
  const news = newsSchema.safeParse(job.progress);
  if (news.success && news.data.failures.length > 0) {
    return news.data.failures.flatMap((failure) => {
      const d = plan.datasets.findIndex(({ name }) => name === failure.dataset);
      const s = plan.strategies.findIndex(({ key }) => key === failure.strategy);
      if (d < 0 || s < 0) return [];
      return [[runKey(plan.contents[d][s], failure.dataset, failure.strategy, failure.repetition), failure]];
    });
  }
  return runsNamed(job, plan).map(([key, run]) => [key, { ...run, sentence: `it was set aside: ${job.failedReason}` }]);
}

/** By the job's message where it can be read; else by its name, which says dataset and repetitions. */
function runsNamed(job: Job, plan: PlanRecord): [string, Omit<Failure, "sentence">][] {
  const [, d, first, last] = (/^d(\d+)-r(\d+)-(\d+)$/.exec(String(job.id)) ?? []).map(Number);
  const dataset = plan.datasets[d];
  if (dataset !== undefined) {
    return plan.strategies.flatMap(({ key: strategy }, s) =>
      Array.from({ length: last - first + 1 }, (_, i): [string, Omit<Failure, "sentence">] => {
        const repetition = first + i;
        return [
          runKey(plan.contents[d][s], dataset.name, strategy, repetition),
          { dataset: dataset.name, strategy, repetition },
        ];
      }),
    );
  }
  const payload = payloadSchema.safeParse(job.data);
  if (!payload.success) return [];
  const { dataset: of, strategies } = payload.data;
  return runsOf(payload.data).map(({ key, strategy, repetition }) => {
    return [key, { dataset: of.name, strategy: strategies[strategy].key, repetition }];
  });
}

function rejection(key: string, rule: string): XpalError {
  return new XpalError("bad-state", {
    ...{ who: "queue", argument: `the plan ${key.slice(0, 8)}`, rule },
    wayOut: "run the same xpal reproduce or study again to put it on the queue",
  });
}
