// `xpal worker`: this machine takes part in the work of a queue. The queue is loaded when it is needed, so that the other
// commands start as fast as without it.
import { hostname } from "node:os";
import { Command } from "commander";
import { type PlaceFlags, placesNamed } from "../experiment/queue-places.ts";
import { integer, list } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface WorkerFlags extends PlaceFlags {
  readonly threads?: number;
  readonly tags?: readonly string[];
  readonly allowCode?: true;
  readonly data?: string;
  readonly name?: string;
  readonly idle?: number;
  readonly json?: true;
}

/** The command with its options and help. */
export function workerCommand(terminal: Terminal): Command {
  return new Command("worker")
    .description(
      "Takes the work that `xpal reproduce --queue` and `xpal study --queue` enqueue, on as many machines as you start it on. Stop it at any moment: others go on with its work.",
    )
    .option("--queue <address>", "postgres://... or redis://...; by default $XPAL_QUEUE")
    .option("--store <address>", "postgres://... for results; by default $XPAL_STORE, else the queue's own database")
    .option("--threads <count>", "how many jobs at a time; by default one per core", integer("--threads", 1, 1024))
    .option(
      "--tags <names>",
      "what this machine has, such as bigmem,gpu: it takes jobs that ask for it",
      list("--tags"),
    )
    .option(
      "--allow-code",
      "run strategies that come as modules; anyone who can write to the queue can then run code here",
    )
    .option("--data <folder>", "a folder of datasets by hash, read before the store and filled from it")
    .option("--name <name>", "the name of this worker in lists; by default host and process number")
    .option(
      "--idle <seconds>",
      "end after this many seconds without work; by default it waits for more",
      integer("--idle", 1),
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nTo begin:\n  xpal worker --queue postgres://me@server/lab\n\nExample:\n  xpal worker --idle 1",
    )
    .action((flags: WorkerFlags) => runWorker(flags, terminal));
}

async function runWorker(flags: WorkerFlags, terminal: Terminal): Promise<void> {
  const { work } = await import("@xpal/lab/queue");
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
