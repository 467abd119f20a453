// What is odd about the cells of a label column: words that were read as "no label", spaces that were removed, names
// that differ only in case or are the same number, and measurements rather than classes.
import { reject } from "@xpal/core/check";
import { numberUnder } from "../formats/cells/quantity.ts";
import { linesInWords, type Notice } from "../table/notice.ts";
import { parseDate } from "../table/parse-date.ts";
import type { Column, Table } from "../table/table.ts";
import { classNumber } from "./class-number.ts";
import { labelCell, labelText } from "./label-text.ts";

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
const MAX_NAMED = 5;

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
  if (label !== null && label !== text.trim()) return; // the same number as a class
  const cells = label === null ? markers : spaces;
  cells.count++;
  if (cells.rows.length < MAX_NAMED) cells.rows.push(row);
  if (cells.words.length < MAX_NAMED && !cells.words.includes(text)) cells.words.push(text);
}

/** Says what was read differently from how it is written. */
export function labelNotices(table: Table, column: Column, classes: readonly string[]): Notice[] {
  const odd = noOddLabels();
  const spellings = new Map<string, Set<string>>();
  for (let row = 0; row < table.rows; row++) {
    const cell = labelCell(column, row);
    const label = labelText(column, row, classes);
    noteLabel(odd, cell, label, row);
    if (cell === null || label === null) continue;
    if (!spellings.has(label)) spellings.set(label, new Set());
    spellings.get(label)?.add(cell.trim());
  }
  return [...oddNotices(column.name, odd, table), ...caseNotices(column, classes), ...joinedNotices(column, spellings)];
}

/**
 * The notices about odd cells.
 * @param file The line of each row, where the file has lines.
 */
export function oddNotices(
  name: string,
  { markers, spaces }: OddLabels,
  file: Pick<Table, "lines" | "lineWord"> = {},
): Notice[] {
  const say = (code: string, { count, words, rows }: OddCells, sentence: string): Notice[] => {
    if (count === 0) return [];
    const lines = rows.map((row) => file.lines?.[row] ?? row);
    const where = linesInWords(lines, count, file.lines === undefined ? "row" : (file.lineWord ?? "line"));
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
    const value = classNumber(name);
    const key = Number.isNaN(value) ? bare(name) : `number ${value + 0}`;
    spellings.set(key, [...(spellings.get(key) ?? []), name]);
  }
  return [...spellings.values()].flatMap((names) => {
    if (names.length === 1) return [];
    const listed = names.map((name) => JSON.stringify(name)).join(" and ");
    const message = `column ${JSON.stringify(column.name)}: ${listed} differ only in how they are written and are different classes; write them alike if one is meant`;
    return [{ code: "similar-classes", message, column: column.name }];
  });
}

function bare(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}

/** Classes that were declared, and have cells that write their number in several ways. */
function joinedNotices(column: Column, spellings: ReadonlyMap<string, ReadonlySet<string>>): Notice[] {
  return [...spellings].flatMap(([label, cells]) => {
    if (cells.size === 1) return [];
    const listed = Array.from(cells, (cell) => JSON.stringify(cell)).join(" and ");
    const message = `column ${JSON.stringify(column.name)}: ${listed} are the same number and count as the class ${JSON.stringify(label)}; declare each of them if they are different classes`;
    return [{ code: "joined-classes", message, column: column.name }];
  });
}

/** Numbers with a fraction are hardly classes from this many different ones on. */
const MIN_MEASURED = 10;
/** Whole numbers may be codes; that many different ones in so few rows are not. */
const MIN_COUNTED = 30;

/**
 * What there is to say about labels that are texts: numbers or dates among them are judged as such, and where nearly every label
 * is another one it is said, since units and single words make texts of measurements.
 * @param labels How many rows have each label.
 * @throws XpalError as `rejectMeasurements`.
 */
export function textLabelNotices(name: string, labels: ReadonlyMap<string, number>, source?: string): Notice[] {
  const labelled = [...labels.values()].reduce((sum, count) => sum + count, 0);
  if (labels.size <= MIN_MEASURED) return [];
  const names = [...labels.keys()];
  for (const [type, numberOf] of READINGS) {
    const distinct = [...new Set(names.map(numberOf))];
    if (distinct.some((value) => Number.isNaN(value))) continue;
    rejectMeasurements({ name, type, distinct, labelled, ...(source === undefined ? {} : { source }) });
  }
  if (labels.size <= MIN_COUNTED || labels.size <= labelled / 2) return [];
  const listed = names
    .slice(0, 3)
    .map((label) => JSON.stringify(label))
    .join(", ");
  const message = `column ${JSON.stringify(name)} holds ${labels.size} different labels in ${labelled} labelled rows (${listed}, ...), which are hardly classes; name another label column, or declare the classes`;
  return [{ code: "many-classes", message, column: name }];
}

/** How a label may be a measurement. */
const READINGS: readonly (readonly ["number" | "date", (label: string) => number])[] = [
  ["number", (label) => numberUnder(label, ".")],
  ["number", (label) => numberUnder(label, ",")],
  ["date", parseDate],
];

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
 * Rejects a column of measurements.
 * @throws XpalError if its numbers have too many different values to be classes.
 */
export function rejectMeasurements({ name, type, source, distinct, labelled }: LabelValues): void {
  const count = distinct.length;
  const whole = type === "number" && distinct.every((value) => Number.isInteger(value));
  const many = whole ? count > MIN_COUNTED && count > labelled / 2 : count > MIN_MEASURED && count > labelled / 5;
  if (!many) return;
  const what = type === "date" ? "dates" : "numbers";
  reject(
    "fitRecipe",
    `column ${JSON.stringify(name)}${source === undefined ? "" : ` of ${source}`}`,
    `must hold classes, but it holds ${count} different ${what} in ${labelled} labelled rows`,
    undefined,
    "cut the numbers into ranges, name another label column, or declare the classes",
  );
}
