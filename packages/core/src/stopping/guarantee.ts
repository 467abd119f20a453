// What checks guarantee of a project: an error, or where errors have costs a mean cost, that is not exceeded among the open items.
// The guarantee comes from the checks alone (check-bound.ts). What the model estimates only advises when to ask for more of them.
import { reject } from "../check.ts";
import { decide } from "../classifier/decide.ts";
import { largestCost } from "../classifier/largest-cost.ts";
import { checkLabels, type Labels } from "../labels.ts";
import { Learner } from "../learner/learner.ts";
import type { Matrix } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import { type Check, checkChecks, lossOf } from "./checks.ts";
import { expectedCost, leftOutFrequencies } from "./expected-error.ts";
import { targetStop } from "./target-stop.ts";
import { MIN_CHECKS, tooEarly } from "./thresholds.ts";

/** What the checks so far guarantee. */
export interface Guarantee {
  readonly target: number;
  /** Whether the target is guaranteed, or nothing is open any more. */
  readonly reached: boolean;
  /** The error or mean cost among the open items is at most this, with 95 % confidence; null without a check. */
  readonly bound: number | null;
  readonly checks: number;
  /** How many of them were predicted wrongly. */
  readonly wrong: number;
  /** How many further checks, all predicted rightly, guarantee the target; 0 where it is guaranteed. */
  readonly toGo: number;
  /** How many items are open; with fewer than the checks to go the target cannot be guaranteed here. */
  readonly open: number;
  /** Advice: whether these checks are likely to succeed now, by the model's estimate and by the checks so far. */
  readonly isLikely: boolean;
}

/** The largest share of the largest cost that the rule takes as a target. */
const MAX_SHARE = 0.999;

/**
 * What the checks guarantee, for a target error or where errors have costs a target mean cost.
 * @param checks In their order.
 * @param labels Those of the learner by default; others where answers count for shares of the classes.
 * @throws XpalError if a check has no such classes, or the target is not above 0.
 * @example (await guarantee(await Learner.create({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] }), [], 0.05)).toGo // 79
 */
export async function guarantee(
  learner: Learner,
  checks: readonly Check[],
  target: number,
  labels: Labels = learner?.labels,
): Promise<Guarantee> {
  if (!(learner instanceof Learner)) reject("guarantee", "learner", "must be a Learner", learner);
  const { pool } = learner;
  checkLabels("guarantee", labels, pool);
  checkChecks("guarantee", pool, checks);
  if (typeof target !== "number" || !(target > 0)) reject("guarantee", "target", "must be a number above 0", target);
  const largest = largestCost(pool) ?? 1;
  const losses = checks.map(({ to, predicted }) => lossOf(pool, to, predicted) / largest);
  const open = labels.unlabelled();
  const now = {
    ...{ labels: labels.count, items: pool.size - labels.asideCount, open: open.length, audits: losses },
    ...(await estimates(learner, labels, open, largest)),
  };
  // The rule looks for when the last wrong check came: a state per check tells it.
  const states = checks.map((check, at) => ({ ...now, labels: check.labels + 1, audits: losses.slice(0, at + 1) }));
  // A mean cost above the largest needs no proof, and is no share.
  const error = Math.min(target / largest, MAX_SHARE);
  const { stop, next, reason, auditsToGo } = targetStop({ error }).decide([...states, now]);
  return {
    ...{ target, reached: stop, bound: reason.value === null ? null : reason.value * largest },
    ...{ checks: checks.length, wrong: checks.filter(({ to, predicted }) => to !== predicted).length },
    ...{ toGo: auditsToGo, open: open.length },
    isLikely: next === "audit" || agree(now, error),
  };
}

/** Enough checks say more of the open items than the labelled ones, which were asked for because they are hard. */
function agree({ audits, expectedError }: { audits: readonly number[]; expectedError: number }, error: number) {
  const mean = audits.reduce((sum, loss) => sum + loss, 0) / audits.length;
  return audits.length >= MIN_CHECKS && mean <= error && expectedError <= error;
}

/** What the model estimates of the open items and of the labelled ones, as shares of the largest cost; the worst while it is too early. */
async function estimates(learner: Learner, labels: Labels, open: Uint32Array, largest: number) {
  const { pool } = learner;
  if (tooEarly(pool, labels) !== null) return { leftOutError: null, expectedError: open.length === 0 ? 0 : 1 };
  const snapshot = learner.at(labels);
  const freq = await snapshot.predictiveFrequencies();
  return {
    leftOutError: leftOutLoss(pool, labels, freq, await snapshot.lossMatrix()) / largest,
    expectedError: open.length === 0 ? 0 : Math.min(1, expectedCost(pool, freq, labels, open) / largest),
  };
}

/** The mean loss over the labelled items, each predicted by the others; `by` decides. */
function leftOutLoss(pool: Pool, labels: Labels, freq: Matrix, by: Matrix | null): number {
  const { data, cols } = leftOutFrequencies(pool, freq, labels);
  const losses = labels.labelled.map(({ counts }, at) => {
    const called = decide(data.subarray(at * cols, (at + 1) * cols), by ?? undefined);
    const to = counts.findIndex((count) => count > 0);
    return lossOf(pool, to, called);
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / labels.count;
}
