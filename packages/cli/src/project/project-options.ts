// The options that say how a file is read and what it is compared by: the same words in every command.

import type { Role } from "@xpal/data";
import { type Command, Option } from "commander";
import { XpalError } from "xpal";
import { integer, list, positive } from "../options.ts";
import { type MachineOptions, withMachineOptions } from "./engine-options.ts";
import { type ReadingOptions, withReadingOptions } from "./open-table.ts";

/** What the options hold. */
export interface ProjectOptions extends ReadingOptions, MachineOptions {
  readonly label?: string;
  readonly newLabel?: true;
  readonly classes?: readonly string[];
  /** "adaptive" is what follows from the columns, with a scale that is learnt from the labels. */
  readonly kernel?: "auto" | "rbf" | "hamming" | "cosine" | "adaptive";
  readonly bandwidth?: number;
  readonly role?: Readonly<Record<string, Role>>;
  readonly missing?: "median" | "refuse";
  readonly seed: number;
}

/** Adds the options to a command. */
export function withProjectOptions(command: Command): Command {
  return withMachineOptions(withReadingOptions(withRecipeOptions(command)));
}

function withRecipeOptions(command: Command): Command {
  return command
    .option("-l, --label <column>", "the column that holds the labels; an empty cell is unlabelled")
    .option("--new-label", "the label column does not exist yet")
    .option("--classes <names>", "all classes, separated by commas, also those without a label yet", list("--classes"))
    .addOption(
      new Option("--kernel <name>", "what makes rows similar; by default it follows from the columns").choices([
        "auto",
        "rbf",
        "hamming",
        "cosine",
        "adaptive",
      ]),
    )
    .option(
      "--bandwidth <number>",
      "width of the RBF or Hamming kernel instead of the mean rule's",
      positive("--bandwidth"),
    )
    .option(
      "--role <column=role>",
      "overrule what a column is for: numeric, categorical, text, image, vector, id or ignored; may be repeated",
      addRole,
    )
    .addOption(
      new Option("--missing <how>", "missing numbers: the median and an indicator, or refuse").choices([
        "median",
        "refuse",
      ]),
    )
    .option("--seed <number>", "seed of whatever is left to chance", integer("--seed", 0), 0);
}

function addRole(text: string, before: Record<string, Role> = {}): Record<string, Role> {
  const at = text.lastIndexOf("=");
  if (at < 1) {
    throw new XpalError("bad-argument", {
      who: "xpal",
      argument: "--role",
      rule: "must be a column name, an equals sign and a role, such as age=numeric",
      value: text,
    });
  }
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) as Role };
}
