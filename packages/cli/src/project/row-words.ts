// A row of a table in few words.
import { cellText, type Table } from "@xpal/data";

/** The cells of a row as `name=value`, without some columns. */
export function rowWords(table: Table, row: number, without: readonly string[]): string {
  return table.columns
    .filter(({ name }) => !without.includes(name))
    .slice(0, 24)
    .map((column) => `${column.name}=${cellText(column, row)?.slice(0, 60) ?? ""}`)
    .join(" ");
}

/** The position of a row as people count: its line if the file has lines, else its number. */
export function rowPlace(table: Table, row: number): string {
  return table.lines === undefined ? `row ${table.numbers?.[row] ?? row}` : `line ${table.lines[row]}`;
}
