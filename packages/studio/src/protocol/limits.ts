// What settings and searches may be, for the forms of the page and for the schema alike. Without the schemas, which the page does not
// need.
import type { Settings } from "./events.ts";

/** What one label or one wrong prediction may cost, in the person's own unit. */
export const MAX_COST = 1e9;
/** How long the rule may be that says what the label of an item costs. */
export const MAX_RULE_LENGTH = 1000;
/** What an error or a cost is the mean of: items, or classes. */
export const MEASURES = ["mean", "balanced"] as const;
/** The largest share of checks, and of items asked twice. */
export const MAX_SHARE = 0.5;
/** The largest error that a guarantee may be asked for. */
export const MAX_TARGET = 0.5;
export const MAX_GUIDELINES_LENGTH = 100_000;
export const MAX_HIGHLIGHT_LENGTH = 200;
/** How long the question above the answers may be. */
export const MAX_QUESTION_LENGTH = 200;
/** How many items one event can change. */
export const MAX_CHANGED_ITEMS = 100_000;
export const MAX_HIDDEN_COLUMNS = 10_000;
/** How long a removed project stays in the bin. */
export const BIN_DAYS = 30;
/** How long a text may be that items are searched for. */
export const MAX_SEARCH_LENGTH = 200;

/** The first setting that the log would not take, or null when all are fine. */
export function settingsFault(settings: Settings): keyof Settings | null {
  const { labelCost = null, errorCost = null, checkShare = 0, secondShare = 0, guidelines = "" } = settings;
  const isWithin = (value: number | null, most: number) => value === null || (value >= 0 && value <= most);
  if (!isWithin(labelCost, MAX_COST)) return "labelCost";
  if (!isWithin(errorCost, MAX_COST)) return "errorCost";
  if (!Object.values(settings.errorCosts ?? {}).every((cost) => isWithin(cost, MAX_COST))) return "errorCosts";
  if (!isWithin(checkShare, MAX_SHARE)) return "checkShare";
  if (!isWithin(secondShare, MAX_SHARE)) return "secondShare";
  if ((settings.labelCostRule ?? "").length > MAX_RULE_LENGTH) return "labelCostRule";
  const { targetError = null, targetCost = null } = settings;
  if (targetError !== null && !(targetError > 0 && targetError <= MAX_TARGET)) return "targetError";
  if (targetCost !== null && !(targetCost > 0 && targetCost <= MAX_COST)) return "targetCost";
  if (guidelines.length > MAX_GUIDELINES_LENGTH) return "guidelines";
  if ((settings.highlight ?? "").length > MAX_HIGHLIGHT_LENGTH) return "highlight";
  return (settings.hiddenColumns ?? []).length > MAX_HIDDEN_COLUMNS ? "hiddenColumns" : null;
}
