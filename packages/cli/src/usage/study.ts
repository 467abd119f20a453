// How `xpal study` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { StudyOptions } from "../commands/study.ts";
import { integer, list } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";

const USUAL_PLAN = "study.yaml";

/** The command with its options and help. */
export function studyCommand(terminal: Terminal): Command {
  return new Command("study")
    .summary("an experiment of your own from a plan file")
    .description(
      "Runs the experiment that a plan file (YAML or JSON) describes and writes its report. Finished runs are kept: run the same command again to continue.",
    )
    .argument(
      "<plan>",
      'the plan file, "learned-kernel" for a study that comes with xpal, or "init" to write an example',
    )
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
    .action(async (plan: string, file: string | undefined, options: StudyOptions) => {
      const { initStudy, study } = await import("../commands/study.ts");
      await (plan === "init" ? initStudy(file ?? USUAL_PLAN, terminal) : study(plan, file, options, terminal));
    });
}
