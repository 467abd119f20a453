// How many labels one strategy saves compared with another, measured on their curves.
import { labelsToKeep, labelsToReach } from "@xpal/lab";
import { type Curve, finalError, percent } from "../terminal/chart/curve.ts";

/** What was measured, and the sentence that says it. */
export interface Saving {
  /** The rival's error with all its labels. */
  readonly error: number;
  /** From how many labels on the strategy stayed at or below that error; null if it ended above. */
  readonly needed: number | null;
  /** The rival's labels minus those; 0 if the strategy ended above the error. */
  readonly saved: number;
  readonly sentence: string;
}

/** Compares a strategy with a rival at the rival's last error. */
export function labelsSaved(own: Curve, rival: Curve): Saving {
  const budget = rival.errors.length - 1;
  const error = finalError(rival);
  const at = labelsToKeep(own.errors, error);
  if (at === null) {
    const does = labelsToReach(own.errors, error) === null ? "does not reach" : "touches but does not keep";
    const sentence = `${own.name} ${does} the error that ${rival.name} has after ${budget} labels (${percent(error)}): it ends at ${percent(finalError(own))}.`;
    return { error, needed: null, saved: 0, sentence };
  }
  const sentence =
    at >= budget
      ? `${own.name} needs as many labels as ${rival.name} for an error of ${percent(error)}: ${budget}, none saved.`
      : `${own.name} needs ${labels(at)} for the error that ${rival.name} reaches with ${budget} (${percent(error)}): ${labels(budget - at)} saved.`;
  return { error, needed: at, saved: budget - at, sentence };
}

function labels(count: number): string {
  return count === 1 ? "1 label" : `${count} labels`;
}
