// A row of a table in few words.
import { type Table, writtenText } from "@xpal/data";
import { isInFile } from "./is-in-file.ts";

export { rowPlace } from "@xpal/data";

/** The cells of a row as `name=value`, without some columns. */
export function rowWords(table: Table, row: number, without: readonly string[]): string {
  return table.columns
    .filter((column) => isInFile(column) && !without.includes(column.name))
    .slice(0, 24)
    .map((column) => `${column.name}=${writtenText(column, row)?.slice(0, 60) ?? ""}`)
    .join(" ");
}
