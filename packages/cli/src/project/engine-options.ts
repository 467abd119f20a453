// How much of the machine a command may use.
import type { Command } from "commander";
import type { EngineOptions } from "xpal";
import { bytes, integer } from "../options.ts";

/** What the options hold. */
export interface MachineOptions {
  readonly memory?: number;
  readonly threads?: number;
}

/** Adds the options to a command. */
export function withMachineOptions(command: Command): Command {
  return command.option(
    "--memory <size>",
    "how much memory the scores may take, such as 500M or 2G; a quarter of the machine's by default",
    bytes("--memory"),
  );
}

/** Adds the option to a command that can work in several threads. */
export function withThreads(command: Command): Command {
  return command.option(
    "--threads <count>",
    "how many splits to work on at a time; by default one per processor",
    integer("--threads", 1, 256),
  );
}

/** The options in the words of the engine. */
export function engineOptions({ memory }: MachineOptions): EngineOptions {
  return memory === undefined ? {} : { memory };
}
