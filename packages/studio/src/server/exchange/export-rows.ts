// What every export says about an item: its own columns, the answer, and how the answer came about.
import { type Column, cellText } from "@xpal/data";
import { type ClassNames, classNames } from "../../protocol/classes.ts";
import type { Fact, Folded } from "../../protocol/fold.ts";
import { dateAsWritten } from "../projects/date-as-written.ts";
import type { OpenProject } from "../projects/open-project.ts";

/** What one person answered, or what the file said. */
interface ExportedOpinion {
  /** The person; null for the file. */
  readonly by: string | null;
  /** The class; null for an item that was set aside. */
  readonly label: string | null;
  readonly at: string | null;
  readonly seconds: number | null;
}

/** One exported item. */
export interface ExportRow {
  readonly item: number;
  /** The item's own columns; numbers stay numbers, vectors lists, dates the text of the file. */
  readonly cells: Readonly<Record<string, string | number | readonly number[] | null>>;
  /** The answered class; null when not labelled. */
  readonly label: string | null;
  readonly status: "labelled" | "skipped" | "discarded" | "open";
  readonly at: string | null;
  readonly seconds: number | null;
  /** The position in the order of answers, from 1. */
  readonly order: number | null;
  /** Expected drop in error rate when it was asked. */
  readonly gain: number | null;
  /** Why it was asked: best, audit, queue or own. */
  readonly asked: string | null;
  /** Who gave the answer; null when nobody did, or the label came with the file. */
  readonly by: string | null;
  /** Where the label is from; null for an item without a label. */
  readonly source: "file" | "person" | null;
  /** What each person answered last, the one whose answer counts included. */
  readonly opinions: readonly ExportedOpinion[];
  /** Of a labelled item: what the other labels say of it, its own left out. */
  readonly predicted: string;
  readonly probability: number;
  /** What all answers together say, by how far their authors can be trusted; undefined where answers are not weighed. */
  readonly combined?: { readonly label: string | null; readonly probability: number | null };
  /** Numbers and dates as they were written, where that is another text than that of `cells`. */
  readonly written: Readonly<Record<string, string>>;
}

/**
 * The items with answers and predictions as they are now, each made when it is asked for. The column with the hidden truth
 * or the old labels is left to `label`.
 */
export async function exportRows(
  openProject: OpenProject,
  { answeredOnly = false }: { readonly answeredOnly?: boolean } = {},
): Promise<Iterable<ExportRow>> {
  const { recipe, truth } = openProject.about;
  const { itemCount } = openProject;
  const classes = classNames(openProject.state);
  const { predicted, probability } = await openProject.ask("predictions", { usefulness: false });
  const replaced = [recipe.label?.column, truth];
  const columns = openProject.table.columns.filter(({ name }) => !replaced.includes(name));
  const state = answersNow(openProject.state);
  const combined = openProject.opinions.combined();
  const combinedOf = (item: number) => {
    const of = combined.get(item);
    return of === undefined
      ? { label: null, probability: null }
      : { label: classes[of.to], probability: of.probability };
  };
  const places = orderOf(state.facts);
  const rowOf = (item: number): ExportRow => {
    const fact = state.facts.get(item);
    return {
      item,
      cells: Object.fromEntries(columns.map((column) => [column.name, exportedValue(column, item)])),
      label: typeof fact?.to === "number" ? classes[fact.to] : null,
      status: fact === undefined ? "open" : typeof fact.to === "number" ? "labelled" : fact.to,
      at: fact === undefined || fact.fromFile ? null : fact.at,
      seconds: fact?.seconds ?? null,
      order: places.get(item) ?? null,
      gain: fact?.asked?.gain ?? null,
      asked: fact?.asked?.from ?? null,
      by: fact === undefined || fact.fromFile ? null : fact.by,
      source: fact === undefined ? null : fact.fromFile ? "file" : "person",
      opinions: opinionsOf(state, item, classes),
      predicted: classes[predicted[item]],
      probability: probability[item],
      ...(combined.size === 0 ? {} : { combined: combinedOf(item) }),
      written: Object.fromEntries(columns.flatMap((column) => writtenCell(column, item))),
    };
  };
  return {
    *[Symbol.iterator]() {
      for (let item = 0; item < itemCount; item++) if (!answeredOnly || state.facts.has(item)) yield rowOf(item);
    },
  };
}

type Answers = Pick<Folded, "facts" | "opinions">;

/** What is answered while the export is sent must not be in one half of it. */
function answersNow({ facts, opinions }: Readonly<Folded>): Answers {
  const copied = [...opinions].map(([item, byPerson]) => [item, new Map(byPerson)] as const);
  return { facts: new Map(facts), opinions: new Map(copied) };
}

/** The answer that counts first, then by name. */
function opinionsOf({ facts, opinions }: Answers, item: number, classes: ClassNames): ExportedOpinion[] {
  const last = facts.get(item);
  return [...(opinions.get(item) ?? [])]
    .sort(([a], [b]) => Number(b === last?.by) - Number(a === last?.by) || (a < b ? -1 : 1))
    .map(([by, { to, at, seconds, fromFile }]) => ({
      by: fromFile ? null : by,
      label: typeof to === "number" ? classes[to] : null,
      at: fromFile ? null : at,
      seconds: seconds ?? null,
    }));
}

function orderOf(facts: ReadonlyMap<number, Fact>): Map<number, number> {
  const sorted = [...facts].sort((a, b) => a[1].order - b[1].order || a[0] - b[0]);
  return new Map(sorted.map(([item], at) => [item, at + 1]));
}

function writtenCell(column: Column, item: number): [string, string][] {
  const text = column.type === "number" || column.type === "date" ? column.written?.get(item) : undefined;
  return text === undefined ? [] : [[column.name, text]];
}

function exportedValue(column: Column, item: number): string | number | readonly number[] | null {
  if (column.type === "number") return Number.isNaN(column.values[item]) ? null : column.values[item];
  if (column.type === "date") return dateAsWritten(column, item);
  if (column.type === "text") return cellText(column, item);
  const { cols, data } = column.values;
  return Array.from(data.subarray(item * cols, (item + 1) * cols));
}
