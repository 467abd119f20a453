// `xpal queue`: what is on a queue, how far it is, and tidying up.
import type { QueuedPlan } from "@xpal/lab/queue";
import { Command } from "commander";
import { type PlaceFlags, placesNamed, queueNamed } from "../experiment/queue-places.ts";
import { newsOf } from "../experiment/run-and-report.ts";
import { painter } from "../terminal/paint.ts";
import { progress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";

interface QueueFlags extends PlaceFlags {
  readonly json?: true;
}

const PLAN = "the beginning of the plan's key; needed if the queue has several plans";

/** The command with its four parts. */
export function queueCommand(terminal: Terminal): Command {
  return new Command("queue")
    .description("What is on a queue: how far it is, and what to take off or try again.")
    .addCommand(
      withQueue(new Command("status"))
        .description("the plans on the queue, with the jobs that wait, run and were set aside")
        .addHelpText("after", "\nExample:\n  xpal queue status")
        .action((flags: QueueFlags) => status(flags, terminal)),
    )
    .addCommand(
      withQueue(new Command("watch"))
        .description("show how far a plan is until it is done")
        .argument("[plan]", PLAN)
        .option("--store <address>", "where results are kept; by default $XPAL_STORE, else the queue's own database")
        .addHelpText("after", "\nExample:\n  xpal queue watch")
        .action((plan: string | undefined, flags: QueueFlags) => watch(plan, flags, terminal)),
    )
    .addCommand(
      withQueue(new Command("retry"))
        .description("put the jobs of a plan that were set aside back onto the queue")
        .argument("[plan]", PLAN)
        .addHelpText("after", "\nExample:\n  xpal queue retry")
        .action((plan: string | undefined, flags: QueueFlags) => change("retry", plan, flags, terminal)),
    )
    .addCommand(
      withQueue(new Command("cancel"))
        .description("take all jobs of a plan off the queue; what is finished stays in the store")
        .argument("[plan]", PLAN)
        .addHelpText("after", "\nExample:\n  xpal queue cancel")
        .action((plan: string | undefined, flags: QueueFlags) => change("cancel", plan, flags, terminal)),
    )
    .addHelpText("after", "\nExample:\n  xpal queue status");
}

function withQueue(command: Command): Command {
  return command
    .option("--queue <address>", "postgres://... or redis://...; by default $XPAL_QUEUE")
    .option("--json", "print JSON");
}

async function status(flags: QueueFlags, terminal: Terminal): Promise<void> {
  const { openQueue } = await import("@xpal/lab/queue");
  const queue = await openQueue(queueNamed(flags, terminal));
  try {
    const plans = await queue.status();
    terminal.out.write(flags.json ? `${JSON.stringify({ plans })}\n` : `${lines(plans, terminal).join("\n")}\n`);
  } finally {
    await queue.close();
  }
}

async function watch(plan: string | undefined, flags: QueueFlags, terminal: Terminal): Promise<void> {
  const { openQueue } = await import("@xpal/lab/queue");
  const places = await placesNamed(flags, terminal);
  const queue = await openQueue(places.queue);
  try {
    let bar: ReturnType<typeof progress> | undefined;
    const result = await terminal.untilInterrupted((signal) =>
      queue.watch(plan, places.store, {
        signal,
        now: () => terminal.date().getTime(),
        say: (sentence) => terminal.err.write(`xpal queue: ${sentence}\n`),
        onProgress: (state) => {
          bar ??= progress(terminal, "Running", state.total);
          bar.step(state.done + state.failed, newsOf(state));
        },
      }),
    );
    bar?.end();
    const { plan: key, runs, failures } = result;
    if (flags.json) terminal.out.write(`${JSON.stringify({ plan: key, runs: runs - failures.length, failures })}\n`);
    else {
      const left = failures.length === 0 ? "" : `, ${failures.length} failed`;
      terminal.out.write(`${runs - failures.length} of ${runs} runs are in the store${left}\n`);
      terminal.out.write(`The report: xpal report STORE --plan ${key.slice(0, 8)}\n`);
    }
  } finally {
    await queue.close();
  }
}

async function change(
  what: "cancel" | "retry",
  plan: string | undefined,
  flags: QueueFlags,
  terminal: Terminal,
): Promise<void> {
  const { openQueue } = await import("@xpal/lab/queue");
  const queue = await openQueue(queueNamed(flags, terminal));
  try {
    const before = await queue[what](plan);
    const jobs = what === "retry" ? before.setAside : before.waiting + before.active + before.setAside;
    if (flags.json) terminal.out.write(`${JSON.stringify({ plan: before.plan, jobs })}\n`);
    else {
      const words = what === "retry" ? "put back onto the queue" : "taken off the queue";
      terminal.out.write(
        `${before.plan.slice(0, 8)} ${before.title}: ${jobs} ${jobs === 1 ? "job" : "jobs"} ${words}\n`,
      );
    }
  } finally {
    await queue.close();
  }
}

function lines(plans: readonly QueuedPlan[], { out }: Terminal): string[] {
  if (plans.length === 0) return ["Nothing is on the queue."];
  const paint = painter(out.colour);
  const head = ["plan", "title", "waiting", "running", "set aside", "workers", "version"];
  const rows = plans.map(({ plan, title, waiting, active, setAside, workers, version, tags, cancelled }) => [
    plan.slice(0, 8),
    title,
    cancelled ? "cancelled" : String(waiting),
    String(active),
    String(setAside),
    String(workers.length),
    tags.length === 0 ? version : `${version} (${tags.join(", ")})`,
  ]);
  const table = textTable(head, rows, { right: [2, 3, 4, 5], columns: out.columns, paint });
  const reasons = plans.flatMap(({ plan, reasons }) =>
    reasons.map(({ reason, jobs }) => `${plan.slice(0, 8)}: ${jobs} set aside: ${reason}`),
  );
  return [...table, ...(reasons.length === 0 ? [] : ["", ...reasons])];
}
