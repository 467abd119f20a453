// What the settings of a project say of errors and labels, as its scoring thread is opened with it.
import type { Settings } from "../../protocol/events.ts";
import { riskInForce } from "../../protocol/risk-in-force.ts";
import type { ScorerSpec } from "../scoring/scoring-calls.ts";

/** The part of a scorer's spec that settings may change; `ids` are those of the classes that can be answers. */
export function scoredRisk(
  { labelCostRule = null, ...settings }: Settings,
  ids: readonly number[],
): Pick<ScorerSpec, "costs" | "measure" | "labelCostRule"> {
  return { ...riskInForce(settings, ids), labelCostRule };
}
