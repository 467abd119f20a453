// The options that say how a file is read and what it is compared by: the same words in every command.

import type { Role } from "@xpal/data";
import { type Command, Option } from "commander";
import { XpalError } from "xpal";
import { integer, list, positive } from "../options.ts";
import { type MachineOptions, withMachineOptions } from "./engine-options.ts";
import { type ReadingOptions, withReadingOptions } from "./open-table.ts";

/**
 * "auto" follows from the columns, as the paper has it; "learn" starts there and learns from the labels. "adaptive" and
 * "adaptive-views" learn less; they are for what was begun with them.
 */
export type KernelName = (typeof KERNELS)[number];

const KERNELS = ["learn", "auto", "rbf", "hamming", "cosine", "adaptive", "adaptive-views"] as const;

/** What the options hold. */
export interface ProjectOptions extends ReadingOptions, MachineOptions {
  readonly label?: string;
  readonly newLabel?: true;
  readonly classes?: readonly string[];
  readonly kernel: KernelName;
  readonly bandwidth?: number;
  readonly role?: Readonly<Record<string, Role>>;
  readonly missing?: "median" | "refuse";
  readonly seed: number;
}

/** Adds the options to a command; commands that learn from people's labels take the kernel that learns by default. */
export function withProjectOptions(command: Command, kernel: KernelName): Command {
  return withMachineOptions(withReadingOptions(withRecipeOptions(command, kernel)));
}

function withRecipeOptions(command: Command, kernel: KernelName): Command {
  return command
    .option("-l, --label <column>", "the column that holds the labels; an empty cell is unlabelled")
    .option("--new-label", "the label column does not exist yet")
    .option("--classes <names>", "all classes, separated by commas, also those without a label yet", list("--classes"))
    .addOption(
      new Option(
        "--kernel <name>",
        "what makes rows similar: learn starts from the columns and learns from the labels which of them matter; auto follows from the columns and stays, as in the paper; adaptive and adaptive-views learn scales only, as earlier versions did",
      )
        .choices(KERNELS)
        .default(kernel),
    )
    .option(
      "--bandwidth <number>",
      "width of the RBF or Hamming kernel, or of the one to start from, instead of the mean rule's",
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
