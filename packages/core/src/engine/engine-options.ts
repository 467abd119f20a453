// How the fast engine may be told to work.
import { checkInteger, checkOneOf, checkOptions, reject } from "../check.ts";
import { MODES, type Mode } from "./memory/memory-plan.ts";

/** Something that went wrong without making an answer wrong. */
export interface EngineWarning {
  readonly code: "thread-died";
  readonly message: string;
}

/** Limits and preferences; everything has a default. */
export interface EngineOptions {
  /** How many bytes it may use; by default a quarter of the machine's memory, in a browser 1 GiB. */
  readonly memory?: number;
  /**
   * Up to how many bytes it keeps what only saves time; by default up to `memory`. What the answer cannot do without may
   * take more than this, up to `memory`.
   */
  readonly keepWithin?: number;
  /**
   * What it stores: "lists" of all similarities, or "tiles": nothing, each similarity being computed when it is needed. By default
   * lists where they fit.
   */
  readonly mode?: Mode;
  /** Whether it works in a thread of its own; by default for large pools, and in a page unless a pool is tiny. Answers do not depend on it. */
  readonly worker?: boolean;
  /** Is told when the thread dies and its work is done again on the calling one. */
  readonly onWarning?: (warning: EngineWarning) => void;
}

/** Rejects options that are unknown or out of range. */
export function checkEngineOptions(who: string, options: EngineOptions): EngineOptions {
  checkOptions(who, options, ["memory", "keepWithin", "mode", "worker", "onWarning"], "engine");
  const { memory, keepWithin, mode, worker, onWarning } = options;
  if (memory !== undefined) checkInteger(who, "engine.memory", memory, 1);
  if (keepWithin !== undefined) checkInteger(who, "engine.keepWithin", keepWithin, 0);
  if (mode !== undefined) checkOneOf(who, "engine.mode", mode, MODES);
  if (worker !== undefined && typeof worker !== "boolean")
    reject(who, "engine.worker", "must be true or false", worker);
  if (onWarning !== undefined && typeof onWarning !== "function") {
    reject(who, "engine.onWarning", "must be a function", onWarning);
  }
  return options;
}
