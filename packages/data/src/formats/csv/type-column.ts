// What a column of words is after all: numbers with marks or missing-value words in it, dates, or text. Every doubt
// ends in a notice that names lines; a doubt that would change numbers ends in a rejection (see read-csv.ts).
import { linesInWords, type Notice, type Places } from "../../table/notice.ts";
import { isLocalDate, parseDate } from "../../table/parse-date.ts";
import type { Column } from "../../table/table.ts";
import { isMissingMarker } from "./missing-marker.ts";
import { type DecimalMark, numberReading, numberUnder } from "./number-format.ts";

/** A typed column and what to say about it. */
export interface TypedColumn {
  readonly column: Column;
  readonly notices: readonly Notice[];
}

type Cells = readonly (string | null)[];

/** The share of number-like cells from which on a text column gets a notice about the others. */
const ALMOST = 0.8;

/** Types a column of cells under the file's decimal mark. */
export function typeColumn(name: string, cells: Cells, decimal: DecimalMark, places: Places): TypedColumn {
  const reading = numberReading(cells);
  if (decimal === "." ? reading.point : reading.comma) return numberColumn(name, cells, decimal, places);
  return (
    dateColumn(name, cells) ?? { column: { name, type: "text", values: cells }, notices: doubts(name, cells, places) }
  );
}

function numberColumn(name: string, cells: Cells, decimal: DecimalMark, places: Places): TypedColumn {
  const values = new Float64Array(cells.length);
  const marked: number[] = [];
  const grouped: number[] = [];
  const plain = decimal === "." ? /^[^, \u00a0\u202f'’]*$/ : /^[^. \u00a0\u202f'’]*$/;
  cells.forEach((cell, row) => {
    const missing = cell === null || cell === "" || isMissingMarker(cell);
    values[row] = missing ? Number.NaN : numberUnder(cell, decimal);
    if (missing && cell !== null && cell !== "") marked.push(row);
    if (!missing && !plain.test(cell)) grouped.push(row);
  });
  const notices: Notice[] = [];
  if (marked.length > 0) {
    const words = new Set(marked.map((row) => cells[row] as string));
    notices.push(markerNotice(name, words, marked.slice(0, 5).map(places.of), marked.length, places.word));
  }
  if (grouped.length > 0) {
    const lines = grouped.slice(0, 5).map(places.of);
    const example = `${JSON.stringify(cells[grouped[0]])} as ${values[grouped[0]]}`;
    const message = `column ${JSON.stringify(name)}: thousands separators were removed in ${linesInWords(lines, grouped.length, places.word)} (${example})`;
    notices.push({ code: "thousands-separator", message, column: name, lines });
  }
  return { column: { name, type: "number", values }, notices };
}

/** The notice that words among numbers were read as missing values. */
export function markerNotice(
  column: string,
  words: Iterable<string>,
  lines: number[],
  count: number,
  word = "line",
): Notice {
  const listed = [...words].map((word) => JSON.stringify(word)).join(", ");
  const message = `column ${JSON.stringify(column)}: ${listed} was read as a missing value in ${linesInWords(lines, count, word)}`;
  return { code: "missing-marker", message, column, lines };
}

function dateColumn(name: string, cells: Cells): TypedColumn | undefined {
  const values = new Float64Array(cells.length);
  let any = false;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    values[row] = cell === null || cell === "" ? Number.NaN : parseDate(cell);
    if (cell !== null && cell !== "" && Number.isNaN(values[row])) return undefined;
    any ||= !Number.isNaN(values[row]);
  }
  return any ? { column: { name, type: "date", values }, notices: [] } : undefined;
}

/** What is odd about a text column: almost numbers, codes with zeros in front, local dates. */
function doubts(name: string, cells: Cells, places: Places): Notice[] {
  const filled = cells.flatMap((cell, row) => (cell === null || cell === "" ? [] : [{ cell, row }]));
  const column = `column ${JSON.stringify(name)}`;
  if (filled.length === 0) return [{ code: "empty-column", message: `${column} has no value at all`, column: name }];
  const say = (code: string, rows: { row: number }[], sentence: (where: string) => string): Notice[] => {
    const lines = rows.slice(0, 5).map(({ row }) => places.of(row));
    return [{ code, message: sentence(linesInWords(lines, rows.length, places.word)), column: name, lines }];
  };
  const codes = filled.filter(({ cell }) => /^[+-]?0\d+$/.test(cell));
  const long = filled.filter(({ cell }) => /^[+-]?\d{16,}$/.test(cell));
  const numbers = filled.filter(({ cell }) => isNumberLike(cell));
  const others = filled.filter(({ cell }) => !isNumberLike(cell));
  if (others.length === 0 && codes.length > 0) {
    return say("zeros-in-front", codes, (where) => `${column} was kept as text because of zeros in front in ${where}`);
  }
  if (others.length === 0 && long.length > 0) {
    return say(
      "long-number",
      long,
      (where) => `${column} was kept as text because of numbers too long to keep all digits in ${where}`,
    );
  }
  if (others.length > 0 && numbers.length >= ALMOST * filled.length && numbers.length < filled.length) {
    const example = JSON.stringify(others[0].cell);
    return say(
      "not-a-number",
      others,
      (where) =>
        `${column} was read as text because ${where} ${others.length === 1 ? "is" : "are"} no number (${example})`,
    );
  }
  if (others.length === 0) {
    return say(
      "mixed-numbers",
      numbers,
      (where) => `${column} was read as text because its numbers are written in different ways, see ${where}`,
    );
  }
  const units = filled.filter(({ cell }) => /^[$€£¥]\s?\d|\d\s?[%$€£¥]$/.test(cell));
  if (units.length === filled.length) {
    return say(
      "unit",
      units.slice(0, 1),
      (where) => `${column} was read as text because its numbers carry a unit, see ${where}`,
    );
  }
  if (filled.every(({ cell }) => isLocalDate(cell))) {
    return say(
      "date-order",
      filled.slice(0, 1),
      (where) =>
        `${column} looks like dates whose order of day and month cannot be told and was kept as text, see ${where}; write dates as 2024-02-29`,
    );
  }
  return [];
}

function isNumberLike(cell: string): boolean {
  return /^[+-]?(?:\d[\d.,'’ \u00a0\u202f]*|[.,]\d+)(?:[eE][+-]?\d+)?$/.test(cell) && !isLocalDate(cell);
}
