import { checkParts } from "@xpal/core/check";
import type { StrategyCard } from "../../records/experiment.ts";

/**
 * Whether a strategy is a baseline that is shown all labels: a bound for the others, not a competitor.
 * @example knowsLabels({ key: "xpal", title: "xPAL", options: {} }) // false
 */
export function knowsLabels(card: StrategyCard): boolean {
  checkParts("knowsLabels", "card", card, "the card of a strategy", ["key"]);
  const { key, knowsLabels: marked = false } = card;
  return marked || key === "greedyAll";
}

/**
 * A strategy's title; for a baseline that is shown the labels the title says so.
 * @example honestTitle({ key: "greedyAll", title: "GREEDY-ALL", options: {} }) // "GREEDY-ALL (knows the labels)"
 */
export function honestTitle(card: StrategyCard): string {
  return knowsLabels(card) ? `${card.title} (knows the labels)` : card.title;
}
