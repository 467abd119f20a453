// What the cells of a column are: numbers, dates, times, or text. One rule for every format, whole or piece by piece: where 90 %
// of the filled cells are numbers (or dates), the column is numeric and the rest is missing, with one notice that lists the
// words. What a doubtful mark or order means is inferred from all cells of the column, then from the rest of the file.
import { linesInWords, type Notice, type Places } from "../../table/notice.ts";
import { type CellForm, cellReader, type NumberForm } from "./cell-form.ts";
import { namesCode } from "./code-name.ts";
import { isMissingWord, missingSet } from "./missing-words.ts";
import { type DateOrder, MIN_COMPACT, type Moment, momentOf } from "./moment.ts";
import { type DecimalMark, numberUnder, type Quantity, quantityOf, unitKey } from "./quantity.ts";

/** The share of filled cells that must be of one kind. */
const SHARE = 0.9;

/** What the file and the person say beside the cells. */
export interface FileForm {
  /** The decimal mark where a column does not tell. */
  readonly decimal?: DecimalMark;
  readonly dateOrder?: DateOrder;
  /** More words for a missing value. */
  readonly missing?: readonly string[];
}

/** What a column says about the marks and orders of its file. */
export interface Evidence {
  readonly decimal?: DecimalMark;
  readonly dateOrder?: DateOrder;
  /** Whether its numbers could be thousands or fractions. */
  readonly isOpen: boolean;
}

/** What a column is. */
export interface Decision {
  /** How its cells are read; undefined for text. */
  readonly form: CellForm | undefined;
  readonly notices: readonly Notice[];
}

interface Found {
  count: number;
  readonly rows: number[];
  /** The first of the cells. */
  cell: string;
}

/** A cell taken apart; equal cells are taken apart once. */
interface Parts {
  readonly isMissing: boolean;
  readonly quantity?: Quantity;
  readonly point: number;
  readonly comma: number;
  readonly moment?: Moment;
  readonly isCode: boolean;
  readonly isLong: boolean;
  readonly isMarked: boolean;
  readonly hasGroups: boolean;
}

const MAX_KNOWN = 4096;
const MAX_WORDS = 1000;
const LISTED = 5;

/** Collects the cells of one column. */
export class ColumnTally {
  readonly #name: string;
  readonly #isCodes: boolean;
  readonly #missing: ReadonlySet<string> | undefined;
  readonly #missingList: readonly string[] | undefined;
  readonly #known = new Map<string, Parts>();
  #filled = 0;
  #numbers = 0;
  #pointOnly = 0;
  #commaOnly = 0;
  /** Numbers in which the mark may stand before thousands or a fraction. */
  readonly #open = { point: none(), comma: none() };
  #bareHundreds = 0;
  #bareAbove = 0;
  readonly #units = new Map<string, { unit: string; count: number; scale: boolean }>();
  readonly #currencyBefore = none();
  readonly #decorated = none();
  readonly #grouped = none();
  readonly #bounds: Found = none();
  readonly #codes: Found = none();
  readonly #long: Found = none();
  readonly #gaps: Found = none();
  readonly #gapWords = new Map<string, number>();
  /** Cells that are neither numbers nor dates. */
  readonly #words = new Map<string, number>();
  readonly #others = none();
  #dates = 0;
  #plainDates = 0;
  #dayFirst = 0;
  #monthFirst = 0;
  #times = 0;
  /** Days that are whole numbers, such as 20240229. */
  #compact = 0;
  /** How often a date is not before, and not after, the one above it, in each order. */
  readonly #steps = { day: { up: 0, down: 0, last: Number.NaN }, month: { up: 0, down: 0, last: Number.NaN } };
  #dateSteps = 0;
  readonly #firstDate = none();

  /** @param isLabel Whether it holds labels, which keep their spelling: a name such as "version" does not make text of them. */
  constructor(name: string, missing?: readonly string[], isLabel = false) {
    this.#name = name;
    this.#isCodes = !isLabel && namesCode(name);
    this.#missing = missingSet(missing);
    this.#missingList = missing === undefined || missing.length === 0 ? undefined : missing;
  }

