// When to stop labelling. A rule looks at the states of a project so far and says whether to go on, with its reason as
// data. Rules keep nothing: asked twice about the same states they say the same.
import { checkInteger, checkNumber, reject } from "../check.ts";

/** A project at some number of labels, as a rule sees it. */
export interface StopState {
  /** How many labels were given, audits included. */
  readonly labels: number;
  /** How many items there are, and how many of them have no label. */
  readonly items: number;
  readonly open: number;
  /** The expected drop in error rate over all items from the next label: xgain of the item that is asked next. */
  readonly gain: number;
  /** The mean of the next few, each chosen as if those before it had been answered as the model expects. */
  readonly gainAhead: number;
  /** The share of wrong predictions among the open items that the model expects of itself (`expectedError`). */
  readonly expectedError: number;
  /** The share of labelled items that the other labels predict wrongly; null without any label. */
  readonly leftOutError: number | null;
  /** The mean entropy of the predictions for the open items, relative to equal chances: 0 to 1. */
  readonly entropy: number;
  /** Cohen's kappa of the predictions for the open items at this state and at the one before; null at the first. */
  readonly agreement: number | null;
  /**
   * Items drawn at random from the open ones and predicted before they were answered, in order: 1 for a wrong one, 0 for a
   * right one; or what the prediction cost as a share of the largest cost, and then `expectedError` and `leftOutError` are
   * such shares too.
   */
  readonly audits: readonly number[];
  /**
   * Whether the items that were chosen because they tell the most were predicted wrongly, in order: 1 or 0, or as above
   * what the prediction cost.
   */
  readonly asked: readonly number[];
}

/** Why a rule decided as it did: what it looked at, its value, and the limit that it is compared with. */
export interface StopReason {
  readonly measure:
    | "value of the next label"
    | "error bound"
    | "asked error"
    | "improvement"
    | "agreement"
    | "entropy"
    | "gain";
  /** Null while there is too little to compute it. */
  readonly value: number | null;
  readonly limit: number;
}

/** What a rule says. */
export interface StopDecision {
  readonly stop: boolean;
  /** What to do otherwise: label the item that tells the most, or one drawn at random, to measure the error. */
  readonly next: "label" | "audit";
  readonly reason: StopReason;
}

/** A rule with its options. */
export interface StopRule {
  readonly name: string;
  /** @param states The states so far, the last one being now; at least one. */
  decide(states: readonly StopState[]): StopDecision;
  toJSON(): Readonly<Record<string, unknown>>;
}

type Check = (who: string, place: string, value: never, state: StopState) => void;

const share: Check = (who, place, value) => checkNumber(who, place, value, 0, 1);
// Gains may be below 0 by rounding, and with a loss matrix they are costs.
const gain: Check = (who, place, value) => checkNumber(who, place, value, -1, 1e75);
const orNull =
  (check: Check): Check =>
  (who, place, value, state) =>
    value === null ? undefined : check(who, place, value, state);

const CHECKS: Readonly<Record<keyof StopState, Check>> = {
  labels: (who, place, value) => checkInteger(who, place, value, 0),
  items: (who, place, value) => checkInteger(who, place, value, 1),
  open: (who, place, value, { items }) => checkInteger(who, place, value, 0, items),
  gain,
  gainAhead: gain,
  expectedError: share,
  leftOutError: orNull(share),
  entropy: share,
  agreement: orNull((who, place, value) => checkNumber(who, place, value, -1, 1)),
  audits: checkLosses,
  asked: checkLosses,
};

/** Rejects states that cannot be, in the members that a rule looks at: the entry point of every rule. Gives the last one. */
export function checkStates<Member extends keyof StopState>(
  who: string,
  states: readonly Pick<StopState, Member>[],
  ...members: readonly Member[]
): Pick<StopState, Member> {
  if (!Array.isArray(states) || states.length === 0) reject(who, "states", "must be a list of at least one", states);
  for (const [at, state] of states.entries()) {
    if (state === null || typeof state !== "object") reject(who, `states[${at}]`, "must be an object", state);
    for (const name of members) CHECKS[name](who, `states[${at}].${name}`, state[name] as never, state);
  }
  return states[states.length - 1];
}

/** Rejects what is not a list of numbers from 0 to 1. */
export function checkLosses(who: string, argument: string, losses: readonly unknown[]): void {
  if (!Array.isArray(losses)) reject(who, argument, "must be a list of numbers from 0 to 1", losses);
  for (const [at, one] of losses.entries()) checkNumber(who, `${argument}[${at}]`, one, 0, 1);
}

/** The decision of a rule that never asks for audits: it stops where the value is at or below the limit. */
export function stopAtMost(measure: StopReason["measure"], value: number | null, limit: number): StopDecision {
  return { stop: value !== null && value <= limit, next: "label", reason: { measure, value, limit } };
}
