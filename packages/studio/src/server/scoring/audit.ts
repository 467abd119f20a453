// Error measured on audit items. They were drawn at random, and each was predicted by the model of its time, before its
// answer was known: so the share of wrong ones is no better and no worse than that model was. To predict them later
// without their own label would be unfair: what is near them was not asked for because they were known (decision 0055).
import { costsOf, decide, type Learner, type Pool } from "xpal";
import type { Share } from "../../protocol/messages.ts";
import { type Labelled, labelsOf } from "./labels-of.ts";
import { judgedAudits } from "./promise.ts";
import type { History } from "./scoring-calls.ts";

/** What the audit items tell. */
export interface AuditErrors {
  readonly audit: Share | null;
  /** What the predictions of the same items cost on average; null where nothing was said of costs. */
  readonly auditCost: number | null;
  readonly confusion: number[][];
  readonly versusRandom: { readonly labels: number; readonly tested: number; chosen: number; random: number } | null;
}

/** The model changes: the audits of the later half of the answers count, and the last ten in any case. */
const LATEST = 10;
/** How many random labels a comparison needs at least; more would cost more than they add. */
const FEWEST_RANDOM = 8;
const MOST_RANDOM = 200;

/**
 * The audit's error, confusion, and the comparison of as many first as random labels.
 * @param foretold What was predicted for the item at a position of `answers` before it was answered.
 */
export async function auditErrors(
  learner: Learner,
  { answers, audits }: Pick<History, "answers" | "audits">,
  foretold: ReadonlyMap<number, number>,
): Promise<AuditErrors> {
  const { classCount } = learner.pool;
  const random = new Set(audits.map(([item]) => item));
  const judged = judgedAudits({ answers, audits }, foretold).map(({ labels, to, predicted }) => {
    return { at: labels, to, said: predicted };
  });
  const confusion = Array.from({ length: classCount }, () => new Array<number>(classCount).fill(0));
  for (const { to, said } of judged) confusion[to][said]++;
  const latest = judged.filter(({ at }, i) => at >= answers.length / 2 || i >= judged.length - LATEST);
  const wrong = latest.filter(({ to, said }) => said !== to).length;
  return {
    audit: latest.length === 0 ? null : wilson(wrong, latest.length),
    auditCost: meanCost(learner.pool, latest),
    confusion,
    versusRandom: await versusRandom(learner, answers, random),
  };
}

function meanCost(pool: Pool, judged: readonly { to: number; said: number }[]): number | null {
  const costs = costsOf(pool);
  if (costs === null || judged.length === 0) return null;
  const { cols, data } = costs;
  return judged.reduce((sum, { to, said }) => sum + data[to * cols + said], 0) / judged.length;
}

/** The first answers against as many random ones, tested on audits that came later: nothing was chosen by these. */
async function versusRandom(
  learner: Learner,
  answers: Labelled,
  random: ReadonlySet<number>,
): Promise<AuditErrors["versusRandom"]> {
  const audits = answers.filter(([item]) => random.has(item)).slice(-MOST_RANDOM);
  const labels = audits.length;
  const tested = answers.slice(labels).filter(([item]) => random.has(item));
  if (labels < FEWEST_RANDOM || tested.length < FEWEST_RANDOM) return null;
  const wrongShare = async (training: Labelled) => {
    const snapshot = learner.at(labelsOf(learner.pool, training));
    const loss = (await snapshot.lossMatrix()) ?? undefined;
    let wrong = 0;
    for (const [item, to] of tested) {
      const { data } = await snapshot.without(item).predictiveFrequenciesAt([item]);
      if (decide(data, loss) !== to) wrong++;
    }
    return wrong / tested.length;
  };
  return {
    labels,
    tested: tested.length,
    chosen: await wrongShare(answers.slice(0, labels)),
    random: await wrongShare(audits),
  };
}

/** A share with Wilson's 95 % interval, which stays inside 0 to 1 and is honest for few items. */
export function wilson(count: number, of: number): Share {
  const z = 1.96;
  const value = count / of;
  const centre = (value + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of));
  return { value, low: Math.max(0, centre - half), high: Math.min(1, centre + half), count: of };
}
