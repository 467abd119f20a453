// Cells of one column of a delimited text replaced, every other byte kept: quotes, spaces, line ends and number formats
// of the other cells stay as their owner wrote them.
import { refuse } from "../check.ts";
import { toUtf8 } from "../text/to-utf8.ts";
import { columnNames } from "./column-names.ts";
import { type CsvOptions, checkCsvOptions } from "./csv-options.ts";
import { findDialect } from "./find-dialect.ts";

/**
 * The text with new cells in a column; the column is added at the end of each record when there is none of that name.
 * @param cells The new text by data row, from 0.
 * @returns The new file, in UTF-8, with a byte order mark if there was one.
 * @throws XpalError if the text is not one that `readCsv` reads, or it has no row of that number.
 * @example new TextDecoder().decode(setCsvColumn(new TextEncoder().encode("x,y\n1,\n"), "y", new Map([[0, "a"]]))) // "x,y\n1,a\n"
 */
export function setCsvColumn(
  bytes: Uint8Array,
  column: string,
  cells: ReadonlyMap<number, string>,
  name = "the file",
  options: CsvOptions = {},
): Uint8Array {
  checkCsvOptions("setCsvColumn", options);
  const utf8 = toUtf8("setCsvColumn", name, bytes, options.encoding).bytes;
  const { separator, quote, names, headerLine, from, line } = findDialect(utf8, utf8.length, options, name);
  const known = columnNames(names, headerLine).names;
  const place = known.indexOf(column);
  const text = new TextDecoder().decode(utf8.subarray(from));
  const head = new TextDecoder().decode(utf8.subarray(0, from));
  if (place < 0 && line === 1) refuse("setCsvColumn", name, "must have a header to be given a new column");
  const body = editRecords(text, { separator, quote }, place, cells, name);
  const newHead = place < 0 ? appendToHeader(head, separator + written(column, separator, quote)) : head;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "\ufeff" : "";
  return new TextEncoder().encode(mark + newHead + body);
}

interface Marks {
  readonly separator: string;
  readonly quote: string;
}

/** Copies the text and replaces, in the records that have a new cell, the stretch of that cell. */
function editRecords(text: string, marks: Marks, place: number, cells: ReadonlyMap<number, string>, name: string) {
  const { separator, quote } = marks;
  const parts: string[] = [];
  let copied = 0;
  let row = 0;
  let at = 0;
  while (at < text.length) {
    const start = at;
    let cell = 0;
    let span: readonly [number, number] | undefined;
    for (;;) {
      const cellStart = at;
      at = endOfCell(text, at, separator, quote);
      if (cell === place) span = [cellStart, at];
      if (text[at] !== separator) break;
      at++;
      cell++;
    }
    const blank = text.slice(start, at).trim() === "" && cell === 0;
    if (!blank) {
      const value = cells.get(row);
      const [begin, end] = place < 0 ? [at, at] : (span ?? [at, at]);
      if (value !== undefined || place < 0) {
        const cellText = written(value ?? "", separator, quote);
        parts.push(text.slice(copied, begin), place < 0 ? separator + cellText : cellText);
        copied = end;
      }
      row++;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
  }
  for (const wanted of cells.keys()) {
    if (wanted >= row)
      refuse("setCsvColumn", "cells", `must be for rows 0 to ${row - 1} of ${name}`, { value: wanted });
  }
  return parts.join("") + text.slice(copied);
}

/** The place behind a cell: a separator, a line end, or the end of the text. */
function endOfCell(text: string, from: number, separator: string, quote: string): number {
  let at = from;
  while (separator !== " " && text[at] === " ") at++;
  if (text[at] === quote) {
    for (at++; at < text.length && (text[at] !== quote || text[at + 1] === quote); at++) if (text[at] === quote) at++;
    at++;
  }
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

/** A cell as it must be written: quoted where it holds a mark of the dialect or spaces at an end. */
function written(value: string, separator: string, quote: string): string {
  const needed = [separator, quote, "\n", "\r"].some((mark) => value.includes(mark)) || value !== value.trim();
  return needed ? quote + value.replaceAll(quote, quote + quote) + quote : value;
}

function appendToHeader(head: string, addition: string): string {
  const end = /(?:\r?\n|\r)*$/.exec(head)?.index ?? head.length;
  return head.slice(0, end) + addition + head.slice(end);
}
