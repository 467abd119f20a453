// How the numbers or dates of a column are written, and a cell read under it. A recipe keeps the form, so that new rows mean the
// same as those that it was fitted to.
import { isMissingWord, missingSet } from "./missing-words.ts";
import { type DateOrder, momentOf } from "./moment.ts";
import { type DecimalMark, numberUnder, quantityOf, unitKey } from "./quantity.ts";

/** How the cells of a column are written. */
export type CellForm = NumberForm | DateForm | TimeForm;

/** Numbers, perhaps with a unit. */
export interface NumberForm {
  readonly kind: "number";
  readonly decimal: DecimalMark;
  /** "$", "kg", "%"; absent where the numbers have none. */
  readonly unit?: string;
  /** Whether letters behind numbers are multipliers: 1.5K, 3M. */
  readonly scaled?: true;
  /** Words that stand for no value in this file too. */
  readonly missing?: readonly string[];
}

/** Dates and months, as milliseconds since 1970. */
export interface DateForm {
  readonly kind: "date";
  /** Whether the day or the month comes first where both may. */
  readonly order: DateOrder;
  readonly missing?: readonly string[];
}

/** Times of day and durations, as hours. */
export interface TimeForm {
  readonly kind: "time";
  readonly missing?: readonly string[];
}

/** What a cell holds under a form. */
export interface CellReading {
  /** NaN where the cell is missing, or is no such value. */
  readonly value: number;
  /** Whether the cell is a word that the form does not know. */
  readonly isWord: boolean;
}

/** A reader of cells under a form; equal cells are read once. */
export function cellReader(form: CellForm): (cell: string | null) => CellReading {
  const more = missingSet(form.missing);
  const known = new Map<string, CellReading>();
  const read = (cell: string): CellReading => {
    if (isMissingWord(cell, more)) return MISSING;
    const value = valueUnder(form, cell);
    return { value, isWord: Number.isNaN(value) };
  };
  return (cell) => {
    if (cell === null || cell === "") return MISSING;
    const found = known.get(cell);
    if (found !== undefined) return found;
    const reading = read(cell);
    if (known.size < MAX_KNOWN) known.set(cell, reading);
    return reading;
  };
}

const MAX_KNOWN = 4096;
const MISSING: CellReading = { value: Number.NaN, isWord: false };

function valueUnder(form: CellForm, cell: string): number {
  if (form.kind === "number") return quantityUnder(form, cell);
  const moment = momentOf(cell);
  if (moment === undefined || (moment.kind === "time") !== (form.kind === "time")) return Number.NaN;
  return form.kind === "date" && form.order === "month" ? moment.month : moment.day;
}

function quantityUnder({ decimal, unit, scaled }: NumberForm, cell: string): number {
  const found = quantityOf(cell);
  if (found === undefined) return Number.NaN;
  const isScale = scaled === true && found.letterScale !== undefined;
  const isOwn = found.unit === "" || isScale || (unit !== undefined && unitKey(found.unit) === unitKey(unit));
  const value = isOwn ? numberUnder(found.body, decimal) : Number.NaN;
  const scale = isScale ? (found.letterScale as number) : found.scale;
  return (found.isNegative ? -value : value) * scale;
}

/** The form in words: "numbers in kg", "dates, day first". */
export function formWords(form: CellForm): string {
  if (form.kind === "time") return "times, as hours";
  if (form.kind === "date") return "dates, as days";
  if (form.scaled === true) return "numbers with multipliers";
  return form.unit === undefined ? "numbers" : `numbers in ${form.unit}`;
}
