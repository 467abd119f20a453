// Where the rows of a journal are in the table now. In a file a row has its number, and an answer whose row has changed or
// moved is rejected. In a folder of texts or images one more file moves all that follow it in the alphabet; each has its
// name, which is part of its check, so that it is found by that.
import type { Table } from "@xpal/data";
import { rowCheck } from "./row-check.ts";

/** The place in the table of the row with a number and a check; undefined if that row is another one now. */
export type RowPlaces = (row: number, check: unknown) => number | undefined;

/** @param hasNames Whether each row is an item with a name of its own. */
export function rowPlaces(table: Table, labelColumn: string, hasNames: boolean): RowPlaces {
  const { numbers } = table;
  const byNumber = numbers === undefined ? undefined : new Map(Array.from(numbers, (row, place) => [row, place]));
  let byCheck: ReadonlyMap<string, number> | undefined;
  return (row, check) => {
    const place = byNumber === undefined ? row : (byNumber.get(row) ?? table.rows);
    if (place < table.rows && rowCheck(table, place, labelColumn) === check) return place;
    if (!hasNames || byNumber !== undefined) return undefined;
    byCheck ??= placesByCheck(table, labelColumn);
    return byCheck.get(String(check));
  };
}

/** The rows by their checks; two rows with one check cannot be told apart and are left out. */
function placesByCheck(table: Table, labelColumn: string): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (let row = 0; row < table.rows; row++) {
    const check = rowCheck(table, row, labelColumn);
    if (places.has(check)) twice.add(check);
    places.set(check, row);
  }
  for (const check of twice) places.delete(check);
  return places;
}
