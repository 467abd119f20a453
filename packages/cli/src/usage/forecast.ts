// How `xpal forecast` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { ForecastCommandOptions } from "../commands/forecast.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withProjectOptions } from "./project-options.ts";

/** The command with its options and help. */
export function forecastCommand(terminal: Terminal): Command {
  return withProjectOptions(new Command("forecast"), "learn")
    .description(
      "How many more labels it will take until at most a target share of the unlabelled rows is predicted wrongly, or where errors have costs until a row costs at most so much on average, with a 90 % interval. It rests on what the model expects of itself, which was right in nine of ten cases on the paper's data; labels that were not chosen by xpal, or data unlike those, may differ.",
    )
    .argument("<file>", "the table; answers in FILE.labels.jsonl count too")
    .option(
      "--target <number>",
      "the error to reach, such as 0.05 or 5%, which is the default; with --costs the mean cost of a row to reach, by default 5 % of what the best single call for all rows can cost",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  xpal datasets get iris --labels 30 --out irises.csv\n  xpal forecast irises.csv --label class --target 0.1",
    )
    .action(async (file: string, options: ForecastCommandOptions) =>
      (await import("../commands/forecast.ts")).forecastLabels(file, options, terminal),
    );
}
