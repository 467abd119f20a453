// How the fast engine may be told to work.
import { checkInteger, checkOneOf, checkOptions } from "../check.ts";
import { MODES, type Mode } from "./memory-plan.ts";

/** Limits and wishes; everything has a default. */
export interface EngineOptions {
  /** How many bytes it may use; by default a quarter of the machine's memory, in a browser 1 GiB. */
  readonly memory?: number;
  /** What it stores: "lists", "cut", "tiles" or "dense"; by default the fastest of the first three that fits. */
  readonly mode?: Mode;
}

/** Refuses options that are unknown or out of range. */
export function checkEngineOptions(who: string, options: EngineOptions): EngineOptions {
  checkOptions(who, options, ["memory", "mode"], "engine");
  if (options.memory !== undefined) checkInteger(who, "engine.memory", options.memory, 1);
  if (options.mode !== undefined) checkOneOf(who, "engine.mode", options.mode, MODES);
  return options;
}
