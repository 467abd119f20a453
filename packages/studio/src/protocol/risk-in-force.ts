// What decides among the classes of now: errors, what they cost, or the balanced error. Above some number of classes the
// engine has no fast way for the last two, and a question would take minutes (decision 0301). A change that leads there is
// rejected; where a log has one all the same, errors decide, and the settings say so.
import { MAX_COST_CLASSES } from "@xpal/core/check";
import { costRows } from "./error-costs.ts";
import type { Settings } from "./events.ts";

/** The settings that ask for costs or the balanced error. */
export type RiskSettings = Pick<Settings, "errorCosts" | "measure">;

/** What counts among some classes: costs, true class in rows, or null for errors; and what they are the mean of. */
export interface RiskInForce {
  readonly costs: number[][] | null;
  readonly measure: "mean" | "balanced";
}

/** What the settings come to; `ids` are those of the classes that can be answers. */
export function riskInForce({ errorCosts, measure = "mean" }: RiskSettings, ids: readonly number[]): RiskInForce {
  if (ids.length > MAX_COST_CLASSES) return { costs: null, measure: "mean" };
  return { costs: costRows(errorCosts, ids), measure };
}

/** Why the settings cannot be followed among so many classes, in one sentence; null where they can. */
export function riskRejection({ errorCosts, measure }: RiskSettings, ids: readonly number[]): string | null {
  const { length: count } = ids;
  if (count <= MAX_COST_CLASSES) return null;
  if (measure !== "balanced" && costRows(errorCosts, ids) === null) return null;
  const rule = `costs and the balanced error are for at most ${MAX_COST_CLASSES} classes, not for ${count}`;
  return `${rule}: a question would take minutes; merge or retire rare classes, or let all errors count the same`;
}
