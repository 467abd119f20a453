// What was learned about the columns, as lines for people.
import type { LearnedColumn, LearnedColumns } from "@xpal/data";
import { amount } from "../terminal/amount.ts";
import { INK } from "../terminal/paint.ts";
import { type TextTableOptions, textTable } from "../terminal/text-table.ts";

/** How many columns are shown at most; the JSON output has all of them. */
const MAX_ROWS = 20;
const BAR = 20;
const RANGE =
  "The range is that of six fits, five of them without a fifth of these rows; the weight is what they agree on.";

/** A small table with a bar for each column, or a sentence that says why there is no table; then what is not used. */
export function learnedColumnsTable(
  learned: LearnedColumns,
  { columns: width, paint }: Pick<TextTableOptions, "columns" | "paint">,
): string[] {
  const { columns, state, fittedOn, share = 0, metricShare = 0 } = learned;
  if (columns.length === 0) return [...whyNone(learned), ...unusedLines(learned)];
  const most = Math.max(...columns.map(({ relative }) => relative));
  const rows = columns.slice(0, MAX_ROWS).map((column) => rowOf(column, most, columns.length === 1));
  const rest = columns.slice(MAX_ROWS);
  const restIgnored = rest.filter(({ ignored }) => ignored).length;
  const title =
    state === "alike"
      ? "What counts: the labels do not support weights yet."
      : `What counts, learned from ${amount(fittedOn ?? 0, "labelled row")} (1 is the mean of all columns):`;
  return [
    title,
    "",
    ...textTable(["column", "weight", "", "range", "the labels say"], rows, { right: [1], columns: width, paint }),
    ...(rest.length === 0 ? [] : [`and ${amount(rest.length, "column")} of less weight, ${restIgnored} ignored`]),
    "",
    ...(columns.some(({ low, high }) => low < high) ? [paint(INK.faint, RANGE)] : []),
    ...(state === "alike"
      ? []
      : [
          `Metrics learned from the labels make up ${percent(metricShare)} of the comparison, these weights ${percent(share)}.`,
        ]),
    ...unusedLines(learned),
  ];
}

/** The same as data, with the sentence where there is nothing to show. */
export function learnedJson(learned: LearnedColumns) {
  const [reason] = whyNone(learned);
  return { ...learned, ...(reason === undefined ? {} : { reason }) };
}

/** Why no column is weighed, as a list of at most one sentence. */
function whyNone({ state, needed, reason }: LearnedColumns): string[] {
  if (state === "fixed") return ["Columns count as they are given: only --kernel learned weighs them."];
  if (state === "unweighed") return [`No column is weighed: ${reason}.`];
  if (state !== "few" || needed === undefined) return [];
  const each = needed.perClass > 0 ? `, and at least ${needed.perClass} for each class seen` : "";
  return [`Columns count alike until at least ${needed.labels} rows are labelled${each}.`];
}

function rowOf(column: LearnedColumn, most: number, isOnly: boolean): string[] {
  const { columns, weight, low, high, relative } = column;
  const mean = weight / relative;
  return [
    columns.join(", "),
    relative.toFixed(2),
    "█".repeat(Math.round((BAR * relative) / most)),
    `${(low / mean).toFixed(2)} to ${(high / mean).toFixed(2)}`,
    `${isOnly ? "the only column" : verdictWords(column)}${column.pinned ? "; pinned" : ""}`,
  ];
}

/** A weight that never moved and one that was found look the same; only the evidence tells them apart. */
function verdictWords({ verdict, ignored }: LearnedColumn): string {
  if (verdict === "counts") return "counts";
  if (verdict === "covered") return "counts, like other columns";
  if (ignored) return "ignored";
  return verdict === "against" ? "does not help" : "not yet known";
}

function unusedLines({ unused }: LearnedColumns): string[] {
  const named = (why: string) => unused.filter((column) => column.why === why).map(({ name }) => name);
  const [off, ids, images, constant] = [named("ignored"), named("id"), named("image"), named("constant")];
  const parts = [
    ...(off.length === 0 ? [] : [`ignored: ${listed(off)}`]),
    ...(ids.length === 0 ? [] : [`ids: ${listed(ids)}`]),
    ...(images.length === 0 ? [] : [`described by embeddings: ${listed(images)}`]),
    ...(constant.length === 0 ? [] : [`the same in every row: ${listed(constant)}`]),
  ];
  return parts.length === 0 ? [] : [`Not compared: ${parts.join("; ")}.`];
}

function listed(names: readonly string[]): string {
  return names.length <= 8 ? names.join(", ") : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
