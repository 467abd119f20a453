// Stop when the last labels brought nothing: the error that the model expects of itself has not fallen since.
import { checkInteger, checkNumber, checkOptions } from "../check.ts";
import { checkStates, type StopRule, stopAtMost } from "./stop-rule.ts";

/**
 * Stops when the lowest expected error of the last `labels` labels is less than `least` below the lowest one before.
 * @param options `labels`, 30 by default; `least`, a share of the earlier error, 0.1 by default.
 * @throws XpalError if an option is out of range.
 * @example noImprovement({ labels: 20 }).name // "noImprovement"
 */
export function noImprovement(options: { readonly labels?: number; readonly least?: number } = {}): StopRule {
  checkOptions("noImprovement", options, ["labels", "least"]);
  const { labels = 30, least = 0.1 } = options;
  checkInteger("noImprovement", "labels", labels, 1);
  checkNumber("noImprovement", "least", least, 0, 1);
  return {
    name: "noImprovement",
    decide(states) {
      const now = checkStates("noImprovement", states, "labels", "expectedError");
      const before = states.filter((state) => state.labels <= now.labels - labels);
      if (before.length === 0) return stopAtMost("improvement", null, least);
      const lowest = (of: readonly { readonly expectedError: number }[]) =>
        Math.min(...of.map(({ expectedError }) => expectedError));
      const earlier = lowest(before);
      const later = lowest(states.slice(before.length));
      const value = earlier === 0 ? 0 : Math.max(0, 1 - later / earlier);
      return stopAtMost("improvement", value, least);
    },
    toJSON: () => ({ name: "noImprovement", labels, least }),
  };
}
