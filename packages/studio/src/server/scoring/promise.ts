// Whether a target error can be promised: `targetStop` of the core on the answers of a project. Audits count by what was
// predicted before they were answered: as the page knew it when it asked, or else as the model of that time says.
import { decide, expectedError, type Learner, leftOutFrequencies, type Matrix, targetStop } from "xpal";
import type { Promised } from "../../protocol/messages.ts";
import type { History } from "./scoring-calls.ts";

/** An audit that was judged: after how many answers, and whether it had been predicted wrongly. */
export interface JudgedAudit {
  readonly labels: number;
  readonly wrong: boolean;
}

/** The audits in their order; those of which nobody knows the prediction are left out. */
export function judgedAudits({ answers, audits }: History, foretold: ReadonlyMap<number, number>): JudgedAudit[] {
  const said = new Map(audits.map(([item, , predicted]) => [item, predicted]));
  return answers.flatMap(([item, to], labels) => {
    const predicted = said.has(item) ? (said.get(item) ?? foretold.get(labels)) : undefined;
    return predicted === undefined ? [] : [{ labels, wrong: predicted !== to }];
  });
}

/** What the rule says of the project now. */
export async function promiseOf(learner: Learner, audits: readonly JudgedAudit[], target: number): Promise<Promised> {
  const { pool, labels } = learner;
  const freq = await learner.at().frequencies();
  const open = labels.unlabelled();
  const items = pool.size - labels.asideCount;
  const outcomes = audits.map(({ wrong }) => (wrong ? 1 : 0));
  const now = {
    ...{ labels: labels.count, items, open: open.length, leftOutError: leftOutError(learner, freq), audits: outcomes },
    expectedError: open.length === 0 ? 0 : expectedError(pool, freq, labels, open),
  };
  // The rule looks for when the last wrong audit came: a state per audit tells it.
  const states = audits.map((audit, at) => ({ ...now, labels: audit.labels + 1, audits: outcomes.slice(0, at + 1) }));
  const { stop, next, reason, auditsToGo } = targetStop({ error: target }).decide([...states, now]);
  const wrong = outcomes.filter((one) => one === 1).length;
  return { target, stop, next, bound: reason.value, audits: outcomes.length, wrong, toGo: auditsToGo };
}

/** The share of labelled items that the others predict wrongly; null without any. */
function leftOutError({ pool, labels }: Learner, freq: Matrix): number | null {
  if (labels.count === 0) return null;
  const { data, cols } = leftOutFrequencies(pool, freq, labels);
  const wrong = labels.labelled.filter(({ counts }, at) => {
    return counts[decide(data.subarray(at * cols, (at + 1) * cols), pool.lossMatrix ?? undefined)] === 0;
  });
  return wrong.length / labels.count;
}
