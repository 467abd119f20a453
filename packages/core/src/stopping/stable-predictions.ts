// Stop when the predictions no longer change: the agreement of successive models on items that nobody labelled, as
// Cohen's kappa, averaged over a window [1].
// [1] Bloodgood and Vijay-Shanker, A Method for Stopping Active Learning Based on Stabilizing Predictions, CoNLL 2009
import { checkInteger, checkNumber, checkOptions } from "../check.ts";
import { checkStates, type StopRule } from "./stop-rule.ts";

/**
 * Stops when the mean agreement of the last few states reaches the threshold.
 * @param options `threshold`, 0.99 by default; `window`, how many states, 3 by default.
 * @throws XpalError if the threshold is not from 0 to 1 or the window is not an integer of at least 1.
 * @example stablePredictions({ window: 3 }).name // "stablePredictions"
 */
export function stablePredictions(options: { readonly threshold?: number; readonly window?: number } = {}): StopRule {
  checkOptions("stablePredictions", options, ["threshold", "window"]);
  const { threshold = 0.99, window = 3 } = options;
  checkNumber("stablePredictions", "threshold", threshold, 0, 1);
  checkInteger("stablePredictions", "window", window, 1);
  return {
    name: "stablePredictions",
    decide(states) {
      checkStates("stablePredictions", states, "agreement");
      const latest = states.slice(-window).flatMap(({ agreement }) => (agreement === null ? [] : [agreement]));
      const value = latest.length < window ? null : latest.reduce((sum, one) => sum + one, 0) / window;
      const stop = value !== null && value >= threshold;
      return { stop, next: "label", reason: { measure: "agreement", value, limit: threshold } };
    },
    toJSON: () => ({ name: "stablePredictions", threshold, window }),
  };
}
