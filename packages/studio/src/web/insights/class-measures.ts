// What a confusion table says of each class as much as of another.

import type { ConfusionCounts } from "../../protocol/messages.ts";

/** Balanced error and macro F1 of a confusion table, [answered][predicted]; null where nothing was answered. */
export function classMeasures(
  confusion: ConfusionCounts,
): { readonly balancedError: number; readonly macroF1: number } | null {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const rows = Object.values(confusion);
  const ids = new Set([...Object.keys(confusion), ...rows.flatMap(Object.keys)].map(Number));
  const classes = [...ids].map((id) => {
    const row = confusion[id] ?? {};
    return { hits: row[id] ?? 0, met: sum(Object.values(row)), said: sum(rows.map((other) => other[id] ?? 0)) };
  });
  const met = classes.filter((one) => one.met > 0);
  if (met.length === 0) return null;
  return {
    balancedError: 1 - sum(met.map((one) => one.hits / one.met)) / met.length,
    macroF1: sum(classes.map((one) => (2 * one.hits) / (one.met + one.said))) / classes.length,
  };
}
