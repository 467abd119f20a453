// How `xpal forecast` is called: arguments, options, help. What it does is loaded when it runs.
import { Command, Option } from "commander";
import type { ForecastCommandOptions } from "../commands/forecast.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withProjectOptions } from "./project-options.ts";

/** The command with its options and help. */
export function forecastCommand(terminal: Terminal): Command {
  return withProjectOptions(new Command("forecast"), "learned")
    .description(
      "How many more labels are needed, by a rough estimate of the model, until at most a target share of the open rows is predicted wrongly; with --costs, until the mean cost of a row is at most the target. An estimate guarantees nothing: the error may lie outside of the range. What checks guarantee is printed below it (xpal label --checks).",
    )
    .argument("<file>", "the table; answers in FILE.labels.jsonl count too")
    .option(
      "--target <number>",
      "the error to reach, such as 0.05 or 5% (the default); with --costs the mean cost of a row to reach, by default 5 % of what it can cost at most to predict one class for all rows, taking the class for which this is lowest",
    )
    .option("--json", "print JSON")
    .addOption(
      new Option("--csv", "print the curve as CSV: the estimated error after so many more labels").conflicts("json"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  xpal datasets get iris --labels 30 --out irises.csv\n  xpal forecast irises.csv --label class --target 0.1",
    )
    .action(async (file: string, options: ForecastCommandOptions) =>
      (await import("../commands/forecast.ts")).forecastLabels(file, options, terminal),
    );
}
