// How `xpal queue` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { QueueFlags } from "../commands/queue.ts";
import type { Terminal } from "../terminal/terminal.ts";

const PLAN = "the beginning of the plan's key; needed if the queue has several plans";

/** The command with its four parts. */
export function queueCommand(terminal: Terminal): Command {
  return new Command("queue")
    .description("Look at a queue: show progress, cancel or retry.")
    .addCommand(
      withQueue(new Command("status"))
        .description("list the plans on the queue with their jobs: waiting, running, set aside")
        .addHelpText("after", "\nExample:\n  xpal queue status")
        .action(async (flags: QueueFlags) => (await import("../commands/queue.ts")).queueStatus(flags, terminal)),
    )
    .addCommand(
      withQueue(new Command("watch"))
        .description("show how far a plan is until it is done; exit code 1 if runs failed")
        .argument("[plan]", PLAN)
        .option("--store <address>", "where results are kept; by default $XPAL_STORE, else the queue's own database")
        .addHelpText("after", "\nExample:\n  xpal queue watch")
        .action(async (plan: string | undefined, flags: QueueFlags) =>
          (await import("../commands/queue.ts")).watchQueue(plan, flags, terminal),
        ),
    )
    .addCommand(
      withQueue(new Command("retry"))
        .description("put the jobs of a plan that were set aside back onto the queue")
        .argument("[plan]", PLAN)
        .addHelpText("after", "\nExample:\n  xpal queue retry")
        .action(async (plan: string | undefined, flags: QueueFlags) =>
          (await import("../commands/queue.ts")).changeQueue("retry", plan, flags, terminal),
        ),
    )
    .addCommand(
      withQueue(new Command("cancel"))
        .description("take all jobs of a plan off the queue; what is finished stays in the store")
        .argument("[plan]", PLAN)
        .addHelpText("after", "\nExample:\n  xpal queue cancel")
        .action(async (plan: string | undefined, flags: QueueFlags) =>
          (await import("../commands/queue.ts")).changeQueue("cancel", plan, flags, terminal),
        ),
    )
    .addHelpText("after", "\nExample:\n  xpal queue status");
}

function withQueue(command: Command): Command {
  return command
    .option("--queue <address>", "postgres://... or redis://...; by default $XPAL_QUEUE")
    .option("--json", "print JSON");
}
