// Stop when even the items that were chosen are predicted rightly before they are answered. They are asked because they
// are telling, and mostly they are harder than the others, so that their share of wrong ones is more often above the error
// of the open items than below; a factor, chosen on half of the paper's datasets, covers the rest. No label is spent on
// measuring, but the promise rests on data that behave like those (docs/guide/stopping.md has the record).
// Related: the "selected accuracy" of Zhu, Wang and Hovy, COLING 2008.
import { checkNumber, checkOptions, checkShare } from "../check.ts";
import { checkStates, type StopRule, stopAtMost } from "./stop-rule.ts";

/** The target, and by how much the measured share is corrected. */
export interface AskedStopOptions {
  readonly error: number;
  /** The share of wrong ones is multiplied by this; 2 by default. */
  readonly correction?: number;
}

/** The later half of the answers counts, since the model of the earlier half is gone; and this many at least. */
const FEWEST = 10;

/**
 * Stops when (wrong + 1) / (count + 1) of the later half of the asked items, times the correction, is at most the target.
 * @throws XpalError if the target is not between 0 and 1 or the correction is not from 0 to 100.
 * @example askedStop({ error: 0.05 }).name // "askedStop"
 */
export function askedStop(options: AskedStopOptions): StopRule {
  checkOptions("askedStop", options ?? null, ["error", "correction"]);
  const { error, correction = 2 } = options;
  checkShare("askedStop", "error", error);
  checkNumber("askedStop", "correction", correction, 0, 100);
  return {
    name: "askedStop",
    decide(states) {
      const { asked } = checkStates("askedStop", states, "asked");
      const later = asked.slice(Math.floor(asked.length / 2));
      if (later.length < FEWEST) return stopAtMost("asked error", null, error);
      const wrong = later.reduce((sum, one) => sum + one, 0);
      return stopAtMost("asked error", (correction * (wrong + 1)) / (later.length + 1), error);
    },
    toJSON: () => ({ name: "askedStop", error, correction }),
  };
}
