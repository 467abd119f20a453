// The labelled rows in the order in which a kernel learns from them: metrics are fitted on the rows that were answered
// first. Rows that are labelled in the file come before the journal's, class by class in turn, since files are often
// sorted by class; then the journal's in the order of its answers.
import { classesInTurn, UNLABELLED } from "@xpal/data";

/** What is known of a file's rows. */
interface LabelledRows {
  /** The class index of each row, or UNLABELLED. */
  readonly labels: Int32Array;
  readonly answers: { readonly labels: ReadonlyMap<number, string> };
}

/** The labelled rows, in this order. */
export function labelledInOrder({ labels, answers }: LabelledRows): number[] {
  const inFile = classesInTurn(labels.map((label, row) => (answers.labels.has(row) ? UNLABELLED : label)));
  const answered = [...answers.labels.keys()].filter((row) => labels[row] !== UNLABELLED);
  return [...inFile, ...answered];
}
