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

/** A command that answers once keeps no more than this for later questions, unless --memory says what it may take. */
const KEPT_FOR_ONE_ANSWER = 48 * 2 ** 20;

/** The options in the words of the engine; `once` where the command ends with its first answer. */
export function engineOptions({ memory, threads }: MachineOptions, once = false): EngineOptions {
  const frugal = once ? { keepWithin: KEPT_FOR_ONE_ANSWER } : {};
  return { ...(memory === undefined ? frugal : { memory }), ...(threads === undefined ? {} : { threads }) };
}

/** The same for a command that works on several splits at a time: each has one thread and its share of the memory. */
export function sharedOut(options: MachineOptions, available: number): { threads: number; engine: EngineOptions } {
  const threads = options.threads ?? available;
  const memory = options.memory === undefined ? {} : { memory: Math.ceil(options.memory / threads) };
  return { threads, engine: { ...memory, threads: 1 } };
}
