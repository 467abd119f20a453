// What was learnt about the columns, as lines for people.
import type { LearntColumn, LearntColumns } from "@xpal/data";
import { amount } from "../terminal/amount.ts";
import { INK } from "../terminal/paint.ts";
import { type TextTableOptions, textTable } from "../terminal/text-table.ts";

/** How many columns are shown at most; the JSON output has all of them. */
const MOST_ROWS = 20;
const BAR = 20;
const RANGE =
  "The range is that of six fits, five of them without a fifth of these rows; the weight is what they agree on.";

/** A small table with a bar for each column, or a sentence that says why there is no table; then what is not used. */
export function learntColumnsTable(
  learnt: LearntColumns,
  { columns: width, paint }: Pick<TextTableOptions, "columns" | "paint">,
): string[] {
  const { columns, state, fittedOn, share = 0, metricShare = 0 } = learnt;
  if (columns.length === 0) return [...whyNone(learnt), ...unusedLines(learnt)];
  const most = Math.max(...columns.map(({ relative }) => relative));
  const rows = columns.slice(0, MOST_ROWS).map((column) => rowOf(column, most, columns.length === 1));
  const rest = columns.slice(MOST_ROWS);
  const restIgnored = rest.filter(({ ignored }) => ignored).length;
  const title =
    state === "alike"
      ? "What counts: the labels do not support weights yet."
      : `What counts, learnt from ${amount(fittedOn ?? 0, "labelled row")} (1 is the mean of all columns):`;
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
          `Metrics learnt from the labels make up ${percent(metricShare)} of the comparison, these weights ${percent(share)}.`,
        ]),
    ...unusedLines(learnt),
  ];
}

/** The same as data, with the sentence where there is nothing to show. */
export function learntJson(learnt: LearntColumns) {
  const [reason] = whyNone(learnt);
  return { ...learnt, ...(reason === undefined ? {} : { reason }) };
}

/** Why no column is weighed, as a list of at most one sentence. */
function whyNone({ state, needed, reason }: LearntColumns): string[] {
  if (state === "fixed") return ["Columns count as they are given: only --kernel learned weighs them."];
  if (state === "unweighed") return [`No column is weighed: ${reason}.`];
  if (state !== "few" || needed === undefined) return [];
  const each = needed.perClass > 0 ? `, and at least ${needed.perClass} for each class seen` : "";
  return [`Columns count alike until at least ${needed.labels} rows are labelled${each}.`];
}

function rowOf(column: LearntColumn, most: number, isOnly: boolean): string[] {
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
function verdictWords({ verdict, ignored }: LearntColumn): string {
  if (verdict === "counts") return "counts";
  if (verdict === "covered") return "counts, like other columns";
  if (ignored) return "ignored";
  return verdict === "against" ? "does not help" : "not yet known";
}

function unusedLines({ unused }: LearntColumns): string[] {
  const named = (why: string) => unused.filter((column) => column.why === why).map(({ name }) => name);
  const [off, ids, pictures, constant] = [named("ignored"), named("id"), named("picture"), named("constant")];
  const parts = [
    ...(off.length === 0 ? [] : [`ignored: ${listed(off)}`]),
    ...(ids.length === 0 ? [] : [`ids: ${listed(ids)}`]),
    ...(pictures.length === 0 ? [] : [`described by embeddings: ${listed(pictures)}`]),
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
