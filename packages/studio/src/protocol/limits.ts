// What settings and searches may be, for the forms of the page and for the schema alike. Without the schemas, which the page does not
// need.
import type { Settings } from "./events.ts";

/** What one label or one wrong prediction may cost, in the person's own unit. */
export const MOST_COST = 1e9;
/** How long the rule may be that says what the label of an item costs. */
export const MOST_RULE_LENGTH = 1000;
/** What an error or a cost is the mean of: items, or classes. */
export const MEASURES = ["mean", "balanced"] as const;
/** The largest share of checks, and of items asked twice. */
export const MOST_SHARE = 0.5;
/** The largest error that a guarantee may be asked for. */
export const MOST_TARGET = 0.5;
export const MOST_GUIDELINES_LENGTH = 100_000;
export const MOST_HIGHLIGHT_LENGTH = 200;
/** How many items one event can change. */
export const MOST_CHANGED_ITEMS = 100_000;
export const MOST_HIDDEN_COLUMNS = 10_000;
/** How long a text may be that items are searched for. */
export const MOST_SEARCH_LENGTH = 200;

/** The first setting that the log would not take, or null when all are fine. */
export function settingsFault(settings: Settings): keyof Settings | null {
  const { labelCost = null, errorCost = null, checkShare = 0, secondShare = 0, guidelines = "" } = settings;
  const isWithin = (value: number | null, most: number) => value === null || (value >= 0 && value <= most);
  if (!isWithin(labelCost, MOST_COST)) return "labelCost";
  if (!isWithin(errorCost, MOST_COST)) return "errorCost";
  if (!Object.values(settings.errorCosts ?? {}).every((cost) => isWithin(cost, MOST_COST))) return "errorCosts";
  if (!isWithin(checkShare, MOST_SHARE)) return "checkShare";
  if (!isWithin(secondShare, MOST_SHARE)) return "secondShare";
  if ((settings.labelCostRule ?? "").length > MOST_RULE_LENGTH) return "labelCostRule";
  const { targetError = null, targetCost = null } = settings;
  if (targetError !== null && !(targetError > 0 && targetError <= MOST_TARGET)) return "targetError";
  if (targetCost !== null && !(targetCost > 0 && targetCost <= MOST_COST)) return "targetCost";
  if (guidelines.length > MOST_GUIDELINES_LENGTH) return "guidelines";
  if ((settings.highlight ?? "").length > MOST_HIGHLIGHT_LENGTH) return "highlight";
  return (settings.hiddenColumns ?? []).length > MOST_HIDDEN_COLUMNS ? "hiddenColumns" : null;
}
