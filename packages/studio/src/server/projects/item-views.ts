// Items as they are shown. Text stays text: nothing in the data is ever read as HTML.
import { type Column, cellText, type Table } from "@xpal/data";
import type { ItemView, View } from "../../protocol/messages.ts";
import { dateAsWritten } from "./date-as-written.ts";

/** From this many deviations off the mean a number is marked as unusual. */
const UNUSUAL = 2.5;

/** A way to show any item of a table. */
export function itemViews(table: Table, view: View): (item: number) => ItemView {
  const named = new Map(table.columns.map((column) => [column.name, column]));
  const pick = (names: readonly string[]) => names.flatMap((name) => named.get(name) ?? []);
  const pixels = view.pixels === null ? [] : pick(view.pixels.columns);
  const texts = pick(view.texts);
  const cells = pick(view.cells).map((column) => ({ column, isUnusual: unusualIn(column) }));
  const image = view.image === null ? undefined : named.get(view.image);
  return (item) => ({
    item,
    ...(view.pixels === null ? {} : { pixels: pixels.map((column) => shade(column, item, view.pixels!.white)) }),
    ...(image === undefined ? {} : { image: cellText(image, item) ?? "" }),
    texts: texts.map((column) => ({ name: column.name, value: shownText(column, item) ?? "" })),
    cells: cells.map(({ column, isUnusual }) => ({
      name: column.name,
      value: shown(column, item),
      unusual: isUnusual(item),
    })),
  });
}

function shade(column: Column, item: number, white: number): number {
  const value = column.type === "number" ? column.values[item] : 0;
  return Math.round(Math.min(1, Math.max(0, value / white)) * 255) || 0;
}

/** Numbers with at most six digits; vectors by their length only. */
function shown(column: Column, item: number): string | null {
  if (column.type === "vector") return `${column.values.cols} numbers`;
  if (column.type !== "number" || Number.isNaN(column.values[item])) return shownText(column, item);
  return String(Number(column.values[item].toPrecision(6)));
}

function shownText(column: Column, item: number): string | null {
  return column.type === "date" ? dateAsWritten(column, item) : cellText(column, item);
}

function unusualIn(column: Column): (item: number) => boolean {
  if (column.type !== "number") return () => false;
  const known = column.values.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const deviation = Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length);
  return (item) => deviation > 0 && Math.abs(column.values[item] - mean) > UNUSUAL * deviation;
}
