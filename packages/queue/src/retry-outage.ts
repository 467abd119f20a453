// A server that restarts is waited for: what failed because nobody answered is tried again.

import { XpalError } from "@xpal/core";
import { isRejection } from "@xpal/core/check";
import { pause } from "@xpal/lab/internal";
import type { Blobs, Runs } from "@xpal/store";
import { isPassing } from "./queue-trouble.ts";

/** How long to try, and whom to tell. */
export interface RetryTerms {
  readonly signal?: AbortSignal | undefined;
  /** Called once when a server cannot be reached, and once when it is back. */
  readonly say?: ((sentence: string) => void) | undefined;
  /** The servers that are away, so that many who wait are heard as one. */
  readonly away?: Set<string>;
}

const PAUSE_MS = 500;

/** Repeats work until it meets no outage. Other errors pass through. */
export async function retryOutage<T>(what: string, terms: RetryTerms, work: () => Promise<T>): Promise<T> {
  const { signal, say, away = new Set() } = terms;
  for (;;) {
    try {
      const result = await work();
      if (away.delete(what)) say?.(`${what} answers again`);
      return result;
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (signal?.aborted)
        throw new XpalError("cancelled", { who: "queue", argument: "the work", rule: "was stopped" });
      if (!away.has(what)) say?.(`${what} does not answer; trying again until it does`);
      away.add(what);
      await pause(PAUSE_MS, signal);
    }
  }
}

/** The store's part for runs, which waits for its server. */
export function retryingRuns(runs: Runs, terms: RetryTerms): Runs {
  const wait = <T>(work: () => Promise<T>) => retryOutage("the store", terms, work);
  return {
    ...runs,
    put: (...args) => wait(() => runs.put(...args)),
    get: (...args) => wait(() => runs.get(...args)),
    has: (...args) => wait(() => runs.has(...args)),
    known: (...args) => wait(() => runs.known(...args)),
    count: (...args) => wait(() => runs.count(...args)),
    claim: (...args) => wait(() => runs.claim(...args)),
    release: (...args) => wait(() => runs.release(...args)),
  };
}

/** The store's part for blobs, which waits for its server. */
export function retryingBlobs(blobs: Blobs, terms: RetryTerms): Blobs {
  const wait = <T>(work: () => Promise<T>) => retryOutage("the store", terms, work);
  return {
    ...blobs,
    put: (...args) => wait(() => blobs.put(...args)),
    get: (...args) => wait(() => blobs.get(...args)),
    has: (...args) => wait(() => blobs.has(...args)),
  };
}

function isOutage(error: unknown): boolean {
  if (isRejection(error)) return ["unreachable", "locked"].includes(error.code);
  return isPassing(error);
}
