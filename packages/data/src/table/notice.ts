// What a reader or a recipe reports without rejecting: how it read something ambiguous, what it changed or left out.

/** One sentence about a column or some lines. */
export interface Notice {
  /** A word for programs, such as "missing-marker" or "constant-column". */
  readonly code: string;
  /** One sentence for people; it names lines and columns where there are some. */
  readonly message: string;
  readonly column?: string;
  /** The first lines concerned, from 1. */
  readonly lines?: readonly number[];
}

/** How many line numbers a message lists before it says how many more there are. */
const LISTED = 5;

/** Where a row stands in its file, for messages: on a line, in a row of a sheet, or just the row's number from 0. */
export interface Places {
  readonly word: "line" | "sheet row" | "row";
  readonly of: (row: number) => number;
}

/** The rows of formats without lines. */
export const plainRows: Places = { word: "row", of: (row) => row };

/**
 * Line numbers as words.
 * @example linesInWords([3, 7], 2) // "lines 3 and 7"
 */
export function linesInWords(first: readonly number[], count = first.length, word: string = "line"): string {
  const listed = first.slice(0, LISTED);
  if (count === 1) return `${word} ${listed[0]}`;
  if (count > listed.length) return `${word}s ${listed.join(", ")} and ${count - listed.length} more`;
  return `${word}s ${listed.slice(0, -1).join(", ")} and ${listed[listed.length - 1]}`;
}

/** Says in how many rows of a column the digits of a decimal number did not fit into a double. */
export function roundedNotice(column: string, count: number): Notice {
  const rows = `${count} ${count === 1 ? "row" : "rows"}`;
  const message = `column ${JSON.stringify(column)}: numbers with more digits than can be kept were rounded in ${rows}`;
  return { code: "long-number", message, column };
}
