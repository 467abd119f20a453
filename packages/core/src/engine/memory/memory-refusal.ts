// The refusal of a pool that the memory is too small for. Its numbers are those of the memory that the caller gave, of which a
// part may be all that is left here: views of a pool share it equally, and what was laid out before has its place in it.
import { XpalError } from "../../error.ts";

/** What else the memory that was given is for. */
export interface MemoryShare {
  /** How many views of the pool have equal parts of it. */
  readonly views: number;
  /** Bytes of this part that are in use already, and no longer in its budget. */
  readonly used: number;
}

/** All of it. */
export const WHOLE: MemoryShare = { views: 1, used: 0 };

/** Says how much memory would have to be given, where this many bytes are needed of a budget. */
export function memoryRefusal(needed: number, budget: number, { views, used }: MemoryShare): XpalError {
  return new XpalError("does-not-fit", {
    who: "engine",
    argument: "memory",
    rule: `must be at least ${views * (used + needed)} bytes for this pool`,
    value: views * (used + budget),
    wayOut: "raise engine.memory, or take a sample as evaluation set",
  });
}
