// How `xpal label` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { LabelOptions } from "../commands/label.ts";
import { integer, shareOrAll } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withProjectOptions } from "./project-options.ts";
import { withStrategyOption } from "./strategy-option.ts";

/** The command with its options and help. */
export function labelCommand(terminal: Terminal): Command {
  return withStrategyOption(withProjectOptions(new Command("label"), "learned"), "how to choose the next row")
    .description(
      "Label a file in the terminal, the most useful row first, one key per class. Every answer is in FILE.labels.jsonl before the next question appears; run the command again to continue. The options that describe the file are remembered in FILE.xpal.json for the other commands.",
    )
    .argument("<file>", "the table")
    .option("-n, --count <number>", "stop after this many answers", integer("--count", 1))
    .option("--show-prediction", "show what the model predicts, except of checks; this may influence your answers")
    .option(
      "--checks <share>",
      "the share of questions that are checks, 10% by default: random rows that measure the error, with the prediction of before the answer in the journal; 1 asks for checks only, 0 for none",
      shareOrAll("--checks"),
    )
    .option(
      "--target <number>",
      "the error that checks are to guarantee among the open rows, such as 0.05 or 5% (the default); with --costs the mean cost of a row, by default 5 % of what it can cost at most to predict one class for all rows",
    )
    .option("--merge", "write the answers into the label column of the file instead of asking")
    .option(
      "--import <file>",
      "read a filled-in list of answers instead of asking: what suggest --csv printed or annotate --out wrote; rows are found by their number or by a key",
    )
    .option("--out <file>", "with --merge: write a CSV file and leave the table as it is")
    .option("--json", "print a summary as JSON at the end")
    .addHelpText(
      "after",
      "\nA class whose name is one character has that key. The others have the digits from 1 and then letters, in the order of --classes where it is given, else sorted.\nAnswers can be piped in, one character each.\n\nExamples:\n  xpal label flowers.csv --label class\n  printf '12uq' | xpal label flowers.csv --label class --json\n  xpal label flowers.csv --checks 1 --target 2%\n  xpal label flowers.csv --label class --merge --out labelled.csv\n  xpal label flowers.csv --label class --import answers.csv",
    )
    .action(async (file: string, options: LabelOptions) =>
      (await import("../commands/label.ts")).labelOrMerge(file, options, terminal),
    );
}
