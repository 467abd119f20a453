// Settings of costs that do not fit a project's items are rejected before they are stored: a column or rule by which an open
// item has no cost above 0, and costs among so many classes that a question would take minutes.
import { labelCostsOf } from "@xpal/data";
import type { StudioEvent } from "../../protocol/events.ts";
import type { LabelCosts } from "../../protocol/messages.ts";
import { riskRejection } from "../../protocol/risk-in-force.ts";
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

/** Rejects settings that do not fit the items and classes. */
export function checkRisk(project: Items & Pick<OpenProject, "classes">, events: readonly StudioEvent[]): void {
  for (const { kind, body } of events) {
    if (kind !== "settings") continue;
    if (typeof body.labelCostRule === "string") costsOf(project, body.labelCostRule);
    const why = riskRejection(body, liveIds(project.classes));
    // Not "bad-state", which a page takes for passing: it would send this, and what waits behind it, again for ever.
    if (why !== null) throw new StudioError("bad-argument", why);
  }
}

function liveIds(classes: OpenProject["classes"]): number[] {
  return classes.filter(({ live }) => live).map(({ id }) => id);
}

function costsOf(items: Items, rule: string): Float64Array {
  return labelCostsOf("studio", items.table, rule, (item) => items.isOpen(item));
}
