// Stop with a promise: the error among the open items is at most a target, with this confidence. The promise rests on
// audits, items drawn at random, never on those that were chosen because they are hard or telling (see audit-bound.ts). An
// audit costs a label, so it is asked for only where it is likely to succeed: the labels agree with each other, and the
// model expects no more errors than the target. A wrong one is followed by some ordinary labels.
import { checkInteger, checkOptions, checkShare } from "../check.ts";
import { auditBound, auditsToGo } from "./audit-bound.ts";
import { checkStates, type StopDecision, type StopRule, type StopState } from "./stop-rule.ts";

/** The target and how sure it has to be. */
export interface TargetStopOptions {
  /** The error to be promised, a share; of the largest cost where the states tell costs (see `StopState.audits`). */
  readonly error: number;
  /** 0.95 by default. */
  readonly confidence?: number;
  /** How many labels follow an audit that was predicted wrongly; 10 by default. */
  readonly pause?: number;
}

/** What `targetStop` says: also how many audits are missing at least. */
export interface TargetDecision extends StopDecision {
  /** Further audits, all predicted rightly, after which it stops. */
  readonly auditsToGo: number;
  /** Whether the open items are enough for these audits: else the target cannot be proved, whatever the model knows. */
  readonly provable: boolean;
}

/** The part of a state that `targetStop` looks at. */
export type TargetState = Pick<StopState, (typeof MEMBERS)[number]>;

const MEMBERS = ["labels", "items", "open", "expectedError", "leftOutError", "audits"] as const;

/** The rule of `targetStop`. */
export interface TargetStop extends StopRule {
  readonly error: number;
  readonly confidence: number;
  decide(states: readonly TargetState[]): TargetDecision;
}

/** Before this many labels there is no model to measure. */
const MIN_LABELS = 10;

/**
 * Stops when the audits exclude an error above the target.
 * @throws XpalError if a share is not between 0 and 1, or the pause is not an integer.
 * @example targetStop({ error: 0.05 }).name // "targetStop"
 */
export function targetStop(options: TargetStopOptions): TargetStop {
  checkOptions("targetStop", options ?? null, ["error", "confidence", "pause"]);
  const { error, confidence = 0.95, pause = 10 } = options;
  checkShare("targetStop", "error", error);
  checkShare("targetStop", "confidence", confidence);
  checkInteger("targetStop", "pause", pause, 0);
  return {
    name: "targetStop",
    error,
    confidence,
    decide(states) {
      const now = checkStates("targetStop", states, ...MEMBERS);
      const value = now.audits.length === 0 ? null : auditBound(now.audits, confidence);
      const missing = auditsToGo(now.audits, error, confidence);
      return {
        // With nothing left to ask there is nothing left to promise.
        stop: missing === 0 || now.open === 0,
        next: isReady(now, error) && sinceWrong(states) >= pause ? "audit" : "label",
        reason: { measure: "error bound", value, limit: error },
        auditsToGo: missing,
        provable: missing <= now.open,
      };
    },
    toJSON: () => ({ name: "targetStop", error, confidence, pause }),
  };
}

/** Whether audits are likely to go well. */
function isReady({ labels, audits, leftOutError, expectedError }: TargetState, error: number): boolean {
  const trained = labels - audits.length;
  return trained >= MIN_LABELS && (leftOutError ?? 1) <= error && expectedError <= error;
}

/** How many ordinary labels came since the last audit that was predicted wrongly. */
function sinceWrong(states: readonly TargetState[]): number {
  const now = states[states.length - 1];
  const last = now.audits.map((loss) => loss > 0).lastIndexOf(true);
  if (last < 0) return Infinity;
  const then = states.find(({ audits }) => audits.length > last) ?? now;
  return now.labels - now.audits.length - (then.labels - then.audits.length);
}
