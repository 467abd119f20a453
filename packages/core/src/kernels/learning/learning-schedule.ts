// When a kernel learns. Both functions depend on the number of labelled items alone, so that what is learned depends on
// the answers and their order, not on when somebody asked.

import { itemsOf, type Labels } from "../../labels.ts";

/** When weights are learned again and metrics are fitted again. */
export interface LearningSchedule {
  /** At how many labelled items metrics are fitted, ascending. */
  readonly fitAt: readonly number[];
  /** How many answers later a metric is used. */
  readonly delay: number;
}

/** Up to this many labelled items weights are learned at each; */
const EACH_UP_TO = 30;
/** then at multiples of this; */
const STEP = 5;
/** and from no more than this many, since the evidence compares all pairs of them. */
const MOST = 1000;

/** From this many classes on one more label per class is needed: digits lost by learning earlier (docs/guide/learning.md). */
const MANY_CLASSES = 8;

/** How many labelled items it takes to learn: at least `from`, and this many per class seen. */
export function neededCount(labels: Labels, { from, perClass }: { from: number; perClass: number }): number {
  let classes = 0;
  for (let y = 0; y < labels.classCount; y++) if (itemsOf(labels).some(({ counts }) => counts[y] > 0)) classes++;
  return Math.max(from, classes * (perClass === 0 || classes < MANY_CLASSES ? perClass : perClass + 1));
}

/** From how many of the first labelled items the weights are learned when there are `count`. */
export function weighedCount(count: number, { fitAt, delay }: LearningSchedule): number {
  if (count <= EACH_UP_TO) return count;
  const step = count - (count % STEP);
  const fitted = fitAt.reduce((last, at) => (at + delay <= count ? at + delay : last), 0);
  return Math.min(MOST, Math.max(step, fitted));
}

/** On how many of the first labelled items the metric in use was fitted; 0 before the first metric. */
export function fittedCount(count: number, { fitAt, delay }: LearningSchedule): number {
  return fitAt.reduce((last, at) => (at + delay <= count ? at : last), 0);
}
