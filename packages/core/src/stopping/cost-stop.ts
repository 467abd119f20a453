// Stop when the next label no longer pays: its price against the wrong predictions that it is expected to correct. A
// single gain may be zero long before the end, so the mean of the next few counts where it is larger (decision 0057).
import { checkNumber, checkOptions } from "../check.ts";
import { checkStates, type StopRule, stopAtMost } from "./stop-rule.ts";

/** What a label and a wrong prediction cost, in the same unit. */
export interface CostStopOptions {
  readonly labelCost: number;
  readonly errorCost: number;
}

/**
 * Stops when max(xgain, gain ahead) * items * errorCost falls to the cost of a label or below.
 * @throws XpalError if a cost is missing, negative or not finite.
 * @example costStop({ labelCost: 1, errorCost: 5 }).name // "costStop"
 */
export function costStop(options: CostStopOptions): StopRule {
  checkOptions("costStop", options ?? null, ["labelCost", "errorCost"]);
  const { labelCost, errorCost } = options;
  checkNumber("costStop", "labelCost", labelCost, 0, 1e75);
  checkNumber("costStop", "errorCost", errorCost, 0, 1e75);
  return {
    name: "costStop",
    decide(states) {
      const { gain, gainAhead, items } = checkStates("costStop", states, "items", "gain", "gainAhead");
      return stopAtMost("value of the next label", Math.max(gain, gainAhead) * items * errorCost, labelCost);
    },
    toJSON: () => ({ name: "costStop", labelCost, errorCost }),
  };
}
