// How `xpal datasets` is called: arguments, options, help. What it does is loaded when it runs.

import { reject } from "@xpal/core/check";
import { Command } from "commander";
import type { GetOptions, SetOptions } from "../commands/datasets.ts";
import { integer } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The command with its three parts. */
export function datasetsCommand(terminal: Terminal): Command {
  return new Command("datasets")
    .description("Datasets to try things out with.")
    .addCommand(listCommand(terminal), { isDefault: true })
    .addCommand(getCommand(terminal))
    .addCommand(showCommand(terminal))
    .addHelpText(
      "after",
      "\nExamples:\n  xpal datasets list\n  xpal datasets show wine\n  xpal datasets get iris --out iris.csv",
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command("list")
    .description("list all datasets that can be opened by name")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  xpal datasets list")
    .usage("[options]")
    .argument("[words...]") // a misspelt sub-command lands here
    .action(async ([word]: string[], { json }: { json?: true }) => {
      if (word !== undefined) reject("xpal datasets", "the word after datasets", "must be list, get or show", word);
      (await import("../commands/datasets.ts")).listDatasets(json === true, terminal);
    });
}

function getCommand(terminal: Terminal): Command {
  return withSetOptions(new Command("get"))
    .description("write a dataset to a CSV file")
    .argument("<name>", "a name from the list, or openml: and a name or number, such as openml:61")
    .option("--out <file>", "where to write it; by default NAME.csv")
    .option("--labels <count>", "keep the labels of this many random rows only", integer("--labels", 0))
    .option("--json", "print a summary as JSON")
    .addHelpText("after", "\nExample:\n  xpal datasets get iris --labels 6 --out irises.csv")
    .action(async (name: string, options: GetOptions) =>
      (await import("../commands/datasets.ts")).getDataset(name, options, terminal),
    );
}

function showCommand(terminal: Terminal): Command {
  return withSetOptions(new Command("show"))
    .description("show what a dataset contains and where it comes from")
    .argument("<name>", "a name from the list, or openml: and a name or number, such as openml:61")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  xpal datasets show digits")
    .action(async (name: string, options: SetOptions) =>
      (await import("../commands/datasets.ts")).showDataset(name, options, terminal),
    );
}

function withSetOptions(command: Command): Command {
  return command
    .option("--seed <number>", "seed of generated sets and of hidden labels", integer("--seed", 0), 0)
    .option("--offline", "use what was fetched from OpenML before, and no network")
    .option("--openml-url <address>", "another server that answers like OpenML");
}
