// Labels into a delimited text file, every other character left as it was: numbers keep their zeros, cells their
// quotes, lines their ends. Writing the table anew would lose all that.
import { refuse } from "../../check.ts";
import { toUtf8 } from "../text/to-utf8.ts";
import { columnNames } from "./column-names.ts";
import { type CsvOptions, checkCsvOptions } from "./csv-options.ts";
import { findDialect } from "./find-dialect.ts";
import { type PlainRecord, splitRecords } from "./split-records.ts";
import { quoteCell } from "./write-csv.ts";

/**
 * The bytes of a delimited text file with some cells of one column replaced; the column is added at the end if there
 * is none of that name. Files in UTF-16 or an old encoding become UTF-8 with a byte order mark.
 * @param labels New cells by row, counted from 0 as `readCsv` counts them; an empty text empties the cell.
 * @throws XpalError if the file cannot be read by `readCsv`, or a row does not exist.
 */
export function relabelCsv(
  bytes: Uint8Array,
  column: string,
  labels: ReadonlyMap<number, string>,
  options: CsvOptions = {},
  name = "the file",
): Uint8Array {
  checkCsvOptions("relabelCsv", options);
  const { bytes: utf8, encoding } = toUtf8("relabelCsv", name, bytes, options.encoding);
  if (utf8.every((byte) => byte <= 32)) refuse("relabelCsv", name, "must not be empty");
  const dialect = findDialect(utf8, utf8.length, options, name);
  const { names } = columnNames(dialect.names, dialect.headerLine);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(utf8);
  const { records, fault } = splitRecords(text, dialect.separator, dialect.quote);
  if (fault !== undefined) refuse("relabelCsv", name, `must have closed quotes, and line ${fault.line} has not`);
  const skipped = dialect.headerLine - 1; // a line "sep=;" and blank lines above the header
  const filled = records.filter(({ cells, line }) => line > skipped && (names.length === 1 || !isBlank(cells)));
  const body = (dialect.header ? filled.slice(1) : filled).filter(({ cells }) => cells.length === names.length);
  for (const row of labels.keys()) {
    if (!(row in body)) refuse("relabelCsv", "labels", `must have rows from 0 to ${body.length - 1}`, { value: row });
  }
  const cell = (label: string) => quoteCell(label, dialect.separator);
  const place = names.indexOf(column);
  const pieces =
    place < 0
      ? added(
          text,
          dialect.header ? filled[0] : undefined,
          body,
          cell(column),
          (row) => cell(labels.get(row) ?? ""),
          dialect.separator,
        )
      : replaced(text, body, place, (row) => (labels.has(row) ? cell(labels.get(row) as string) : undefined));
  const marked = encoding !== "utf-8" || (bytes[0] === 0xef && bytes[1] === 0xbb);
  return new TextEncoder().encode((marked ? "\ufeff" : "") + pieces.join(""));
}

function isBlank(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === "";
}

function replaced(
  text: string,
  body: readonly PlainRecord[],
  place: number,
  cellOf: (row: number) => string | undefined,
): string[] {
  const pieces: string[] = [];
  let at = 0;
  body.forEach(({ spans }, row) => {
    const cell = cellOf(row);
    if (cell === undefined) return;
    const [from, to] = spans[place];
    pieces.push(text.slice(at, from), cell);
    at = to;
  });
  pieces.push(text.slice(at));
  return pieces;
}

function added(
  text: string,
  header: PlainRecord | undefined,
  body: readonly PlainRecord[],
  name: string,
  cellOf: (row: number) => string,
  separator: string,
): string[] {
  const pieces: string[] = [];
  let at = 0;
  const append = ({ spans }: PlainRecord, cell: string) => {
    const [, end] = spans[spans.length - 1];
    pieces.push(text.slice(at, end), separator, cell);
    at = end;
  };
  if (header !== undefined) append(header, name);
  body.forEach((record, row) => {
    append(record, cellOf(row));
  });
  pieces.push(text.slice(at));
  return pieces;
}
