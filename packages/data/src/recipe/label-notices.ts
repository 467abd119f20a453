// What is odd about the cells of a label column: words that were read as "no label", spaces that were removed, names
// that differ only in case, and numbers that are measurements rather than classes.
import { refuse } from "xpal/check";
import { linesInWords, type Notice } from "../table/notice.ts";
import { type Column, cellText, type Table } from "../table/table.ts";
import { labelText } from "./label-text.ts";

/** Cells that are read otherwise than they are written: how many, and the first of them. */
interface OddCells {
  count: number;
  readonly words: string[];
  readonly rows: number[];
}

/** Cells of a label column that count as not labelled, and those whose spaces are removed. */
export interface OddLabels {
  readonly markers: OddCells;
  readonly spaces: OddCells;
}

/** So many cells and words are named. */
const MOST_NAMED = 5;

/** Nothing odd so far. */
export function noOddLabels(): OddLabels {
  return { markers: { count: 0, words: [], rows: [] }, spaces: { count: 0, words: [], rows: [] } };
}

/** Takes note of a cell that is read otherwise than it is written. */
export function noteLabel(
  { markers, spaces }: OddLabels,
  text: string | null,
  label: string | null,
  row: number,
): void {
  if (text === null || label === text || text.trim() === "") return;
  const cells = label === null ? markers : spaces;
  cells.count++;
  if (cells.rows.length < MOST_NAMED) cells.rows.push(row);
  if (cells.words.length < MOST_NAMED && !cells.words.includes(text)) cells.words.push(text);
}

/** Says what was read differently from how it is written. */
export function labelNotices(table: Table, column: Column, classes: readonly string[]): Notice[] {
  const odd = noOddLabels();
  for (let row = 0; row < table.rows; row++) {
    noteLabel(odd, cellText(column, row), labelText(column, row, classes), row);
  }
  return [...oddNotices(column.name, odd, table.lines), ...caseNotices(column, classes)];
}

/**
 * The notices about odd cells.
 * @param fileLines The line of each row, where the file has lines.
 */
export function oddNotices(name: string, { markers, spaces }: OddLabels, fileLines?: Uint32Array): Notice[] {
  const say = (code: string, { count, words, rows }: OddCells, sentence: string): Notice[] => {
    if (count === 0) return [];
    const lines = rows.map((row) => fileLines?.[row] ?? row);
    const where = linesInWords(lines, count, fileLines === undefined ? "row" : "line");
    const listed = words.map((word) => JSON.stringify(word)).join(", ");
    return [
      { code, message: `column ${JSON.stringify(name)}: ${listed} ${sentence} in ${where}`, column: name, lines },
    ];
  };
  return [
    ...say("missing-marker", markers, "counts as not labelled; declare the classes if it is one,"),
    ...say("label-spaces", spaces, "was read without the spaces around it"),
  ];
}

function caseNotices(column: Column, classes: readonly string[]): Notice[] {
  const spellings = new Map<string, string[]>();
  for (const name of classes) {
    const key = name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
    spellings.set(key, [...(spellings.get(key) ?? []), name]);
  }
  return [...spellings.values()].flatMap((names) => {
    if (names.length === 1) return [];
    const listed = names.map((name) => JSON.stringify(name)).join(" and ");
    const message = `column ${JSON.stringify(column.name)}: ${listed} differ only in how they are written and are different classes; write them alike if one is meant`;
    return [{ code: "similar-classes", message, column: column.name }];
  });
}

/** Numbers with a fraction are hardly classes from this many different ones on. */
const FEWEST_MEASURED = 10;
/** Whole numbers may be codes; that many different ones in so few rows are not. */
const FEWEST_COUNTED = 30;

/** The values of a label column of numbers or dates. */
export interface LabelValues {
  readonly name: string;
  readonly type: "number" | "date";
  readonly source?: string;
  /** Each value once. */
  readonly distinct: readonly number[];
  /** How many rows have one. */
  readonly labelled: number;
}

/**
 * Refuses a column of measurements.
 * @throws XpalError if its numbers have too many different values to be classes.
 */
export function refuseMeasurements({ name, type, source, distinct, labelled }: LabelValues): void {
  const count = distinct.length;
  const whole = type === "number" && distinct.every((value) => Number.isInteger(value));
  const many = whole ? count > FEWEST_COUNTED && count > labelled / 2 : count > FEWEST_MEASURED && count > labelled / 5;
  if (!many) return;
  const what = type === "date" ? "dates" : "numbers";
  refuse(
    "fitRecipe",
    `column ${JSON.stringify(name)}${source === undefined ? "" : ` of ${source}`}`,
    `must hold classes, but it holds ${count} different ${what} in ${labelled} labelled rows`,
    undefined,
    "cut the numbers into ranges, name another label column, or declare the classes",
  );
}
