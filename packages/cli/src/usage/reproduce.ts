// How `xpal reproduce` is called: arguments, options, help. What it does is loaded when it runs.
import type { PaperStrategy } from "@xpal/lab";
import { Command } from "commander";
import type { ReproduceOptions } from "../commands/reproduce.ts";
import { integer, list } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";

// Written again because the laboratory is not loaded for a help text; the compiler rejects a list that lacks a strategy.
const STRATEGIES = Object.keys({
  ...{ xpal: true, pal: true, us: true, alce: true, qbc: true, eer: true, rand: true, xpal1: true, greedyAll: true },
} satisfies Record<PaperStrategy, true>);

/** The command with its options and help. */
export function reproduceCommand(terminal: Terminal): Command {
  return new Command("reproduce")
    .description(
      "Runs the experiment of the paper and writes a page with every table and figure beside the printed values. Finished runs are kept: run the same command again to continue.",
    )
    .option("--data <folder>", "a folder with datasets.json and CSV files; by default $XPAL_DATASETS, else OpenML")
    .option("--datasets <names>", "which datasets, separated by commas; by default all", list("--datasets"))
    .option(
      "--strategies <names>",
      `which of ${STRATEGIES.join(", ")} and xpal-PRIOR; by default all and the paper's priors`,
      list("--strategies"),
    )
    .option(
      "--repetitions <count>",
      "how many random splits; 100 by default, 5 with --quick",
      integer("--repetitions", 1, 1000),
    )
    .option("--budget <count>", "how many labels a run asks for at most", integer("--budget", 1), 200)
    .option("--threads <count>", "how many runs at a time; by default one per core", integer("--threads", 1, 1024))
    .option("--store <address>", "where runs are kept: sqlite:PATH or postgres://...; by default in the folder --out")
    .option("--queue [address]", "let workers on many machines run it: postgres://..., redis://..., or $XPAL_QUEUE")
    .option("--tags <names>", "with --queue: only workers with these tags", list("--tags"))
    .option("--out <folder>", "the folder for page, tables and figures", "xpal-report")
    .option("--quick", "six small datasets that need neither files nor network")
    .option("--openml-url <address>", "another server that answers like OpenML")
    .option("--no-times", "leave out the study of computation time")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  xpal reproduce --quick --datasets iris,blobs --repetitions 2 --no-times --out first-look",
    )
    .action(async (options: ReproduceOptions) =>
      (await import("../commands/reproduce.ts")).reproduce(options, terminal),
    );
}
