// Stop when the model is sure of what is left: the mean entropy over the open items [1].
// [1] Zhu, Wang and Hovy, Multi-Criteria-Based Strategy to Stop Active Learning for Data Annotation, COLING 2008
import { checkNumber, checkOptions } from "../check.ts";
import { checkStates, type StopRule, stopAtMost } from "./stop-rule.ts";

/**
 * Stops when the mean entropy of the predictions for the open items is at most the threshold.
 * @param options `threshold`: from 0 (sure) to 1 (equal chances), 0.1 by default.
 * @throws XpalError if the threshold is not from 0 to 1.
 * @example overallUncertainty({ threshold: 0.05 }).name // "overallUncertainty"
 */
export function overallUncertainty(options: { readonly threshold?: number } = {}): StopRule {
  checkOptions("overallUncertainty", options, ["threshold"]);
  const { threshold = 0.1 } = options;
  checkNumber("overallUncertainty", "threshold", threshold, 0, 1);
  return {
    name: "overallUncertainty",
    decide: (states) => stopAtMost("entropy", checkStates("overallUncertainty", states, "entropy").entropy, threshold),
    toJSON: () => ({ name: "overallUncertainty", threshold }),
  };
}
