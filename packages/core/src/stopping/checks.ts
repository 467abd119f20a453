// A check that was judged: an item drawn at random whose prediction of before its answer is known.
import { checkInteger, checkOptions, reject } from "../check.ts";
import type { Pool } from "../pool.ts";

/** A check: how many labels there were before it, what it is, and what had been predicted; classes by index. */
export interface Check {
  readonly labels: number;
  readonly to: number;
  readonly predicted: number;
}

/** What calling an item of class `to` a `called` costs; 1 for an error where all errors cost the same. */
export function lossOf({ lossMatrix, lossUnit }: Pool, to: number, called: number): number {
  if (lossMatrix === null) return to === called ? 0 : lossUnit;
  return lossMatrix.data[to * lossMatrix.cols + called];
}

/** Rejects checks that cannot be of this pool. */
export function checkChecks(who: string, { classCount }: Pool, checks: readonly Check[]): void {
  if (!Array.isArray(checks)) reject(who, "checks", "must be a list", checks);
  for (const [at, check] of checks.entries()) {
    checkOptions(who, check ?? null, ["labels", "to", "predicted"], `checks[${at}]`);
    checkInteger(who, `checks[${at}].labels`, check.labels, 0);
    checkInteger(who, `checks[${at}].to`, check.to, 0, classCount - 1);
    checkInteger(who, `checks[${at}].predicted`, check.predicted, 0, classCount - 1);
  }
}
