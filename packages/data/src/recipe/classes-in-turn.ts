// The order in which a kernel learns from rows that came with labels. Metrics are fitted on the rows that were answered
// first, and files are often sorted by class: in the order of the file the first of them would tell of one class only.
import { reject } from "@xpal/core/check";
import { UNLABELLED } from "./label-encoder.ts";

/**
 * The labelled rows, one of each class in turn, each class in the order of the file.
 * @param labels The class index of each row, or UNLABELLED.
 * @throws XpalError if the labels are not as `applyRecipe` gives them.
 * @example classesInTurn(Int32Array.of(0, 0, UNLABELLED, 1)) // [0, 3, 1]
 */
export function classesInTurn(labels: Int32Array): number[] {
  if (!(labels instanceof Int32Array)) reject("classesInTurn", "labels", "must be the labels of applyRecipe", labels);
  const turns = new Map<number, number>();
  const rows: { readonly row: number; readonly turn: number }[] = [];
  labels.forEach((label, row) => {
    if (label === UNLABELLED) return;
    const turn = turns.get(label) ?? 0;
    turns.set(label, turn + 1);
    rows.push({ row, turn });
  });
  rows.sort((a, b) => a.turn - b.turn || a.row - b.row);
  return rows.map(({ row }) => row);
}
