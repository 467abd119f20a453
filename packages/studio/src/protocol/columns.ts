// What people say about the columns by which items are compared. (The page imports this file, so it stays free of schemas.)

/** learned: the answers say how much it counts; ignored: it is left out; pinned: it counts at least as much as at the start. */
export const COLUMN_USES = ["learned", "ignored", "pinned"] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

/** The columns of a project with another use than at its beginning. */
export type ColumnChoices = ReadonlyMap<string, ColumnUse>;

/** A change of one column. */
export interface ColumnChange {
  readonly column: string;
  readonly use: ColumnUse;
}

/** The columns with a use, in the order in which they were chosen. */
export function columnsUsed(choices: ColumnChoices, use: ColumnUse): string[] {
  return [...choices].filter(([, one]) => one === use).map(([column]) => column);
}

/** Why a change of a column cannot follow, or null; `compared` are the columns that items can be compared by. */
export function columnRejection(
  compared: readonly string[],
  choices: ColumnChoices,
  change: ColumnChange,
): string | null {
  if (!compared.includes(change.column)) return `items are not compared by a column ${JSON.stringify(change.column)}`;
  return columnsFault(compared, new Map([...choices, [change.column, change.use]]));
}

/** Why a project cannot use its columns in this way, or null. */
export function columnsFault(compared: readonly string[], choices: ColumnChoices): string | null {
  if (compared.some((column) => choices.get(column) !== "ignored")) return null;
  return "at least one column must be left to compare items by";
}
