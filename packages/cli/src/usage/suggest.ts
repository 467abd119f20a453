// How `xpal suggest` is called: arguments, options, help. What it does is loaded when it runs.
import { Command, Option } from "commander";
import type { SuggestOptions } from "../commands/suggest.ts";
import { integer } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withProjectOptions } from "./project-options.ts";
import { withStrategyOption } from "./strategy-option.ts";

/** The command with its options and help. */
export function suggestCommand(terminal: Terminal): Command {
  return withStrategyOption(withProjectOptions(new Command("suggest"), "learned"), "how to choose")
    .description("The rows of a file to label next, and what each answer is expected to bring.")
    .argument("<file>", "the table; answers in FILE.labels.jsonl count too")
    .option("-n, --count <number>", "how many rows", integer("--count", 1), 10)
    .addOption(
      new Option(
        "--batch <how>",
        "how to choose several rows: spread chooses each row as if the rows above it had been answered as expected; joint maximises the expected gain of the whole list; top takes the highest current scores",
      )
        .choices(["spread", "joint", "top"])
        .default("spread"),
    )
    .option("--explain", "show how much each column counts, and the words that are typical of each class")
    .option("--json", "print JSON")
    .addOption(new Option("--csv", "print CSV").conflicts("json"))
    .addHelpText("after", "\nExample:\n  xpal suggest flowers.csv --label class --count 5")
    .action(async (file: string, options: SuggestOptions) =>
      (await import("../commands/suggest.ts")).suggest(file, options, terminal),
    );
}
