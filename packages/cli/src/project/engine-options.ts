// How much of the machine a command may use.
import type { EngineOptions } from "@xpal/core";

/** What the options hold. */
export interface MachineOptions {
  readonly memory?: number;
  readonly threads?: number;
}

/** A command that answers once keeps no more than this for later questions, unless --memory says what it may take. */
const KEPT_FOR_ONE_ANSWER = 48 * 2 ** 20;

/** The options in the words of the engine; `once` where the command ends with its first answer. */
export function engineOptions({ memory, threads }: MachineOptions, once = false): EngineOptions {
  const frugal = once ? { keepWithin: KEPT_FOR_ONE_ANSWER } : {};
  return { ...(memory === undefined ? frugal : { memory }), ...(threads === 1 ? { worker: false } : {}) };
}

/** The same for a command that works on several splits at a time: each has one thread and its share of the memory. */
export function sharedOut(options: MachineOptions, available: number): { threads: number; engine: EngineOptions } {
  const threads = options.threads ?? available;
  const memory = options.memory === undefined ? {} : { memory: Math.ceil(options.memory / threads) };
  return { threads, engine: { ...memory, worker: false } };
}
