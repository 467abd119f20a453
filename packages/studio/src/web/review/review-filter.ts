// Which items the review page shows, and in which order.

import { isUnsettled } from "../../protocol/agreement-of.ts";
import type { Fact, Folded } from "../../protocol/fold.ts";
import type { Predictions, ProjectInfo } from "../../protocol/messages.ts";

export interface ReviewFilter {
  show: "labelled" | "suspicious" | "disputed" | "skipped" | "discarded" | "unlabelled" | "everything";
  /** A class index, or -1 for any. */
  label: number;
  predicted: number;
  /** Only where the model is less than 60 % sure. */
  low: boolean;
  /** Somebody who has answered, or empty for anybody. */
  by: string;
  order: "latest" | "confidence" | "gain" | "contradiction";
}

const LOW = 0.6;
/** A label is suspicious when the others speak twice as much for another class; less is everyday doubt (decision 0152). */
const SUSPICIOUS = 1 / 2;

/** The items that fit, in order. `found` and `chosen` restrict them where given. */
export function chosenItems(
  info: Pick<ProjectInfo, "itemCount">,
  { facts, opinions }: Pick<Folded, "facts" | "opinions">,
  predictions: Predictions | null,
  filter: ReviewFilter,
  found: ReadonlySet<number> | null,
  chosen: readonly number[] | null,
): number[] {
  const candidates =
    chosen ?? (filter.show === "unlabelled" || filter.show === "everything" ? all(info.itemCount) : [...facts.keys()]);
  const fits = (item: number) => {
    const to = facts.get(item)?.to;
    if (found !== null && !found.has(item)) return false;
    if (filter.by !== "" && opinions.get(item)?.has(filter.by) !== true) return false;
    if (filter.label >= 0 && to !== filter.label) return false;
    if (filter.predicted >= 0 && predictions?.predicted[item] !== filter.predicted) return false;
    if (filter.low && sureness(predictions, item) >= LOW) return false;
    switch (filter.show) {
      case "everything":
        return true;
      case "unlabelled":
        return to === undefined;
      case "labelled":
        return typeof to === "number";
      case "disputed":
        return isUnsettled({ facts, opinions }, item);
      case "suspicious":
        return isSuspicious(to, predictions, item);
      default:
        return to === filter.show;
    }
  };
  return candidates.filter(fits).sort(orderOf(facts, predictions, filter.order));
}

/** Whether the other labels contradict an item's own. */
export function isSuspicious(to: Fact["to"] | undefined, predictions: Predictions | null, item: number): boolean {
  return typeof to === "number" && (predictions?.contradiction[item] ?? 0) >= SUSPICIOUS;
}

/** How sure the model is of an item; as sure as can be where nothing is known, such as of rows that were just added. */
function sureness(predictions: Predictions | null, item: number): number {
  return predictions?.probability[item] ?? 1;
}

function orderOf(facts: ReadonlyMap<number, Fact>, predictions: Predictions | null, order: ReviewFilter["order"]) {
  if (order === "contradiction") {
    const against = (item: number) => predictions?.contradiction[item] ?? 0;
    return (a: number, b: number) => against(b) - against(a) || a - b;
  }
  if (order === "confidence") {
    return (a: number, b: number) => sureness(predictions, a) - sureness(predictions, b) || a - b;
  }
  if (order === "gain") {
    return (a: number, b: number) => (predictions?.usefulness?.[b] ?? 0) - (predictions?.usefulness?.[a] ?? 0) || a - b;
  }
  return (a: number, b: number) => (facts.get(b)?.order ?? 0) - (facts.get(a)?.order ?? 0) || a - b;
}

function all(count: number): number[] {
  return Array.from({ length: count }, (_, item) => item);
}
