// The labelled rows in the order in which a kernel learns from them: metrics are fitted on the rows that were answered
// first. Rows that are labelled in the file come before the journal's, class by class in turn, since files are often
// sorted by class; then the journal's in the order of its answers.
import { UNLABELLED } from "@xpal/data";

/** What is known of a file's rows. */
interface LabelledRows {
  /** The class index of each row, or UNLABELLED. */
  readonly labels: Int32Array;
  readonly answers: { readonly labels: ReadonlyMap<number, string> };
}

/** The labelled rows, in this order. */
export function labelledInOrder({ labels, answers }: LabelledRows): number[] {
  const turns = new Map<number, number>();
  const inFile: { readonly row: number; readonly turn: number }[] = [];
  labels.forEach((label, row) => {
    if (label === UNLABELLED || answers.labels.has(row)) return;
    const turn = turns.get(label) ?? 0;
    turns.set(label, turn + 1);
    inFile.push({ row, turn });
  });
  inFile.sort((a, b) => a.turn - b.turn || a.row - b.row);
  const answered = [...answers.labels.keys()].filter((row) => labels[row] !== UNLABELLED);
  return [...inFile.map(({ row }) => row), ...answered];
}
