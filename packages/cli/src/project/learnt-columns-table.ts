// What was learnt about the columns, as lines for people.
import { amount } from "../terminal/amount.ts";
import { INK } from "../terminal/paint.ts";
import { type TextTableOptions, textTable } from "../terminal/text-table.ts";
import type { LearntColumn, LearntColumns } from "./learnt-columns.ts";

/** How many columns are shown at most; the JSON output has all of them. */
const MOST_ROWS = 20;
const BAR = 20;

/** A small table with a bar for each column, or a sentence that says why there is no table. */
export function learntColumnsTable(
  { columns, fittedOn, share = 0, metricShare = 0, reason }: LearntColumns,
  { columns: width, paint }: Pick<TextTableOptions, "columns" | "paint">,
): string[] {
  if (reason !== undefined) return [reason];
  const most = Math.max(...columns.map(({ relative }) => relative));
  const rows = columns.slice(0, MOST_ROWS).map((column) => rowOf(column, most));
  const rest = columns.slice(MOST_ROWS);
  const restIgnored = rest.filter(({ ignored }) => ignored).length;
  return [
    `What counts, learnt from ${amount(fittedOn ?? 0, "labelled row")} (1 is the mean of all columns):`,
    "",
    ...textTable(["column", "weight", "", "range", ""], rows, { right: [1], columns: width, paint }),
    ...(rest.length === 0 ? [] : [`and ${amount(rest.length, "column")} of less weight, ${restIgnored} ignored`]),
    "",
    paint(INK.faint, "The range is that of five more fits, each without a fifth of these rows."),
    `Metrics learnt from the labels make up ${percent(metricShare)} of the comparison, these weights ${percent(share)}.`,
  ];
}

function rowOf({ columns, weight, low, high, relative, ignored }: LearntColumn, most: number): string[] {
  const bar = "█".repeat(Math.round((BAR * relative) / most));
  const mean = weight / relative;
  return [
    columns.join(", "),
    relative.toFixed(2),
    bar,
    `${(low / mean).toFixed(2)} to ${(high / mean).toFixed(2)}`,
    ignored ? "ignored" : "",
  ];
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
