// The options that say how much of the machine a command may use.
import type { Command } from "commander";
import { bytes, integer } from "../options.ts";

/** Adds the options to a command. */
export function withMachineOptions(command: Command): Command {
  return command
    .option(
      "--memory <size>",
      "memory for computing scores, such as 500M or 2G; by default a quarter of the machine's",
      bytes("--memory"),
    )
    .option(
      "--threads <count>",
      "the largest number of threads; by default as many as are useful",
      integer("--threads", 1, 64),
    );
}