  /** Takes the next cells; `places` are what notices name them by, their rows by default. */
  add(cells: readonly (string | null)[], places?: ArrayLike<number>): void {
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      if (cell !== null && cell !== "") this.#addCell(cell, places === undefined ? i : places[i]);
      if (this.#isText(cells.length - i)) return;
    }
  }

  /** Whether it is text whatever else comes: it has been given up long before. */
  #isText(rest: number): boolean {
    return this.#words.size > MAX_WORDS && this.#others.count > (1 - SHARE) * (this.#filled + rest) + 1;
  }

  #addCell(cell: string, row: number): void {
    let parts = this.#known.get(cell);
    if (parts === undefined) {
      parts = this.#partsOf(cell);
      if (this.#known.size < MAX_KNOWN) this.#known.set(cell, parts);
    }
    if (parts.isMissing) {
      note(this.#gaps, cell, row);
      this.#gapWords.set(cell, (this.#gapWords.get(cell) ?? 0) + 1);
      return;
    }
    this.#filled++;
    if (parts.isCode) note(this.#codes, cell, row);
    if (parts.isLong) note(this.#long, cell, row);
    const isNumber = parts.quantity !== undefined;
    if (isNumber) this.#addNumber(parts, cell, row);
    if (isNumber && parts.moment !== undefined && /^\s*\d{8}\s*$/.test(cell)) this.#compact++;
    if (parts.moment !== undefined) this.#addMoment(parts.moment, cell, row);
    if (isNumber || parts.moment !== undefined || parts.isCode || parts.isLong) return;
    note(this.#others, cell, row);
    if (this.#words.size <= MAX_WORDS) this.#words.set(cell, (this.#words.get(cell) ?? 0) + 1);
  }

  #partsOf(cell: string): Parts {
    const nothing = {
      isCode: false,
      isLong: false,
      isMarked: false,
      hasGroups: false,
      point: Number.NaN,
      comma: Number.NaN,
    };
    if (isMissingWord(cell, this.#missing)) return { ...nothing, isMissing: true };
    if (!/\d/.test(cell)) return { ...nothing, isMissing: false };
    const found = quantityOf(cell);
    const point = found === undefined ? Number.NaN : numberUnder(found.body, ".");
    const comma = found === undefined ? Number.NaN : numberUnder(found.body, ",");
    const isNumber = !Number.isNaN(point) || !Number.isNaN(comma);
    // A number is no date, but 12.2024 may be December, and 20241231 its last day.
    const moment = !isNumber || /^\s*(?:\d{1,2}\.\d{4}|\d{8})\s*$/.test(cell) ? momentOf(cell) : undefined;
    const withMoment = moment === undefined ? {} : { moment };
    if (found === undefined) return { ...nothing, ...withMoment, isMissing: false };
    const digits = found.body.replace(/[ '’]/g, "");
    const isPhone = /^\+/.test(cell.trim()) && / /.test(found.body);
    return {
      ...nothing,
      ...withMoment,
      isMissing: false,
      isCode: !isNumber && found.unit === "" && /^0\d+$/.test(digits),
      isLong: !isNumber && found.unit === "" && /^[1-9]\d{15,}$/.test(digits),
      isMarked: /[.,]/.test(found.body),
      hasGroups: isNumber && /\d[ '’]\d|[.,]\d+[.,]/.test(found.body),
      ...(isNumber && !isPhone ? { quantity: found, point, comma } : {}),
    };
  }

  #addNumber({ quantity, point, comma, isMarked, hasGroups }: Parts, cell: string, row: number): void {
    const { unit, bound, body, isNegative, scale, letterScale } = quantity as Quantity;
    this.#numbers++;
    if (Number.isNaN(comma)) this.#pointOnly++;
    else if (Number.isNaN(point)) this.#commaOnly++;
    else if (isMarked && point !== comma) note(this.#open[body.includes(".") ? "point" : "comma"], cell, row);
    else if (!isMarked && unit !== "%") {
      if (point >= 1000) this.#bareAbove++;
      else if (Number.isInteger(point) && point >= 100) this.#bareHundreds++;
    }
    if (bound !== "") note(this.#bounds, cell, row);
    if (hasGroups) note(this.#grouped, cell, row);
    if (unit !== "" || scale !== 1 || (isNegative && !/^[-\u2212]/.test(cell.trim()))) note(this.#decorated, cell, row);
    if (unit !== "" && /^[^\d-]*[$£₹¥]/.test(cell)) note(this.#currencyBefore, cell, row);
    const key = unitKey(unit);
    const known = this.#units.get(key) ?? { unit, count: 0, scale: letterScale !== undefined };
    known.count++;
    if (this.#units.size < MAX_WORDS) this.#units.set(key, known);
  }

  #addMoment(moment: Moment, cell: string, row: number): void {
    if (moment.kind === "time") {
      this.#times++;
      return;
    }
    this.#dates++;
    if (this.#firstDate.count === 0) note(this.#firstDate, cell, row);
    const { day, month } = moment;
    if (day === month) this.#plainDates++;
    else if (Number.isNaN(month)) this.#dayFirst++;
    else if (Number.isNaN(day)) this.#monthFirst++;
    this.#dateSteps++;
    for (const order of ["day", "month"] as const) {
      const steps = this.#steps[order];
      const value = moment[order];
      if (!(value < steps.last)) steps.up++;
      if (!(value > steps.last)) steps.down++;
      steps.last = value;
    }
  }

  /** What the column says about its file. */
  get evidence(): Evidence {
    const decimal = this.#ownDecimal();
    const dateOrder = this.#ownOrder();
    const isOpen = this.#isNumeric() && decimal === undefined && this.#open.point.count + this.#open.comma.count > 0;
    return { ...(decimal === undefined ? {} : { decimal }), ...(dateOrder === undefined ? {} : { dateOrder }), isOpen };
  }

  /** Whether some filled cell is neither number nor date. */
  get hasWords(): boolean {
    return this.#others.count > 0;
  }

  /** Whether it has cells with a mark that may stand before thousands. */
  get opens(): "comma" | "point" | undefined {
    if (!this.evidence.isOpen) return undefined;
    return this.#open.comma.count > 0 ? "comma" : "point";
  }

  #isNumeric(): boolean {
    const isMostly = this.#filled > 0 && this.#numbers >= SHARE * this.#filled;
    return isMostly && !this.#isCode();
  }

  #isCode(): boolean {
    return this.#codes.count > 0 || this.#long.count > 0 || this.#isCodes;
  }

  #isDates(): boolean {
    if (this.#filled === 0 || this.#isCodes) return false;
    return this.#dates >= SHARE * this.#filled && (this.#dates > this.#numbers || this.#isCompact());
  }

  #isCompact(): boolean {
    return this.#compact === this.#filled && this.#filled >= MIN_COMPACT;
  }

  /** The decimal mark that the column itself tells. */
  #ownDecimal(): DecimalMark | undefined {
    if (!this.#isNumeric() || this.#ownUnit() === undefined) return undefined;
    if (this.#pointOnly !== this.#commaOnly) return this.#pointOnly > this.#commaOnly ? "." : ",";
    const [point, comma] = [this.#open.point.count, this.#open.comma.count];
    if (point + comma === 0) return undefined;
    if (point > 0 && comma > 0) return undefined;
    // Every marked number has groups of three, and the others are below a thousand: the mark stands before thousands.
    const isThousands = this.#bareHundreds > 0 && this.#bareAbove === 0 && point + comma >= 3;
    if (isThousands) return point > 0 ? "," : ".";
    if (comma > 0 && this.#currencyBefore.count > 0) return "."; // $1,234
    return undefined;
  }

  #ownOrder(): DateOrder | undefined {
    if (!this.#isDates()) return undefined;
    if (this.#dayFirst !== this.#monthFirst) return this.#dayFirst > this.#monthFirst ? "day" : "month";
    if (this.#plainDates === this.#dates || this.#dateSteps < 4) return undefined;
    // Files are often in the order of their dates, which they have in one reading only.
    const inOrder = (steps: { up: number; down: number }) =>
      steps.up === this.#dateSteps || steps.down === this.#dateSteps;
    const [day, month] = [inOrder(this.#steps.day), inOrder(this.#steps.month)];
    return day === month ? undefined : day ? "day" : "month";
  }

  /** Decides what the column is. */
  decide(file: FileForm, places: Places): Decision {
    const missing = this.#missingList === undefined ? {} : { missing: this.#missingList };
    if (this.#filled === 0) return this.#gaps.count === 0 ? this.#empty() : { form: undefined, notices: [] };
    if (this.#isDates()) return this.#decideDates(file, places, missing);
    if (this.#times >= SHARE * this.#filled && !this.#isCodes) {
      const form: CellForm = { kind: "time", ...missing };
      const message = `column ${JSON.stringify(this.#name)}: times were read as hours`;
      const notice = { code: "times", message, column: this.#name };
      return { form, notices: [notice, ...this.#wordNotices(form, places, "times")] };
    }
    if (!this.#isNumeric()) return { form: undefined, notices: this.#doubts(places) };
    const decimal = this.#ownDecimal() ?? file.decimal ?? ".";
    const units = this.#ownUnit();
    if (units === undefined) return { form: undefined, notices: [this.#unitsNotice(places)] };
    const form: NumberForm = { kind: "number", decimal, ...units, ...missing };
    const rejected = this.#unread(form);
    if (rejected > (1 - SHARE) * this.#filled + 1e-9)
      return { form: undefined, notices: [this.#mixedNotice("numbers", places)] };
    return {
      form,
      notices: [...this.#writtenNotices(form, places), ...this.#wordNotices(form, places, "numbers")],
    };
  }

  /** How most of the cells are written, for a column that a person calls numeric. */
  bestForm(): CellForm {
    const missing = this.#missingList === undefined ? {} : { missing: this.#missingList };
    const most = Math.max(this.#numbers, this.#dates, this.#times);
    if (most === this.#times && most > this.#numbers) return { kind: "time", ...missing };
    if (most === this.#dates && most > this.#numbers) {
      return { kind: "date", order: this.#monthFirst > this.#dayFirst ? "month" : "day", ...missing };
    }
    const decimal = this.#commaOnly > this.#pointOnly ? "," : ".";
    const named = [...this.#units].filter(([key]) => key !== "").sort((a, b) => b[1].count - a[1].count);
    return { kind: "number", decimal, ...(this.#ownUnit() ?? { unit: named[0]?.[1].unit ?? "" }), ...missing };
  }

  #decideDates(file: FileForm, places: Places, missing: Pick<FileForm, "missing">): Decision {
    const own = this.#ownOrder();
    const isOpen = own === undefined && this.#plainDates < this.#dates;
    if (isOpen && file.dateOrder === undefined) return { form: undefined, notices: [this.#orderNotice(places)] };
    const form: CellForm = { kind: "date", order: own ?? file.dateOrder ?? "day", ...missing };
    if (this.#readable(form) < SHARE * this.#filled)
      return { form: undefined, notices: [this.#mixedNotice("dates", places)] };
    return { form, notices: this.#wordNotices(form, places, "dates") };
  }

  /** The unit of the numbers; undefined if they have several. */
  #ownUnit(): { unit?: string; scaled?: true } | undefined {
    const named = [...this.#units].filter(([key]) => key !== "").map(([, found]) => found);
    if (named.length === 0) return {};
    named.sort((a, b) => b.count - a.count);
    const bare = this.#units.get("")?.count ?? 0;
    if (named.every(({ scale }) => scale) && (named.length > 1 || bare > 0)) return { scaled: true };
    const [first] = named;
    return first.count + bare >= SHARE * this.#numbers ? { unit: first.unit } : undefined;
  }

  /** How many filled cells are no number under the form: words, other units, the other decimal mark. */
  #unread({ decimal, unit, scaled }: NumberForm): number {
    let otherUnits = 0;
    for (const [key, { count, scale }] of this.#units) {
      if (key !== "" && !(scaled === true && scale) && (unit === undefined || key !== unitKey(unit)))
        otherUnits += count;
    }
    return this.#filled - this.#numbers + otherUnits + (decimal === "." ? this.#commaOnly : this.#pointOnly);
  }

  #empty(): Decision {
    const message = `column ${JSON.stringify(this.#name)} has no value at all`;
    return { form: undefined, notices: [{ code: "empty-column", message, column: this.#name }] };
  }

  /** The one notice about cells that count as missing, with their words by count. */
  #wordNotices(form: CellForm, places: Places, what: string): Notice[] {
    const read = cellReader(form);
    const words = new Map(this.#gapWords);
    const others = [...this.#words, ...[...this.#known.keys()].flatMap((cell) => this.#isOdd(cell, read))];
    const unknown = new Map(others);
    for (const [word, count] of unknown) words.set(word, Math.max(count, words.get(word) ?? 0));
    const total = this.#gaps.count + this.#filled - this.#readable(form);
    if (total === 0) return [];
    const rows = merged(this.#gaps, this.#others).rows;
    return [missingNotice(this.#name, words, total, rows.map(places.of), places.word, what)];
  }

  /** A cell that is a number or date in itself, but not under the form. */
  #isOdd(cell: string, read: (cell: string) => { isWord: boolean }): (readonly [string, number])[] {
    const parts = this.#known.get(cell) as Parts;
    const isKind = parts.quantity !== undefined || parts.moment !== undefined;
    return isKind && read(cell).isWord ? [[cell, 1] as const] : [];
  }

  #readable(form: CellForm): number {
    if (form.kind === "number") return this.#filled - this.#unread(form);
    if (form.kind === "time") return this.#times;
    return this.#dates - (form.order === "day" ? this.#monthFirst : this.#dayFirst);
  }

  /** What was removed from the numbers. */
  #writtenNotices(form: NumberForm, places: Places): Notice[] {
    const name = JSON.stringify(this.#name);
    const read = cellReader(form);
    const notices: Notice[] = [];
    const say = (code: string, { cell, rows, count }: Found, sentence: (where: string, example: string) => string) => {
      const lines = rows.slice(0, LISTED).map(places.of);
      const { value } = read(cell);
      const example = Number.isNaN(value) ? JSON.stringify(cell) : `${JSON.stringify(cell)} as ${value}`;
      const message = `column ${name}: ${sentence(linesInWords(lines, count, places.word), example)}`;
      notices.push({ code, message, column: this.#name, lines });
    };
    const open = this.#open[form.decimal === "." ? "comma" : "point"];
    const grouped = open.count > 0 ? merged(this.#grouped, open) : this.#grouped;
    if (this.#decorated.count > 0) {
      const unit = form.scaled === true ? "multipliers" : form.unit === undefined ? "signs" : `the unit ${form.unit}`;
      say("unit", this.#decorated, (_, example) => `numbers with ${unit} were read as numbers (${example})`);
    } else if (grouped.count > 0) {
      say(
        "thousands-separator",
        grouped,
        (where, example) => `thousands separators were removed in ${where} (${example})`,
      );
    }
    if (this.#bounds.count > 0) {
      const cells = this.#bounds.count === 1 ? "1 cell" : `${this.#bounds.count} cells`;
      say("bound", this.#bounds, (_, example) => `limits were read as their number in ${cells} (${example})`);
    }
    return notices;
  }

  #orderNotice(places: Places): Notice {
    const { cell, rows } = this.#firstDate;
    const lines = rows.map(places.of);
    const message = `column ${JSON.stringify(this.#name)} has dates whose order of day and month cannot be told (${JSON.stringify(cell)}) and was kept as text; set the date order to "day" or "month"`;
    return { code: "date-order", message, column: this.#name, lines };
  }

  #unitsNotice(places: Places): Notice {
    const units = [...this.#units].filter(([key]) => key !== "").map(([, { unit }]) => unit);
    const lines = this.#decorated.rows.slice(0, 1).map(places.of);
    const message = `column ${JSON.stringify(this.#name)} was read as text because its numbers have several units (${units.slice(0, 4).join(", ")})`;
    return { code: "several-units", message, column: this.#name, lines };
  }

  #mixedNotice(what: string, places: Places): Notice {
    const lines = [this.#decorated, this.#grouped]
      .flatMap(({ rows }) => rows.slice(0, 1))
      .slice(0, 1)
      .map(places.of);
    const message = `column ${JSON.stringify(this.#name)} was read as text because its ${what} are written in different ways`;
    return { code: "mixed-numbers", message, column: this.#name, lines };
  }

  /** What is odd about a text column: codes with zeros in front, numbers too long, almost numbers. */
  #doubts(places: Places): Notice[] {
    const column = `column ${JSON.stringify(this.#name)}`;
    const like = this.#numbers + this.#codes.count + this.#long.count;
    const say = (code: string, { rows, count }: Found, sentence: (where: string) => string): Notice[] => {
      const lines = rows.slice(0, LISTED).map(places.of);
      return [{ code, message: sentence(linesInWords(lines, count, places.word)), column: this.#name, lines }];
    };
    if (like >= SHARE * this.#filled && this.#codes.count > 0) {
      return say(
        "zeros-in-front",
        this.#codes,
        (at) => `${column} was kept as text because of zeros in front in ${at}`,
      );
    }
    if (like >= SHARE * this.#filled && this.#long.count > 0) {
      const why = "numbers too long to keep all digits";
      return say("long-number", this.#long, (at) => `${column} was kept as text because of ${why} in ${at}`);
    }
    if (this.#numbers < ALMOST * this.#filled || this.#ownUnit() === undefined || this.#isCode()) return [];
    const listed = [...this.#words].sort((a, b) => b[1] - a[1]).slice(0, 5);
    const share = Math.floor((100 * this.#numbers) / this.#filled);
    const message = `${column} was read as text because only ${share} % of its cells are numbers (others are ${countedWords(listed)}); give it the role numeric to read them, or name the words for missing values`;
    return [{ code: "not-a-number", message, column: this.#name }];
  }
}

/** From this share of numbers on, a text column gets a notice about the other cells. */
const ALMOST = 0.7;

/** The one notice about cells that count as missing among numbers or dates: their words by count. */
export function missingNotice(
  name: string,
  words: ReadonlyMap<string, number>,
  total: number,
  lines: readonly number[],
  word: Places["word"] = "line",
  what = "numbers",
): Notice {
  const listed = [...words].sort((a, b) => b[1] - a[1]).slice(0, MAX_LISTED);
  const more = words.size > listed.length ? ` and ${words.size - listed.length} other words` : "";
  const cells = total === 1 ? "1 cell is" : `${total} cells are`;
  const where = lines.length === 0 ? "" : ` in ${linesInWords(lines, total, word)}`;
  const message = `column ${JSON.stringify(name)}: ${cells} read as missing among ${what}${where}: ${countedWords(listed)}${more}`;
  return { code: "missing-marker", message, column: name, ...(lines.length === 0 ? {} : { lines }) };
}

/** How many words a notice lists. */
const MAX_LISTED = 12;

function countedWords(words: readonly (readonly [string, number])[]): string {
  return words.map(([word, n]) => (n > 1 ? `${JSON.stringify(word)} (${n} times)` : JSON.stringify(word))).join(", ");
}

function merged(one: Found, other: Found): Found {
  const rows = [...new Set([...one.rows, ...other.rows])].sort((a, b) => a - b).slice(0, LISTED);
  return { count: one.count + other.count, rows, cell: one.count > 0 ? one.cell : other.cell };
}

function none(): Found {
  return { count: 0, rows: [], cell: "" };
}

function note(found: Found, cell: string, row: number): void {
  if (found.count === 0) found.cell = cell;
  found.count++;
  if (found.rows.length < LISTED) found.rows.push(row);
}
