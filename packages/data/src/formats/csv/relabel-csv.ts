// Labels into a delimited text file, every other byte left as it was: numbers keep their zeros, cells their quotes,
// lines their ends, the file its encoding. Writing the table again would lose all that. The result is split again
// before it is returned, and rejected if any cell would be read otherwise.
import { XpalError } from "@xpal/core";
import { checkBytes, reject } from "@xpal/core/check";
import { encodeText } from "../text/encode-text.ts";
import type { CsvOptions } from "./csv-options.ts";
import { type PlainCells, plainCells } from "./plain-cells.ts";
import type { PlainRecord } from "./split-records.ts";
import { quoteCell } from "./write-csv.ts";

/**
 * The bytes of a delimited text file with some cells of one column replaced; if the file has no such
 * column, it is added at the end. Separator, quotes, line ends, encoding and byte order mark stay.
 * @param labels New cells by row, counted from 0 as `readCsv` counts them; an empty text empties the cell.
 * @throws XpalError if the file cannot be read by `readCsv`, a row does not exist, a column would be added to a file without
 * names, the file's encoding has no bytes for a label, or the result would be read differently.
 * @example new TextDecoder().decode(relabelCsv(new TextEncoder().encode("x;class\n1;\n2;b\n"), "class", new Map([[0, "a"]]))) // "x;class\n1;a\n2;b\n"
 */
export function relabelCsv(
  bytes: Uint8Array,
  column: string,
  labels: ReadonlyMap<number, string>,
  options: CsvOptions = {},
  name = "the file",
): Uint8Array {
  checkBytes("relabelCsv", "bytes", bytes);
  if (options.separator === "") {
    reject(
      "relabelCsv",
      "options.separator",
      "must be one character, since a line without cells has no place for a label",
    );
  }
  const before = plainCells("relabelCsv", bytes, options, name);
  for (const row of labels.keys()) {
    if (row in before.body) continue;
    reject("relabelCsv", "labels", `must have rows from 0 to ${before.body.length - 1}`, row);
  }
  const place = before.names.indexOf(column);
  if (place < 0 && before.header === undefined) {
    const rule = `must have a line with the names of its columns to get the column ${JSON.stringify(column)}`;
    reject("relabelCsv", name, rule, undefined, "put such a line on top");
  }
  const changed = place < 0 ? added(before, column, labels) : replaced(before, place, labels);
  const result = encoded(bytes, before, changed.join(""), name);
  checkReadBack(before, splitAgain(result, options, name), place, labels, name);
  return result;
}

function replaced({ text, body, dialect }: PlainCells, place: number, labels: ReadonlyMap<number, string>): string[] {
  const { separator, quote } = dialect;
  const always = areQuoted(text, body, place, quote);
  const pieces: string[] = [];
  let at = 0;
  body.forEach(({ spans }, row) => {
    const label = labels.get(row);
    if (label === undefined) return;
    const [from, to] = spans[place];
    const isQuoted = text.slice(from, to).trimStart().startsWith(quote);
    pieces.push(text.slice(at, from), quoteCell(label, { separator, quote, always: always || isQuoted }));
    at = to;
  });
  return [...pieces, text.slice(at)];
}

function added(before: PlainCells, column: string, labels: ReadonlyMap<number, string>): string[] {
  const { text, header, body, names, dialect } = before;
  const { separator, quote } = dialect;
  const pieces: string[] = [];
  let at = 0;
  const append = ({ spans }: PlainRecord, cell: string, always: boolean) => {
    const [, end] = spans[spans.length - 1];
    const written = cell === "" ? "" : quoteCell(cell, { separator, quote, always });
    pieces.push(text.slice(at, end), separator, written);
    at = end;
  };
  if (header !== undefined) append(header, column, areQuoted(text, [header], names.length - 1, quote));
  const always = names.every((_, place) => areQuoted(text, body, place, quote));
  body.forEach((record, row) => {
    append(record, labels.get(row) ?? "", always);
  });
  return [...pieces, text.slice(at)];
}

/** Whether every cell of a column that is not empty stands in quotes; then new ones do too. */
function areQuoted(text: string, records: readonly PlainRecord[], place: number, quote: string): boolean {
  const filled = records.filter(({ cells }) => cells[place] !== "");
  return (
    filled.length > 0 &&
    filled.every(({ spans }) => text.slice(spans[place][0], spans[place][1]).trimStart().startsWith(quote))
  );
}

/** The text in the encoding that the file had, behind the byte order mark that it had. */
function encoded(source: Uint8Array, { text, encoding }: PlainCells, result: string, name: string): Uint8Array {
  const bare = encodeText(text, encoding);
  const mark = bare === null ? 0 : source.length - bare.length;
  if (bare === null || mark < 0 || bare.some((byte, i) => byte !== source[mark + i])) {
    reject(
      "relabelCsv",
      name,
      `must be written back as it was, but that cannot be done in ${encoding}`,
      undefined,
      "write a new file instead, or save this one as UTF-8 first",
    );
  }
  const bytes = encodeText(result, encoding);
  if (bytes === null) {
    reject(
      "relabelCsv",
      name,
      `must be in an encoding with every letter of the labels, but ${encoding} lacks some`,
      undefined,
      "write a new file instead, or save this one as UTF-8 first",
    );
  }
  const whole = new Uint8Array(mark + bytes.length);
  whole.set(source.subarray(0, mark));
  whole.set(bytes, mark);
  return whole;
}

/** The cells of the result; undefined when it could not be read at all. */
function splitAgain(result: Uint8Array, options: CsvOptions, name: string): PlainCells | undefined {
  try {
    return plainCells("relabelCsv", result, options, name);
  } catch (error) {
    if (error instanceof XpalError) return undefined;
    throw error;
  }
}

/** Rejects a result whose cells, found again, are not those of the file with the labels put in. */
function checkReadBack(
  before: PlainCells,
  after: PlainCells | undefined,
  place: number,
  labels: ReadonlyMap<number, string>,
  name: string,
): void {
  const at = place < 0 ? before.names.length : place;
  const wrong = before.body.findIndex(({ cells }, row) => {
    const label = labels.get(row) ?? cells[at] ?? "";
    const expected = [...cells.slice(0, at), label, ...cells.slice(at + 1)];
    const found = after?.body[row]?.cells;
    return found?.length !== expected.length || expected.some((cell, c) => cell !== found[c]);
  });
  const namesDiffer = before.names.some((column, c) => column !== after?.names[c]);
  if (wrong < 0 && !namesDiffer && after?.body.length === before.body.length) return;
  const where = wrong < 0 ? "it would not" : `line ${before.body[wrong].line} would not`;
  reject(
    "relabelCsv",
    name,
    `must be read again as it was once the labels are in it, but ${where}`,
    undefined,
    "name its separator, header and encoding, or write a new file instead",
  );
}
