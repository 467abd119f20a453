// `xpal study`: an experiment of one's own from a plan file.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { XpalError } from "@xpal/core";
import { EXAMPLE_PLAN, readPlanFile, shippedPlan, studyPlan } from "@xpal/lab";
import { type RunOptions, runAndReport } from "../experiment/run-and-report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../write-whole.ts";

/** What the options hold. */
export interface StudyOptions extends RunOptions {
  readonly data?: string;
  readonly datasets?: readonly string[];
  readonly strategies?: readonly string[];
  readonly repetitions?: number;
}

/** Writes an example of a plan file. */
export function initStudy(file: string, terminal: Terminal): void {
  if (existsSync(file)) reject("the file", "must not exist yet", file, "name another one: xpal study init FILE");
  writeWhole(file, EXAMPLE_PLAN);
  terminal.out.write(`Wrote ${resolve(file)}; run it with: xpal study ${file}\n`);
}

/** Runs the experiment of a plan file and writes its report. */
export async function study(
  named: string,
  more: string | undefined,
  options: StudyOptions,
  terminal: Terminal,
): Promise<void> {
  if (more !== undefined) reject("the arguments", "must be one plan file", more, "a second one goes with init only");
  const path = existsSync(named) ? named : (shippedPlan(named) ?? named);
  const { datasets, strategies, repetitions, data = terminal.datasetsFolder } = options;
  const { plan, remarks } = await studyPlan(readPlanFile(path), path, {
    ...(data === undefined ? {} : { data }),
    ...(datasets === undefined ? {} : { datasets }),
    ...(strategies === undefined ? {} : { strategies }),
    ...(repetitions === undefined ? {} : { repetitions }),
  });
  // Without --json the summary repeats them below the table.
  for (const sentence of options.json ? remarks : []) terminal.err.write(`${sentence}\n`);
  await runAndReport(plan, options, terminal, { remarks });
}

function reject(argument: string, rule: string, value: string, wayOut: string): never {
  throw new XpalError("bad-argument", { who: "study", argument, rule, value, wayOut });
}
