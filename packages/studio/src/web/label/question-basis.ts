// What decides which items are asked for, besides the answers. When it changes, whoever changed it and by whatever event
// (undo included), the items that a window has in hand are no longer the best ones.
import type { Folded } from "../../protocol/fold.ts";

/** The basis of the questions as text: two states with the same text and the same answers ask for the same items. */
export function questionBasis({ settings, columns, classes, addedRows }: Readonly<Folded>): string {
  const { model, measuring = false, checkShare, errorCosts = {} } = settings;
  const { measure = "mean", labelCostRule = null, weighAnswers = true } = settings;
  const sorted = (entries: readonly unknown[]) => entries.map((entry) => JSON.stringify(entry)).sort();
  return JSON.stringify([
    [model ?? null, measuring, checkShare ?? null, addedRows, measure, labelCostRule, weighAnswers],
    sorted(Object.entries(errorCosts)),
    sorted([...columns].filter(([, use]) => use !== "learned")),
    sorted([...classes].map(([id, { retired = false, into = null }]) => [id, retired, into])),
  ]);
}
