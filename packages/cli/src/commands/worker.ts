// `xpal worker`: this machine takes part in the work of a queue. The queue is loaded when it is needed, so that the other
// commands start as fast as without it.

import { hostname } from "node:os";
import { type PlaceFlags, placesNamed } from "../experiment/queue-places.ts";
import { queuePackage } from "../optional-package.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What the options hold. */
export interface WorkerFlags extends PlaceFlags {
  readonly threads?: number;
  readonly tags?: readonly string[];
  readonly allowCode?: true;
  readonly data?: string;
  readonly name?: string;
  readonly idle?: number;
  readonly json?: true;
}

/** Takes jobs from a queue until it is told to end. */
export async function runWorker(flags: WorkerFlags, terminal: Terminal): Promise<void> {
  const { work } = await queuePackage();
  const places = await placesNamed(flags, terminal);
  const { tags, allowCode, data, idle } = flags;
  const { done, setAside } = await terminal.untilInterrupted((signal) =>
    work({
      ...places,
      threads: flags.threads ?? terminal.threads,
      name: flags.name ?? `${hostname()}-${process.pid}`,
      now: () => terminal.date().getTime(),
      signal,
      say: (sentence) => terminal.err.write(`xpal worker: ${sentence}\n`),
      ...(tags === undefined ? {} : { tags }),
      ...(allowCode === undefined ? {} : { allowCode }),
      ...(data === undefined ? {} : { data }),
      ...(idle === undefined ? {} : { idleSeconds: idle }),
    }),
  );
  const jobs = (count: number) => `${count} ${count === 1 ? "job" : "jobs"}`;
  terminal.out.write(
    flags.json ? `${JSON.stringify({ done, setAside })}\n` : `${jobs(done)} done, ${jobs(setAside)} set aside\n`,
  );
}
