// What `xpal reproduce` and `xpal study` share: a plan is run with a bar, then the report is written and summed up.

import { randomUUID } from "node:crypto";
import { arch, cpus, platform, totalmem } from "node:os";
import { resolve } from "node:path";
import { XpalError } from "@xpal/core";
import {
  type Failure,
  lineRemarks,
  type Plan,
  type Progress,
  type ReportOptions,
  type RunExperimentOptions,
  runExperiment,
  type StrategyLine,
  sentenceOf,
  strategyLines,
} from "@xpal/lab";
import { queuePackage } from "../optional-package.ts";
import { amount } from "../terminal/amount.ts";
import { painter } from "../terminal/paint.ts";
import { progress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";
import { placesNamed } from "./queue-places.ts";
import { versionRemarks, versionsOf } from "./run-versions.ts";

/** The options that both commands have. */
export interface RunOptions {
  readonly out: string;
  readonly store?: string;
  readonly threads?: number;
  /** Where workers on many machines take it from; true for the queue that the environment names. */
  readonly queue?: string | true;
  /** What a worker must have to take part. */
  readonly tags?: readonly string[];
  readonly json?: true;
}

/** How a command's report differs. */
export interface ReportWishes extends Pick<ReportOptions, "remarks"> {
  readonly measureTimes?: (signal: AbortSignal) => ReturnType<NonNullable<RunExperimentOptions["measureTimes"]>>;
}

const FAILURES_SHOWN = 5;

/**
 * Runs a plan, writes its report and prints a summary.
 * @throws XpalError "cancelled" after Ctrl-C; Error if runs failed, once the report of the others is written.
 */
export async function runAndReport(
  plan: Plan,
  options: RunOptions,
  terminal: Terminal,
  { measureTimes, ...report }: ReportWishes = {},
): Promise<void> {
  const out = resolve(options.out);
  const total = plan.datasets.length * plan.strategies.length * plan.repetitions;
  const place = await placeOf(options, terminal);
  const bar = progress(terminal, "Running", total);
  const { experiment, failures } = await terminal.untilInterrupted((signal) =>
    runExperiment(plan, {
      out,
      ...place,
      threads: options.threads ?? terminal.threads,
      owner: randomUUID(),
      now: () => terminal.date().getTime(),
      signal,
      onProgress: (state) => bar.step(state.done + state.failed, newsOf(state)),
      report,
      ...(measureTimes === undefined ? {} : { measureTimes: () => measureTimes(signal) }),
    }),
  );
  bar.end();
  const lines = strategyLines(experiment);
  const remarks = lineRemarks(experiment);
  const page = resolve(out, "index.html");
  if (options.json) {
    const runs = { runs: experiment.records.length, ...versionsOf(experiment) };
    terminal.out.write(`${JSON.stringify({ report: page, ...runs, strategies: lines, remarks, failures })}\n`);
  } else {
    print(
      terminal,
      lines,
      `${amount(experiment.datasets.length, "dataset")}, ${amount(experiment.repetitions, "repetition")}`,
      [...remarks, ...(report.remarks ?? []), ...versionRemarks(experiment)],
    );
    terminal.out.write(`Report: ${page}\n`);
  }
  rejectFailures(failures, total, terminal);
}

/**
 * Says why runs failed.
 * @throws Error if some did.
 */
export function rejectFailures(failures: readonly Failure[], total: number, { err }: Terminal): void {
  if (failures.length === 0) return;
  for (const failure of failures.slice(0, FAILURES_SHOWN)) err.write(`${sentenceOf(failure)}\n`);
  throw new Error(`${failures.length} of ${total} runs failed and are missing from the report`);
}

/** Where the runs are done and kept: here, or on a queue with the store beside it. */
async function placeOf(
  options: RunOptions,
  terminal: Terminal,
): Promise<Pick<RunExperimentOptions, "store" | "runner" | "machine">> {
  if (options.queue === undefined) {
    if (options.tags !== undefined) {
      throw new XpalError("bad-argument", { who: "xpal", argument: "--tags", rule: "must come with --queue" });
    }
    return { machine: machine(), ...(options.store === undefined ? {} : { store: options.store }) };
  }
  const { onQueue, openQueue } = await queuePackage();
  const { queue, store } = await placesNamed(options, terminal);
  await (await openQueue(queue)).close(); // rejects a wrong address before anything is written
  const say = (sentence: string) => terminal.err.write(`${sentence}\n`);
  const onEnqueued = (key: string) =>
    say(`Plan ${key.slice(0, 8)} is on the queue. Workers that are ready take part; xpal worker starts another one.`);
  const { tags = [] } = options;
  return {
    store,
    runner: onQueue({ queue, tags, say, onEnqueued }),
    machine: `workers on a queue; report: ${machine()}`,
  };
}

/** The run that goes on: "xpal on wine 0.083", and how many workers there are where a queue is worked on. */
export function newsOf({ running, workers }: Progress): string {
  const [cell] = running;
  const now = cell === undefined ? "" : `${cell.strategy} on ${cell.dataset} ${cell.aulc.toFixed(3)}`;
  if (workers === undefined) return now;
  return `${workers} ${workers === 1 ? "worker" : "workers"} ${now}`.trim();
}

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} x ${cpu?.model.trim() ?? "unknown processor"}, ${memory} GiB, ${platform()} ${arch()}`;
}

function print({ out }: Terminal, lines: readonly StrategyLine[], title: string, remarks: readonly string[]): void {
  const paint = painter(out.colour);
  const rows = lines.map(({ title, aulc, rank }) => [title, aulc?.toFixed(4) ?? "–", rank?.toFixed(2) ?? ""]);
  const table = textTable(["strategy", "mean area", "mean rank"], rows, { right: [1, 2], columns: out.columns, paint });
  const gaps = lines.some(({ aulc }) => aulc === null)
    ? ["–: more than a tenth of the runs are missing, or all of a dataset.", ""]
    : [];
  out.write(`${[paint.bold(title), "", ...table, "", ...gaps, ...remarks].join("\n")}\n`);
}
