// The error measured on checks. They were drawn at random, and each was predicted by the model of its time, before its
// answer was known: so the share of wrong ones is no better and no worse than that model was. To predict them later
// without their own label would be unfair: what is near them was not asked for because they were known (decision 0055).
import { type Check, costsOf, decide, exactShare, type Learner, MIN_CHECKS, type Pool } from "@xpal/core";
import type { Share } from "../../protocol/messages.ts";
import { judgedChecks } from "./judged-checks.ts";
import { type Labelled, labelsOf } from "./labels-of.ts";
import type { History } from "./scoring-calls.ts";

/** What the checks tell. */
export interface CheckedErrors {
  readonly checked: Share | null;
  /** What the predictions of the same items cost on average; null where nothing was said of costs. */
  readonly checkedCost: number | null;
  readonly confusion: number[][];
  readonly versusRandom: { readonly labels: number; readonly tested: number; chosen: number; random: number } | null;
}

/** How many random labels are compared at most; more would cost more than they add. */
const MAX_RANDOM = 200;

/**
 * The checked error, the confusion of all checks, and the comparison of as many first as random labels.
 * @param foretold What was predicted for the item at a position of `answers` before it was answered.
 */
export async function checkedErrors(
  learner: Learner,
  { answers, checks }: Pick<History, "answers" | "checks">,
  foretold: ReadonlyMap<number, number>,
): Promise<CheckedErrors> {
  const { classCount } = learner.pool;
  const judged = judgedChecks({ answers, checks }, foretold);
  const confusion = Array.from({ length: classCount }, () => new Array<number>(classCount).fill(0));
  for (const { to, predicted } of judged) confusion[to][predicted]++;
  // The model changes: the checks of the later half of the answers count, and the last few in any case.
  const latest = judged.filter(({ labels }, i) => labels >= answers.length / 2 || i >= judged.length - MIN_CHECKS);
  const wrong = latest.filter(({ to, predicted }) => predicted !== to).length;
  return {
    checked: latest.length === 0 ? null : measuredShare(wrong, latest.length),
    checkedCost: meanCost(learner.pool, latest),
    confusion,
    versusRandom: await versusRandom(learner, answers, new Set(checks.map(([item]) => item))),
  };
}

function meanCost(pool: Pool, judged: readonly Check[]): number | null {
  const costs = costsOf(pool);
  if (costs === null || judged.length === 0) return null;
  const { cols, data } = costs;
  return judged.reduce((sum, { to, predicted }) => sum + data[to * cols + predicted], 0) / judged.length;
}

/** The first answers against as many random ones, tested on checks that came later: nothing was chosen by these. */
async function versusRandom(
  learner: Learner,
  answers: Labelled,
  random: ReadonlySet<number>,
): Promise<CheckedErrors["versusRandom"]> {
  const drawn = answers.filter(([item]) => random.has(item)).slice(-MAX_RANDOM);
  const labels = drawn.length;
  const tested = answers.slice(labels).filter(([item]) => random.has(item));
  if (labels < MIN_CHECKS || tested.length < MIN_CHECKS) return null;
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
    random: await wrongShare(drawn),
  };
}

/** A share with its exact 95 % interval. */
export function measuredShare(count: number, of: number): Share {
  const { value, lower, upper } = exactShare(count, of, 0.95);
  return { value, low: lower, high: upper, count: of };
}
