// `xpal queue`: what is on a queue, how far it is, and tidying up.

import type { QueuedPlan } from "@xpal/queue";
import { type PlaceFlags, placesNamed, queueNamed } from "../experiment/queue-places.ts";
import { newsOf, rejectFailures } from "../experiment/run-and-report.ts";
import { queuePackage } from "../optional-package.ts";
import { painter } from "../terminal/paint.ts";
import { progress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";

/** What the options hold. */
export interface QueueFlags extends PlaceFlags {
  readonly json?: true;
}

/** Prints the plans on the queue. */
export async function queueStatus(flags: QueueFlags, terminal: Terminal): Promise<void> {
  const { openQueue } = await queuePackage();
  const queue = await openQueue(queueNamed(flags, terminal));
  try {
    const plans = await queue.status();
    terminal.out.write(flags.json ? `${JSON.stringify({ plans })}\n` : `${lines(plans, terminal).join("\n")}\n`);
  } finally {
    await queue.close();
  }
}

/**
 * Shows how far a plan is until it is done.
 * @throws Error if runs failed.
 */
export async function watchQueue(plan: string | undefined, flags: QueueFlags, terminal: Terminal): Promise<void> {
  const { openQueue } = await queuePackage();
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
    rejectFailures(failures, runs, terminal);
  } finally {
    await queue.close();
  }
}

/** Takes the jobs of a plan off the queue, or puts those back that were set aside. */
export async function changeQueue(
  what: "cancel" | "retry",
  plan: string | undefined,
  flags: QueueFlags,
  terminal: Terminal,
): Promise<void> {
  const { openQueue } = await queuePackage();
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
