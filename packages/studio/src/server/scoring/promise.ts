// Whether a target can be promised, an error or where errors have costs a mean cost: `targetStop` of the core on the answers
// of a project. Costs are told to it as shares of the largest. Audits count by what was predicted before they were
// answered: as the page knew it when it asked, or else as the model of that time says.
import {
  decide,
  expectedCost,
  type Labels,
  type Learner,
  largestCost,
  leftOutFrequencies,
  type Matrix,
  type Pool,
  targetStop,
} from "xpal";
import type { Promised } from "../../protocol/messages.ts";
import type { History } from "./scoring-calls.ts";

/** An audit that was judged: after how many answers, what it is, and what had been predicted. */
export interface JudgedAudit {
  readonly labels: number;
  readonly to: number;
  readonly predicted: number;
}

/** The audits in their order; those of which nobody knows the prediction are left out. */
export function judgedAudits(
  { answers, audits }: Pick<History, "answers" | "audits">,
  foretold: ReadonlyMap<number, number>,
): JudgedAudit[] {
  const said = new Map(audits.map(([item, , predicted]) => [item, predicted]));
  return answers.flatMap(([item, to], labels) => {
    const predicted = said.has(item) ? (said.get(item) ?? foretold.get(labels)) : undefined;
    return predicted === undefined ? [] : [{ labels, to, predicted }];
  });
}

/**
 * What the rule says of the project now; the target is an error, or where errors have costs a mean cost.
 * @param labels As they count, with shares where answers are weighed.
 */
export async function promiseOf(
  learner: Learner,
  labels: Labels,
  audits: readonly JudgedAudit[],
  target: number,
): Promise<Promised> {
  const { pool } = learner;
  const snapshot = learner.at(labels);
  const freq = await snapshot.predictiveFrequencies();
  const open = labels.unlabelled();
  const items = pool.size - labels.asideCount;
  const largest = largestCost(pool) ?? 1;
  const losses = audits.map(({ to, predicted }) => lossOf(pool, to, predicted) / largest);
  const now = {
    ...{ labels: labels.count, items, open: open.length, audits: losses },
    leftOutError: labels.count === 0 ? null : leftOutLoss(pool, labels, freq, await snapshot.lossMatrix()) / largest,
    expectedError: open.length === 0 ? 0 : expectedCost(pool, freq, labels, open) / largest,
  };
  // The rule looks for when the last wrong audit came: a state per audit tells it.
  const states = audits.map((audit, at) => ({ ...now, labels: audit.labels + 1, audits: losses.slice(0, at + 1) }));
  // A mean cost above the largest needs no proof, and is no share.
  const error = Math.min(target / largest, MOST);
  const { stop, next, reason, auditsToGo } = targetStop({ error }).decide([...states, now]);
  const wrong = audits.filter(({ to, predicted }) => to !== predicted).length;
  const bound = reason.value === null ? null : reason.value * largest;
  return { target, stop, next, bound, audits: audits.length, wrong, toGo: auditsToGo, open: open.length };
}

/** The largest share of the largest cost that the rule takes as a target. */
export const MOST = 0.999;

/** What calling an item of class `to` a `called` costs; 1 for an error where nothing was said of costs. */
export function lossOf({ lossMatrix, lossUnit }: Pool, to: number, called: number): number {
  if (lossMatrix === null) return to === called ? 0 : lossUnit;
  return lossMatrix.data[to * lossMatrix.cols + called];
}

/** The mean loss over the labelled items, each predicted by the others; `by` decides. */
function leftOutLoss(pool: Pool, labels: Labels, freq: Matrix, by: Matrix | null): number {
  const { data, cols } = leftOutFrequencies(pool, freq, labels);
  const losses = labels.labelled.map(({ counts }, at) => {
    const called = decide(data.subarray(at * cols, (at + 1) * cols), by ?? undefined);
    return lossOf(
      pool,
      counts.findIndex((count) => count > 0),
      called,
    );
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / labels.count;
}
