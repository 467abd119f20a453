import type { AnsweredItem } from "../../labels.ts";

/** How many classes the answers to some items name. */
export function classesIn(items: readonly AnsweredItem[]): number {
  return items[0].counts.filter((_, y) => items.some(({ counts }) => counts[y] > 0)).length;
}
