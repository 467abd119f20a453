// How `xpal evaluate` is called: arguments, options, help. What it does is loaded when it runs.
import { Command, Option } from "commander";
import type { EvaluateOptions } from "../commands/evaluate.ts";
import { integer, list } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withProjectOptions } from "./project-options.ts";

/** The command with its options and help. */
export function evaluateCommand(terminal: Terminal): Command {
  return withProjectOptions(new Command("evaluate"), "learned")
    .summary("how many labels each strategy would have needed")
    .description("On a labelled file: how many labels each strategy would have needed, replayed on random splits.")
    .argument("<file>", "the table; rows without a label are left out")
    .option(
      "--strategies <names>",
      "which strategies, separated by commas; the first is compared with the others",
      list("--strategies"),
      ["xpal", "random", "us"],
    )
    .option("--budget <count>", "how many labels each strategy may ask for", integer("--budget", 1), 100)
    .option(
      "--repetitions <count>",
      "how many random splits, 60 % to ask about and 40 % to test on",
      integer("--repetitions", 1),
      20,
    )
    .option("--out <file>", "write the curves to a file: an image (.svg) or a page (.html)")
    .option("--json", "print JSON")
    .addOption(new Option("--csv", "print the curves of all splits as CSV, with every measure").conflicts("json"))
    .addHelpText(
      "after",
      "\nExample:\n  xpal evaluate iris.csv --label class --budget 20 --repetitions 5 --out iris.html",
    )
    .action(async (file: string, options: EvaluateOptions) =>
      (await import("../commands/evaluate.ts")).evaluate(file, options, terminal),
    );
}
