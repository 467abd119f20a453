// What the labels of a project's open items would cost by a column or a rule, refused before it is stored where an item has no
// cost above 0.
import { labelCostsOf } from "@xpal/data";
import type { StudioEvent } from "../../protocol/events.ts";
import type { LabelCosts } from "../../protocol/messages.ts";
import { StudioError } from "../studio-error.ts";
import type { OpenProject } from "./open-project.ts";

type Items = Pick<OpenProject, "table" | "isOpen">;

/**
 * The least, mean and largest cost of an open item's label.
 * @throws XpalError if the rule cannot be read, or an open item has no cost above 0.
 */
export function checkedLabelCosts(items: Items, rule: string): LabelCosts {
  const costs = costsOf(items, rule).filter((_, item) => items.isOpen(item));
  if (costs.length === 0)
    throw new StudioError("bad-state", "every item has an answer, so there is no label left to set a cost for");
  return {
    least: costs.reduce((least, cost) => Math.min(least, cost)),
    mean: costs.reduce((sum, cost) => sum + cost / costs.length, 0),
    largest: costs.reduce((most, cost) => Math.max(most, cost)),
  };
}

/** Refuses settings whose rule does not fit the items. */
export function checkLabelCostRules(items: Items, events: readonly StudioEvent[]): void {
  for (const { kind, body } of events) {
    if (kind === "settings" && typeof body.labelCostRule === "string") costsOf(items, body.labelCostRule);
  }
}

function costsOf(items: Items, rule: string): Float64Array {
  return labelCostsOf("studio", items.table, rule, (item) => items.isOpen(item));
}
