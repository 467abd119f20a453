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
 * A number to two digits, as people write it.
 * @example twoDigits(843.2) // "840"
 */
export function twoDigits(value: number): string {
  const text = value.toPrecision(2);
  return text.includes("e") ? String(Number(text)) : text;
}

/**
 * An expected gain above 0 in words, without a verb.
 * @param items The gain summed over all rows.
 */
export function worthWords(project: Pick<Project, "model" | "labels" | "large">, gain: number, items: number): string {
  const rows = rowCount(project);
  switch (riskName(project)) {
    case "error rate":
      return `${twoDigits(100 * gain)} points of error rate, ${twoDigits(items)} of ${rows} rows`;
    case "balanced error":
      return `${twoDigits(100 * gain)} points of balanced error`;
    case "cost":
      return `a cost of ${twoDigits(items)} over all ${rows} rows, ${twoDigits(gain)} a row`;
    case "balanced cost":
      return `a balanced cost of ${twoDigits(gain)}`;
  }
}
