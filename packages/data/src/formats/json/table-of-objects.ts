// A table from objects: a column for each key, in the order in which keys first appear; a key that an object lacks is
// a missing value.
import { reject } from "@xpal/core/check";
import { columnFromValues } from "../../table/column-from-values.ts";
import type { Notice, Places } from "../../table/notice.ts";
import { makeTable, type Table } from "../../table/table.ts";
import type { FileForm } from "../cells/column-tally.ts";

/** A table from objects of equal kind. */
export function tableOfObjects(
  who: string,
  name: string,
  items: readonly unknown[],
  places: Places,
  file: FileForm,
): Table {
  const columns = new Map<string, unknown[]>();
  items.forEach((item, row) => {
    if (item === null || typeof item !== "object" || Array.isArray(item)) {
      reject(who, `${name}, ${places.word} ${places.of(row)},`, "must be an object with a key for each column", item);
    }
    for (const [key, value] of Object.entries(item)) {
      const column = columns.get(key) ?? [];
      columns.set(key, column);
      column[row] = value;
    }
  });
  if (columns.size === 0) reject(who, name, "must hold at least one object with a key");
  const notices: Notice[] = [];
  const typed = Array.from(columns, ([key, values], c) => {
    values.length = items.length;
    const { column, notices: said } = columnFromValues(
      who,
      key === "" ? `column${c + 1}` : key,
      [...values] as object[],
      places,
      { file },
    );
    notices.push(...said);
    return column;
  });
  return makeTable(typed, { notices, source: name });
}
