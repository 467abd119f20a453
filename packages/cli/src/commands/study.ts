// `xpal study`: an experiment of one's own from a plan file.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { EXAMPLE_PLAN, readPlanFile, shippedPlan, studyPlan } from "@xpal/lab";
import { Command } from "commander";
import { XpalError } from "xpal";
import { type RunOptions, runAndReport } from "../experiment/run-and-report.ts";
import { integer, list } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../write-whole.ts";

const USUAL_PLAN = "study.yaml";

interface StudyOptions extends RunOptions {
  readonly data?: string;
  readonly datasets?: readonly string[];
  readonly strategies?: readonly string[];
  readonly repetitions?: number;
}

/** The command with its options and help. */
export function studyCommand(terminal: Terminal): Command {
  return new Command("study")
    .summary("an experiment of your own from a plan file")
    .description(
      "Runs the experiment that a plan file (YAML or JSON) describes and writes its report. What was finished is kept: the same command goes on where it ended.",
    )
    .argument("<plan>", 'the plan file, "adaptive" for the study that comes with xpal, or "init" to write an example')
    .argument("[file]", `where init writes the example; ${USUAL_PLAN} by default`)
    .option("--data <folder>", "the folder that $data stands for in the plan; by default $XPAL_DATASETS")
    .option("--datasets <names>", "only these, separated by commas; by default all of the plan", list("--datasets"))
    .option("--strategies <keys>", "only these, which must include the reference; by default all", list("--strategies"))
    .option(
      "--repetitions <count>",
      "how many random splits instead of the plan's; finished runs are reused later",
      integer("--repetitions", 1, 1000),
    )
    .option("--threads <count>", "how many runs at a time; by default one per core", integer("--threads", 1, 1024))
    .option("--store <address>", "where runs are kept: sqlite:PATH or postgres://...; by default in the folder --out")
    .option("--queue [address]", "let workers on many machines run it: postgres://..., redis://..., or $XPAL_QUEUE")
    .option("--tags <names>", "with --queue: only workers with these tags", list("--tags"))
    .option("--out <folder>", "the folder for page, tables and figures", "study-report")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  xpal study init my-study.yaml\n  xpal study my-study.yaml --out my-report\n  xpal study my-study.yaml --strategies xpal,us --repetitions 2 --out my-report-part",
    )
    .action((plan: string, file: string | undefined, options: StudyOptions) =>
      plan === "init" ? init(file ?? USUAL_PLAN, terminal) : study(plan, file, options, terminal),
    );
}

function init(file: string, terminal: Terminal): void {
  if (existsSync(file)) refuse("the file", "must not exist yet", file, "name another one: xpal study init FILE");
  writeWhole(file, EXAMPLE_PLAN);
  terminal.out.write(`Wrote ${resolve(file)}; run it with: xpal study ${file}\n`);
}

async function study(
  named: string,
  more: string | undefined,
  options: StudyOptions,
  terminal: Terminal,
): Promise<void> {
  if (more !== undefined) refuse("the arguments", "must be one plan file", more, "a second one goes with init only");
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

function refuse(argument: string, rule: string, value: string, wayOut: string): never {
  throw new XpalError("bad-argument", { who: "study", argument, rule, value, wayOut });
}
