// How much of the machine a command may use.
import type { EngineOptions } from "xpal";

/** What the options hold. */
export interface MachineOptions {
  readonly memory?: number;
  readonly threads?: number;
}

/** The options in the words of the engine. */
export function engineOptions({ memory, threads }: MachineOptions): EngineOptions {
  return { ...(memory === undefined ? {} : { memory }), ...(threads === undefined ? {} : { threads }) };
}

/** The same for a command that works on several splits at a time: each has one thread and its share of the memory. */
export function sharedOut(options: MachineOptions, available: number): { threads: number; engine: EngineOptions } {
  const threads = options.threads ?? available;
  const memory = options.memory === undefined ? {} : { memory: Math.ceil(options.memory / threads) };
  return { threads, engine: { ...memory, threads: 1 } };
}
