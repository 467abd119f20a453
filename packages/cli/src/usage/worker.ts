// How `xpal worker` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { WorkerFlags } from "../commands/worker.ts";
import { integer, list } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The command with its options and help. */
export function workerCommand(terminal: Terminal): Command {
  return new Command("worker")
    .description(
      "Takes jobs from the queue that `xpal reproduce --queue` and `xpal study --queue` fill. Start it on as many machines as you like; you can stop it at any time, and other workers take over its jobs.",
    )
    .option("--queue <address>", "postgres://... or redis://...; by default $XPAL_QUEUE")
    .option("--store <address>", "postgres://... for results; by default $XPAL_STORE, else the queue's own database")
    .option("--threads <count>", "how many jobs at a time; by default one per core", integer("--threads", 1, 1024))
    .option(
      "--tags <names>",
      "what this machine has, such as bigmem,gpu; it also takes jobs that require these",
      list("--tags"),
    )
    .option(
      "--allow-code",
      "run strategies that the queue sends as modules; anyone who can write to the queue can then run code here",
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
    .action(async (flags: WorkerFlags) => (await import("../commands/worker.ts")).runWorker(flags, terminal));
}
