// What an answer is worth, in words: points of error rate, or where errors have costs a cost.
import type { Project } from "./open-project.ts";
import { rowCount } from "./suggestions.ts";

export type RiskName = "cost" | "error rate" | "balanced error" | "balanced cost";

/** What a gain is a gain of. */
export function riskName({ model: risk }: Pick<Project, "model">): RiskName {
  const balanced = risk.measure === "balanced";
  if (risk.lossMatrix !== undefined) return balanced ? "balanced cost" : "cost";
  return balanced ? "balanced error" : "error rate";
}

/**
 * An expected gain above 0 in words, without a verb.
 * @param items The gain summed over all rows.
 */
export function worthWords(project: Pick<Project, "model" | "labels" | "large">, gain: number, items: number): string {
  const rows = rowCount(project);
  switch (riskName(project)) {
    case "error rate":
      return `${(100 * gain).toPrecision(2)} points of error rate, ${items.toPrecision(2)} of ${rows} rows`;
    case "balanced error":
      return `${(100 * gain).toPrecision(2)} points of balanced error`;
    case "cost":
      return `a cost of ${items.toPrecision(2)} over all ${rows} rows, ${gain.toPrecision(2)} a row`;
    case "balanced cost":
      return `a balanced cost of ${gain.toPrecision(2)}`;
  }
}
