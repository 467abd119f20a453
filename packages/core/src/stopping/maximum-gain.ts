// Stop when the largest expected gain of all candidates falls below a threshold: the rule that is usually meant by "stop
// when nothing is to be gained". No look ahead.
import { checkNumber, checkOptions } from "../check.ts";
import { checkStates, type StopRule, stopAtMost } from "./stop-rule.ts";

/**
 * Stops when xgain of the best candidate is at most the threshold.
 * @param options `threshold`: a drop in error rate, 0.0005 by default.
 * @throws XpalError if the threshold is negative or above 1.
 * @example maximumGain().name // "maximumGain"
 */
export function maximumGain(options: { readonly threshold?: number } = {}): StopRule {
  checkOptions("maximumGain", options, ["threshold"]);
  const { threshold = 0.0005 } = options;
  checkNumber("maximumGain", "threshold", threshold, 0, 1);
  return {
    name: "maximumGain",
    decide: (states) => stopAtMost("gain", checkStates("maximumGain", states, "gain").gain, threshold),
    toJSON: () => ({ name: "maximumGain", threshold }),
  };
}
