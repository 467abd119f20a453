// How `xpal predict` is called: arguments, options, help. What it does is loaded when it runs.
import { Command, Option } from "commander";
import type { PredictOptions } from "../commands/predict.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withProjectOptions } from "./project-options.ts";

/** The command with its options and help. */
export function predictCommand(terminal: Terminal): Command {
  return withProjectOptions(new Command("predict"), "learned")
    .description(
      "The predicted class of each row, how certain the prediction is, and how far the row is from the labelled rows.",
    )
    .argument("<model-or-file>", "a model that --save wrote, or a table with some labels")
    .argument("[new-rows]", "the table to predict; by default the unlabelled rows of the file")
    .option(
      "--new-embeddings <file>",
      "vectors for the new rows; by default those of --embeddings, matched by their key",
    )
    .option("--out <file>", "write CSV to a file; for a table larger than memory only row numbers, ids and predictions")
    .option("--save <model>", "also write the model to a file, for later predictions")
    .option("--explain", "show how much each column counts")
    .option("--json", "print JSON")
    .addOption(new Option("--csv", "print CSV").conflicts("json"))
    .addHelpText(
      "after",
      "\nExamples:\n  xpal predict flowers.csv --label class --save flowers.model.json\n  xpal predict flowers.model.json new-flowers.csv --csv",
    )
    .action(async (source: string, newRows: string | undefined, options: PredictOptions) =>
      (await import("../commands/predict.ts")).predict(source, newRows, options, terminal),
    );
}
