// The columns that the studio's own exports add. When such a file is imported again they are read as answers, not as features: who gave
// them, when, how fast, in which order, and what was set aside.
import { type Column, cellText, makeTable, type Table, withoutApostrophe, writtenText } from "@xpal/data";
import { type Answer, annotatorSchema, type ImportedDetails, whySchema } from "../../protocol/events.ts";

const NAMES = [
  "status",
  "annotator",
  "answered_at",
  "seconds",
  "answer_order",
  "expected_gain",
  "asked_as",
  "predicted",
  "probability",
  "label_source",
  "predicted_from",
] as const;

/** Those of projects in which answers are weighed by who gave them. */
const COMBINED_NAMES = ["combined_label", "combined_probability"] as const;

/** What a file for spreadsheets has besides. */
const GUARD = { name: "formulas", value: "apostrophe" };

/** For each of our names the column that has it; behind a prefix where the file had that name itself. */
export type OwnColumns = Readonly<Record<(typeof NAMES)[number], Column>> &
  Partial<Readonly<Record<(typeof COMBINED_NAMES)[number] | "formulas", Column>>>;

/** An own export that becomes a project. */
export interface OwnExport {
  readonly columns: OwnColumns;
  /** Whether the labels are those of its answers, and not of another column. */
  readonly isLabel: boolean;
}

/** An answer of the project that was exported. */
interface OwnAnswer {
  /** How the item was set aside; null where it was not. */
  readonly aside: "skipped" | "discarded" | null;
  readonly order: number;
  readonly details: ImportedDetails;
}

/** Our columns, or null when the table was not exported by a studio. */
export function ownColumns(table: Table): OwnColumns | null {
  const found = findAll(table, NAMES);
  if (found === null) return null;
  const guard = findAll(table, [GUARD.name]);
  const isGuarded = guard !== null && rowsOf(table).every((row) => cellText(guard[GUARD.name], row) === GUARD.value);
  const own = { ...found, ...findAll(table, COMBINED_NAMES), ...(isGuarded ? guard : {}) } as OwnColumns;
  const known = ["open", "labelled", "skipped", "discarded"];
  const isOurs = rowsOf(table).every((row) => known.includes(cellText(own.status, row) ?? ""));
  return isOurs ? own : null;
}

/** The columns of these names, or null when one is missing; the last of each, since those of the file stand before ours. */
function findAll(table: Table, names: readonly string[]): Record<string, Column> | null {
  const found = names.map((name) => {
    const pattern = new RegExp(`^(?:xpal_)*${name}$`);
    return [name, table.columns.filter((one) => pattern.test(one.name)).at(-1)] as const;
  });
  if (found.some(([, column]) => column === undefined || column.type === "vector")) return null;
  return Object.fromEntries(found) as Record<string, Column>;
}

/** Whether the texts of a delimited export stand behind apostrophes, as it then says. */
export function isGuarded(own: OwnColumns): boolean {
  return own.formulas !== undefined;
}

/** The table without our columns. */
export function withoutOwn(table: Table, own: OwnColumns | null): Table {
  if (own === null) return table;
  const ours = new Set(Object.values(own).map(({ name }) => name));
  const columns = table.columns.filter(({ name }) => !ours.has(name));
  const message =
    "columns that an earlier export added were read as answers: who, when, in which order, what was set aside";
  const notices = [...table.notices, { code: "own-columns", message }];
  const { rows: _, columns: __, ...more } = table;
  return makeTable(columns, { ...more, notices });
}

/** The texts of a delimited export as they were: without the apostrophe that keeps spreadsheets from running them. */
export function withoutGuards(table: Table): Table {
  const plain = (text: string | null) => (text === null ? null : withoutApostrophe(text));
  const columns = table.columns.map((column) => {
    const name = withoutApostrophe(column.name);
    return column.type === "text" ? { ...column, name, values: column.values.map(plain) } : { ...column, name };
  });
  return { ...table, columns };
}

/**
 * All answers of a table in their order; `labels` are class indices, negative for rows without a label. A label that `status` does
 * not know of was written into the file since: it is the file's, and nobody's.
 */
export function ownAnswers(
  { columns, isLabel }: OwnExport,
  labels: ArrayLike<number>,
): [number, Answer, ImportedDetails?][] {
  const answers: { item: number; to: Answer; order: number; details?: ImportedDetails }[] = [];
  for (let item = 0; item < labels.length; item++) {
    const answer = ownAnswer(columns, item);
    const told = labels[item] >= 0 && (answer?.aside !== null || !isLabel) ? null : answer;
    const to = labels[item] >= 0 ? labels[item] : (told?.aside ?? null);
    if (to !== null)
      answers.push({ item, to, order: told?.order ?? Infinity, ...(told ? { details: told.details } : {}) });
  }
  answers.sort((a, b) => (a.order === b.order ? a.item - b.item : a.order - b.order));
  return answers.map(({ item, to, details }) => (details === undefined ? [item, to] : [item, to, details]));
}

/** What a row tells about its answer; null for an item that was open. */
function ownAnswer(own: OwnColumns, row: number): OwnAnswer | null {
  const status = cellText(own.status, row);
  if (status === "open") return null;
  const gain = numberIn(own.expected_gain, row);
  const from = whySchema.safeParse(cellText(own.asked_as, row)).data;
  const isFromFile = cellText(own.label_source, row) === "file";
  const details = {
    at: isFromFile ? undefined : timeIn(own.answered_at, row),
    seconds: numberIn(own.seconds, row),
    asked: from === undefined ? undefined : { from, ...(gain === undefined ? {} : { gain }) },
    by: isFromFile ? undefined : annotatorSchema.safeParse(cellText(own.annotator, row)).data,
  };
  return {
    aside: status === "skipped" || status === "discarded" ? status : null,
    order: numberIn(own.answer_order, row) ?? Infinity,
    details: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
  };
}

function numberIn(column: Column, row: number): number | undefined {
  // As written: ours have either mark before the fraction and nothing between thousands, whatever the file's numbers have.
  const text = writtenText(column, row);
  const value = text === null || text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

function timeIn(column: Column, row: number): string | undefined {
  const value = column.type === "date" ? column.values[row] : Date.parse(cellText(column, row) ?? "");
  return Number.isFinite(value) ? new Date(value).toISOString() : undefined;
}

function rowsOf({ rows }: Table): number[] {
  return Array.from({ length: rows }, (_, row) => row);
}
