// The answers that follow from the entries of a journal: the last entry of each row counts.

/** What a line of a journal says of a check: what was predicted before the answer, and by which model. */
interface Checked {
  readonly asked?: "check";
  readonly predicted?: string;
  readonly model?: string;
}

/** One line of a journal. */
export type Entry =
  | ({ readonly row: number; readonly label: string } & Checked)
  | ({ readonly row: number; readonly skip: true } & Checked)
  | { readonly row: number; readonly undo: true };

/** The answers that are valid now. */
export interface Answers {
  readonly labels: ReadonlyMap<number, string>;
  readonly skipped: ReadonlySet<number>;
  /** The rows that have an answer or were skipped, in the order in which that happened. */
  readonly order: readonly number[];
  /** The rows among them that were checks, with what was predicted and by which model. */
  readonly checks: ReadonlyMap<number, { readonly predicted: string; readonly model: string }>;
}

/**
 * Folds entries into answers.
 * @example foldEntries([{ row: 3, label: "a" }, { row: 3, undo: true }]).labels.size // 0
 */
export function foldEntries(entries: Iterable<Entry>): Answers {
  const labels = new Map<number, string>();
  const skipped = new Set<number>();
  const order = new Set<number>();
  const checks = new Map<number, { predicted: string; model: string }>();
  for (const entry of entries) {
    labels.delete(entry.row);
    skipped.delete(entry.row);
    order.delete(entry.row);
    checks.delete(entry.row);
    if ("undo" in entry) continue;
    order.add(entry.row);
    if ("label" in entry) labels.set(entry.row, entry.label);
    else skipped.add(entry.row);
    const { asked, predicted = "", model = "" } = entry;
    if (asked === "check") checks.set(entry.row, { predicted, model });
  }
  return { labels, skipped, order: [...order], checks };
}
