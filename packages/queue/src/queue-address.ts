// The address of a queue. Its password is never shown: every message takes `shown`.

import { checkText, reject } from "@xpal/core/check";
import { shownUrl } from "@xpal/store";

/** Where a queue is. */
export interface QueueAddress {
  readonly kind: "postgres" | "redis";
  readonly url: string;
  /** The address as it may be printed. */
  readonly shown: string;
}

/**
 * Reads the address of a queue.
 * @param url "postgres://user:password@host:port/database" or "redis://:password@host:port"; rediss:// for TLS.
 * @throws XpalError if it is neither.
 */
export function queueAddress(url: string): QueueAddress {
  const kind = /^postgres(ql)?:\/\//.test(url) ? "postgres" : /^rediss?:\/\//.test(url) ? "redis" : undefined;
  if (kind === undefined || !URL.canParse(url)) {
    reject(
      "queue",
      "--queue",
      "must be postgres://user:password@host:port/database or redis://host:port",
      shownUrl(url),
    );
  }
  return { kind, url, shown: shownUrl(url) };
}

/**
 * The store that goes with a queue: the one that is named, or the queue's own database.
 * @throws XpalError if it is a file, which other machines cannot reach, or if no store is given and the queue has no database.
 * @example storeBeside("postgres://me:secret@host/db", undefined) // "postgres://me:secret@host/db"
 */
export function storeBeside(queue: string, store: string | undefined): string {
  checkText("storeBeside", "queue", queue);
  if (store !== undefined && /^postgres(ql)?:\/\//.test(store)) return store;
  const rule = "must be postgres://user:password@host:port/database beside a queue";
  const wayOut = "workers on other machines must reach it";
  if (store !== undefined) reject("queue", "--store", rule, shownUrl(store), wayOut);
  if (queueAddress(queue).kind === "postgres") return queue;
  return reject("queue", "--store", rule, "nothing", "Redis carries the work, PostgreSQL keeps the results");
}
