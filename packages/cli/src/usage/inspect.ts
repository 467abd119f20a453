// How `xpal inspect` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { InspectOptions } from "../commands/inspect.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withProjectOptions } from "./project-options.ts";

/** The command with its options and help. */
export function inspectCommand(terminal: Terminal): Command {
  return withProjectOptions(new Command("inspect"), "auto")
    .description(
      "What a file contains: columns and their roles, classes, missing values, duplicates, and the kernel that follows from them.",
    )
    .argument("<file>", "the table")
    .option("--write-recipe <file>", "write the recipe to a file as JSON, for --recipe")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  xpal inspect flowers.csv --label class\n  xpal inspect flowers.csv --label class --write-recipe recipe.json",
    )
    .action(async (file: string, options: InspectOptions) =>
      (await import("../commands/inspect.ts")).inspect(file, options, terminal),
    );
}
