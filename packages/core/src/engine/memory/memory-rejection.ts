// The rejection of a pool that the memory is too small for. Its numbers are those of the memory that the caller gave, of which
// what was laid out before has a part.
import { XpalError } from "../../error.ts";

/**
 * Says how much memory would have to be given, where this many bytes are needed of a budget.
 * @param used Bytes that are in use already, and no longer in the budget.
 */
export function memoryRejection(needed: number, budget: number, used: number): XpalError {
  return new XpalError("does-not-fit", {
    who: "engine",
    argument: "memory",
    rule: `must be at least ${used + needed} bytes for this pool`,
    value: used + budget,
    wayOut: "raise engine.memory, or take a sample as evaluation set",
  });
}
