// JSON lines to a table: one object a line.
import { reject } from "@xpal/core/check";
import type { Table } from "../../table/table.ts";
import type { FileForm } from "../cells/column-tally.ts";
import { toUtf8 } from "../text/to-utf8.ts";
import { parseJson } from "./parse-json.ts";
import { tableOfObjects } from "./table-of-objects.ts";

/**
 * A table from JSON lines; empty lines are ignored.
 * @throws XpalError if a line is not a valid JSON object; the message names the line.
 * @example readJsonl(new TextEncoder().encode('{"x": 1}\n{"x": 2}\n')).rows // 2
 */
export function readJsonl(bytes: Uint8Array, name = "the file", cells: FileForm = {}): Table {
  const { bytes: utf8, notices } = toUtf8("readJsonl", name, bytes);
  const items: unknown[] = [];
  const lines: number[] = [];
  const texts = new TextDecoder().decode(utf8).split("\n");
  texts.forEach((text, i) => {
    if (text.trim() === "") return;
    items.push(parseJson("readJsonl", name, text, i + 1));
    lines.push(i + 1);
  });
  if (items.length === 0) reject("readJsonl", name, "must not be empty");
  const table = tableOfObjects("readJsonl", name, items, { word: "line", of: (row) => lines[row] }, cells);
  return { ...table, lines: Uint32Array.from(lines), notices: [...notices, ...table.notices] };
}
