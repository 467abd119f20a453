// A day, a time or a month as people write it: 2024-02-29, 31.12.2024, 12/31/24 11:59 PM, 29 Feb 2024, Feb 2024, 2024-02,
// Q1 2024, 13:45. Whether 01/02/2024 is in January or February a whole column decides (column-tally.ts).
import { parseDate } from "../../table/parse-date.ts";

/** Which part of a date comes first where both day and month may. */
export type DateOrder = "day" | "month";

/** A cell that holds a date, a month or a time of day, in both orders of day and month. */
export interface Moment {
  readonly kind: "date" | "month" | "time";
  /** Milliseconds since 1970, or hours of a time; NaN if there is no such day in this order. */
  readonly day: number;
  readonly month: number;
}

const TIME = "(\\d{1,2}):([0-5]\\d)(?::([0-5]\\d)(?:[.,]\\d{1,9})?)?\\s*([AaPp]\\.?\\s?[Mm]\\.?)?";
const ZONE = "(?:\\s*(?:Z|UTC|GMT)?\\s*([+-]\\d{2}:?\\d{2})?)?";
const WITH_TIME = new RegExp(
  `^(.*[\\d日일])(?:\\s*[T,]\\s*|\\s+|\\s+(?:at|um|à)\\s+)${TIME}(?:\\s*(?:Uhr|h))?${ZONE}$`,
);
const ONLY_TIME = new RegExp(`^${TIME.replace("\\d{1,2}", "\\d{1,3}")}(?:\\s*(?:Uhr|h))?$`);
const NUMERIC = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/;
const ASIAN = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/;
const WEEKDAY = /^\p{L}{2,10}[.,]{0,2}\s+(?=\d|\p{L}{3,})/u;
const DAY_NAME =
  /^(\d{1,2})(?:st|nd|rd|th|\.|º|er)?(?:\s+(?:of|de|di)(?=\s))?[\s/.-]*(\p{L}{3,10})\.?(?:\s+de)?[\s/.,'-]*(\d{4}|\d{2})$/iu;
const NAME_DAY = /^(\p{L}{3,10})\.?[\s/.-]+(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+|[/.-])(\d{4}|\d{2})$/iu;
const YEAR_NAME_DAY = /^(\d{4})[\s/.-]+(\p{L}{3,10})\.?[\s/.-]+(\d{1,2})$/iu;
const NAME_YEAR = /^(\p{L}{3,10})\.?[\s/.,'-]*(\d{4}|'?\d{2})$/iu;
const YEAR_NAME = /^(\d{4})[\s/.-]+(\p{L}{3,10})\.?$/iu;
const YEAR_MONTH = /^(1[5-9]\d\d|20\d\d|21\d\d)[/-](0?[1-9]|1[0-2])$/;
const MONTH_YEAR = /^(0?[1-9]|1[0-2])[/.-](1[5-9]\d\d|20\d\d|21\d\d)$/;
const QUARTER = /^(?:(1[5-9]\d\d|20\d\d)[\s/-]?[QT]([1-4])|[QT]([1-4])[\s/-]*'?(1[5-9]\d\d|20\d\d))$/i;

/** Longer cells hold more than a date. */
const MAX_LENGTH = 48;
const HOUR = 3_600_000;

/** The date, month or time in a cell; undefined if the cell holds anything else. */
export function momentOf(cell: string): Moment | undefined {
  if (cell.length > MAX_LENGTH || cell.length < 4) return undefined;
  const text = cell.trim().replace(/[\u00a0\u202f]/g, " ");
  const iso = parseDate(text);
  if (!Number.isNaN(iso)) return both("date", iso);
  const alone = ONLY_TIME.exec(text);
  if (alone !== null) {
    const hours = clock(alone, 1);
    return hours === undefined ? undefined : both("time", hours);
  }
  const timed = WITH_TIME.exec(text);
  if (timed === null) return dayOf(text);
  const hours = clock(timed, 2);
  const found = dayOf(timed[1]);
  if (hours === undefined || hours >= 24 + 1e-9 || found?.kind !== "date") return undefined;
  const offset = hours * HOUR - zone(timed[6]);
  return { kind: "date", day: Math.round(found.day + offset), month: Math.round(found.month + offset) };
}

function both(kind: Moment["kind"], value: number): Moment {
  return { kind, day: value, month: value };
}

/** Hours from the groups of TIME. */
function clock(match: RegExpExecArray, from: number): number | undefined {
  const [hour, minute, second] = [0, 1, 2].map((i) => Number(match[from + i] ?? 0));
  const half = match[from + 3]?.[0].toLowerCase();
  if (half === undefined) return hour + minute / 60 + second / 3600;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === "p" ? 12 : 0) + minute / 60 + second / 3600;
}

function zone(offset: string | undefined): number {
  if (offset === undefined) return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset[0] === "-" ? -minutes : minutes) * 60_000;
}

/**
 * Whole numbers such as 20240229 as days, in milliseconds since 1970; undefined where one of them is no day from 1900 to 2099, or there are
 * too few to tell.
 * @param least How many there must be.
 */
