// JSON to a table: a list of objects, or an object of equally long lists.
import { reject } from "@xpal/core/check";
import { columnFromValues } from "../../table/column-from-values.ts";
import { plainRows } from "../../table/notice.ts";
import { makeTable, type Table } from "../../table/table.ts";
import type { FileForm } from "../cells/column-tally.ts";
import { toUtf8 } from "../text/to-utf8.ts";
import { parseJson } from "./parse-json.ts";
import { tableOfObjects } from "./table-of-objects.ts";

/**
 * A table from JSON: [{"x": 1, "class": "a"}, …] or {"x": [1, …], "class": ["a", …]}.
 * @throws XpalError if it is not valid JSON (the message names the line), has a key twice, or another shape.
 * @example readJson(new TextEncoder().encode('[{"x": 1, "class": "a"}]')).columns.length // 2
 */
export function readJson(bytes: Uint8Array, name = "the file", cells: FileForm = {}): Table {
  const { bytes: utf8, notices } = toUtf8("readJson", name, bytes);
  const text = new TextDecoder().decode(utf8);
  if (text.trim() === "") reject("readJson", name, "must not be empty");
  const value = parseJson("readJson", name, text, 1);
  const table = Array.isArray(value)
    ? tableOfObjects("readJson", name, value, plainRows, cells)
    : tableOfLists(name, value, cells);
  return { ...table, notices: [...notices, ...table.notices] };
}

function tableOfLists(name: string, value: unknown, file: FileForm): Table {
  const entries = value !== null && typeof value === "object" ? Object.entries(value) : [];
  if (entries.length === 0 || !entries.every(([, list]) => Array.isArray(list))) {
    reject(
      "readJson",
      name,
      "must be a list of objects or an object of lists",
      undefined,
      "give the list itself, or one object per line as .jsonl",
    );
  }
  const length = (entries[0][1] as unknown[]).length;
  const typed = entries.map(([key, list]) => {
    if ((list as unknown[]).length !== length) {
      const rule = `must have ${length} values as ${JSON.stringify(entries[0][0])} has`;
      reject("readJson", `${name}, ${JSON.stringify(key)},`, rule, (list as unknown[]).length);
    }
    return columnFromValues("readJson", key, list as object[], plainRows, { file });
  });
  return makeTable(
    typed.map(({ column }) => column),
    { notices: typed.flatMap(({ notices }) => notices), source: name },
  );
}
