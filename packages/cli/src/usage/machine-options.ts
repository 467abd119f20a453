// The options that say how much of the machine a command may use.
import type { Command } from "commander";
import { bytes, integer } from "../options.ts";

/** Adds the options to a command. */
export function withMachineOptions(command: Command): Command {
  return command
    .option(
      "--memory <size>",
      "how much memory the scores may take, such as 500M or 2G; a quarter of the machine's by default; of a file that is read in pieces it also sets how many rows are candidates, 100,000 by default",
      bytes("--memory"),
    )
    .option(
      "--threads <count>",
      "how many threads may work; by default as many as are useful",
      integer("--threads", 1, 64),
    );
}
