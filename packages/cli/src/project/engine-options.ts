// How much of the machine a command may use.
import type { Command } from "commander";
import type { EngineOptions } from "xpal";
import { bytes } from "../options.ts";

/** What the options hold. */
export interface MachineOptions {
  readonly memory?: number;
}

/** Adds the options to a command. */
export function withMachineOptions(command: Command): Command {
  return command.option(
    "--memory <size>",
    "how much memory the scores may take, such as 500M or 2G; a quarter of the machine's by default",
    bytes("--memory"),
  );
}

/** The options in the words of the engine. */
export function engineOptions({ memory }: MachineOptions): EngineOptions {
  return memory === undefined ? {} : { memory };
}
