// The learner's labels as the log has them: each item's answer, in the order in which the answers were given.
import type { Labels, Learner } from "@xpal/core";
import type { Answer } from "../../protocol/events.ts";

/** Gives an item another answer; null takes it back. */
export async function setAnswer(learner: Learner, item: number, to: Answer): Promise<void> {
  const { labels } = learner;
  if (labels.has(item)) await learner.unlabel(item);
  if (labels.asideOf(item) !== undefined) await learner.restore(item);
  if (to === "skipped") await learner.skip(item);
  else if (to === "discarded") await learner.discard(item);
  else if (to !== null) await learner.label(item, learner.pool.classes[to]);
}

/** Gives a learner without labels the same answers as these, in their order. */
export async function setAnswersOf(learner: Learner, labels: Labels): Promise<void> {
  for (const { index, counts } of labels.inOrder) await setAnswer(learner, index, counts.indexOf(1));
  for (const aside of ["skipped", "discarded"] as const) {
    for (const item of labels.aside(aside)) await setAnswer(learner, item, aside);
  }
}

/** Puts the labels into the order of the log, which an undo or a change of an earlier answer may have disturbed. */
export async function sortAnswers(learner: Learner, positionOf: (item: number) => number): Promise<void> {
  const now = learner.labels.inOrder;
  const sorted = [...now].sort((a, b) => positionOf(a.index) - positionOf(b.index) || a.index - b.index);
  // What is answered again comes last, so all stay that lie in their order already, up to the first that does not.
  let inOrder = 0;
  for (const { index } of now) if (index === sorted[inOrder].index) inOrder++;
  for (const { index, counts } of sorted.slice(inOrder)) await setAnswer(learner, index, counts.indexOf(1));
}
