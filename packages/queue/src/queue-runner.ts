// The runner over many machines: enqueues a plan and watches it. When it stops watching, the workers go on.

import { checkParts } from "@xpal/core/check";
import { type PlanRunner, planRecord } from "@xpal/lab/internal";
import { takeDown } from "./announced-plans.ts";
import { enqueue } from "./enqueue.ts";
import { openQueueServer } from "./queue-server.ts";
import { watchPlan } from "./watch-plan.ts";

/** How a plan is put onto a queue. */
export interface QueueRunnerOptions {
  /** "postgres://..." or "redis://...". */
  readonly queue: string;
  /** What a worker must have to take part. */
  readonly tags?: readonly string[];
  /** Called with messages for people, such as that the server cannot be reached. */
  readonly say?: (sentence: string) => void;
  /** Called with the plan's key when all of its jobs are on the queue. */
  readonly onEnqueued?: (plan: string) => void;
}

/**
 * The runner on a queue. A plan whose jobs all succeeded is removed from the queue when it is finished.
 * @throws XpalError, when it runs, if the queue cannot be used or the plan was cancelled.
 * @example typeof onQueue({ queue: "redis://127.0.0.1:6379" }) // "function"
 */
export function onQueue(options: QueueRunnerOptions): PlanRunner {
  checkParts("onQueue", "options", options, "an object with the address of a queue", ["queue"]);
  const { queue, tags = [], say, onEnqueued } = options;
  return async (plan, { store, blobs, version, now, signal, onProgress }) => {
    const server = await openQueueServer(queue);
    const put = () => enqueue(server, plan, { store, blobs, version, now, tags });
    try {
      const key = await put();
      onEnqueued?.(key);
      const result = await watchPlan(server, key, planRecord(plan), {
        ...{ store, now, signal, onProgress, say, enqueueAgain: put },
      });
      if (result.failures.length === 0) await takeDown(server, key);
      return result;
    } catch (error) {
      throw server.trouble(error);
    } finally {
      await server.close();
    }
  };
}