export function compactDays(numbers: Float64Array, least = MIN_COMPACT): Float64Array | undefined {
  let count = 0;
  const days = new Float64Array(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row];
    days[row] = number !== number ? Number.NaN : compactDay(number);
    if (number !== number) continue;
    if (Number.isNaN(days[row])) return undefined;
    count++;
  }
  return count < least ? undefined : days;
}

/** Fewer whole numbers may be days by chance. */
export const MIN_COMPACT = 3;

function compactDay(number: number): number {
  if (!(number >= 19000101 && number <= 20991231) || !Number.isInteger(number)) return Number.NaN;
  return utc(Math.floor(number / 10_000), Math.floor(number / 100) % 100, number % 100);
}

function dayOf(text: string): Moment | undefined {
  if (/^\d{8}$/.test(text)) return real(both("date", compactDay(Number(text))));
  const first = YEAR_FIRST.exec(text) ?? ASIAN.exec(text);
  if (first !== null) {
    const [year, month, day] = first.length === 5 ? [first[1], first[3], first[4]] : first.slice(1);
    return real(both("date", utc(Number(year), Number(month), Number(day))));
  }
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    if (numeric[1].length > 2) return undefined;
    const [a, b, year] = [Number(numeric[1]), Number(numeric[3]), yearOf(numeric[4])];
    const isDotted = numeric[2] === ".";
    const day = utc(year, b, a);
    return real({ kind: "date", day, month: isDotted ? day : utc(year, a, b) });
  }
  const found = monthOrQuarter(text) ?? named(text);
  if (found !== undefined) return found;
  const rest = text.replace(WEEKDAY, "");
  return rest === text ? undefined : dayOf(rest);
}

function monthOrQuarter(text: string): Moment | undefined {
  const yearFirst = YEAR_MONTH.exec(text);
  if (yearFirst !== null) return both("month", utc(Number(yearFirst[1]), Number(yearFirst[2]), 1));
  const monthFirst = MONTH_YEAR.exec(text);
  if (monthFirst !== null) return both("month", utc(Number(monthFirst[2]), Number(monthFirst[1]), 1));
  const quarter = QUARTER.exec(text);
  if (quarter === null) return undefined;
  const [year, number] = quarter[1] === undefined ? [quarter[4], quarter[3]] : [quarter[1], quarter[2]];
  return both("month", utc(Number(year), 3 * Number(number) - 2, 1));
}

function named(text: string): Moment | undefined {
  const dayName = DAY_NAME.exec(text);
  if (dayName !== null) return date(dayName[3], dayName[2], dayName[1]);
  const nameDay = NAME_DAY.exec(text);
  if (nameDay !== null) return date(nameDay[3], nameDay[1], nameDay[2]);
  const yearName = YEAR_NAME_DAY.exec(text);
  if (yearName !== null) return date(yearName[1], yearName[2], yearName[3]);
  const monthYear = NAME_YEAR.exec(text);
  if (monthYear !== null) return date(monthYear[2].replace("'", ""), monthYear[1], undefined);
  const yearMonth = YEAR_NAME.exec(text);
  return yearMonth === null ? undefined : date(yearMonth[1], yearMonth[2], undefined);
}

function date(year: string, name: string, day: string | undefined): Moment | undefined {
  const month = monthNumber(name);
  if (month === undefined) return undefined;
  return real(both(day === undefined ? "month" : "date", utc(yearOf(year), month, Number(day ?? 1))));
}

function real(moment: Moment): Moment | undefined {
  return Number.isNaN(moment.day) && Number.isNaN(moment.month) ? undefined : moment;
}

/** Two digits up to 68 are of this century, as POSIX has it. */
function yearOf(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year + (year <= 68 ? 2000 : 1900);
}

/** The first millisecond of a day; NaN if there is no such day. */
function utc(year: number, month: number, day: number): number {
  const found = new Date(0);
  found.setUTCFullYear(year, month - 1, day);
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? found.getTime() : Number.NaN;
}

/** Beginnings of the names of months that tell them apart: English, German, French, Spanish, Italian, Portuguese, Dutch, Nordic. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|jän|ene|gen)/,
  /^(?:feb|fév|fev)/,
  /^(?:mar|mär|mrz|mrt|maa)(?!i)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|mei|maj|mag|mayo)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|aoû|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|out|ott)/,
  /^nov/,
  /^(?:dec|dez|déc|dic)/,
];
const FULL = new Set(
  (
    "january february march april may june july august september sept october november december " +
    "januar jänner februar märz maerz april mai juni juli august september oktober november dezember mrz " +
    "janvier février fevrier mars avril mai juin juillet juil août aout septembre octobre novembre décembre decembre janv févr avr " +
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre sept " +
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre sett " +
    "janeiro fevereiro março marco abril maio junho julho agosto setembro outubro novembro dezembro " +
    "januari februari maart april mei juni juli augustus september oktober november december mrt " +
    "januari februari mars april maj juni juli augusti september oktober november december marts august desember"
  ).split(" "),
);

function monthNumber(name: string): number | undefined {
  const word = name.toLowerCase();
  if (word.length > 3 && !FULL.has(word)) return undefined;
  const month = MONTHS.findIndex((pattern) => pattern.test(word));
  return month < 0 ? undefined : month + 1;
}
