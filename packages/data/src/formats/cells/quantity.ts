// A number as people write it, taken apart: "$4,780.17", "12,50 €", "3.2 kg", "45 %", "(1,234)", "1.234,50-", "<0.5",
// "€110.5M". What the digits mean depends on the decimal mark, which the whole column decides (column-tally.ts).

/** A decimal mark. */
export type DecimalMark = "." | ",";

/** A cell that holds one number and what belongs to it. */
export interface Quantity {
  /** Digits with their marks and exponent, without sign. */
  readonly body: string;
  readonly isNegative: boolean;
  /** What the number counts: "$", "EUR", "%", "kg"; "" where nothing is written. */
  readonly unit: string;
  /** 1000 for "k" and so on, where it is certain that a multiplier is meant. */
  readonly scale: number;
  /** What the unit may be besides: "K" and "M" are multipliers in a column that has several of them. */
  readonly letterScale?: number;
  /** "<", ">", "~" or "+", where the cell says less than a number. */
  readonly bound: string;
}

const GAP = " '’";
const PREFIX_CODES =
  "USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RUB|BRL|MXN|ZAR|KRW|SGD|HKD|TRY|ILS|THB|MYR|IDR|PHP|AED|SAR|RON|BGN|UAH|ARS|CLP|COP|PEN|VND|EGP|NGN|KES|PKR|TWD|Rs\\.?|Fr\\.|SFr\\.?|kr\\.?|zł|Kč|Ft|R(?=\\s?\\d)|RM|Rp\\.?|S/\\.?|lei|DM";
const CURRENCY_BEFORE = new RegExp(`^(?:[A-Za-z]{0,3}\\p{Sc}|(?:${PREFIX_CODES}))\\s*`, "u");
const CURRENCY = new RegExp(
  `^(?:[A-Za-z]{0,3}\\p{Sc}[A-Za-z]{0,3}|(?:${PREFIX_CODES})|kr|euros?|dollars?|pounds?|cents?|ct)$`,
  "iu",
);
const BOUND =
  /^(?:<=|>=|=<|=>|[<>≤≥≈~]|(?:ca\.?|approx\.?|about|circa|around|under|over|below|above|min\.?|max\.?|bis|unter|über)(?=[\s\d]))\s*/iu;
const BODY = /^(?:\d[\d.,'’ ]*|[.,]\d+)(?:[eE][+-]?\d+(?![\d.,]))?/;
/** One or two words, perhaps a quotient or with a power: kg, km/h, m², sq ft, mg/dl, EUR/m2. */
const UNIT =
  /^(?:["″′]$|[\p{L}\p{Sc}%‰°µ])[^\s\d()"]{0,14}[²³23]?(?: ?\/ ?[\p{L}][^\s\d()]{0,8}[²³23]?| [\p{L}][^\s\d()/]{0,8}[²³23]?)?$/u;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|tsd\.?|thousand)$/i, 1e3],
  [/^(?:m|mn|mio\.?|million(?:s|en)?)$/i, 1e6],
  [/^(?:b|bn|mrd\.?|billion(?:s)?|milliarden?)$/i, 1e9],
];
const SCALE_WORD = /^(?:tsd\.?|thousand|mn|mio\.?|million(?:s|en)?|bn|mrd\.?|billion(?:s)?|milliarden?)$/i;

const SIGN = /^[+-]\s*/;
const MINUS = /^-\s*(?=$|\p{Sc}|[A-Z]{3}$)/u;
const SIGN_BEHIND = /\s*-$/;
/** What a price is for: "/month", "per night", "p.a.". */
const PER = /^(?:\/ ?\p{L}+\.?[²³23]?|per \p{L}+|p\. ?[am]\.)$/u;

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const NOT_ASCII = /[^\x00-\x7f]/;

/** Longer cells hold more than a number and its unit. */
const MAX_LENGTH = 48;

/**
 * The number in a cell and what belongs to it; undefined if the cell holds anything else.
 * @example quantityOf("(€ 1.234,50)") // { body: "1.234,50", isNegative: true, unit: "€", scale: 1, bound: "" }
 */
export function quantityOf(cell: string): Quantity | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  let text = NOT_ASCII.test(cell)
    ? cell
        .replace(/[\u00a0\u2007\u2009\u202f\u2002\u2003]/g, " ")
        .replace(/[\u2212\u2013\u2012\ufe63\uff0d]/g, "-")
        .trim()
    : cell.trim();
  let isNegative = false;
  const bound = /^[\d$(+.-]/.test(text) ? "" : (BOUND.exec(text)?.[0] ?? "");
  text = text.slice(bound.length);
  if (text.startsWith("(") && text.endsWith(")")) {
    isNegative = true;
    text = text.slice(1, -1).trim();
  }
  let signs = 0;
  const takeSign = (pattern: RegExp) => {
    const sign = pattern.exec(text)?.[0];
    if (sign === undefined) return;
    signs++;
    if (sign.trim() === "-") isNegative = !isNegative;
    text = pattern === SIGN_BEHIND ? text.slice(0, -sign.length) : text.slice(sign.length);
  };
  takeSign(SIGN);
  const before = /^[\d.]/.test(text) ? "" : (CURRENCY_BEFORE.exec(text)?.[0] ?? "");
  text = text.slice(before.length);
  if (before !== "" && text.startsWith("(") && text.endsWith(")")) {
    isNegative = true;
    text = text.slice(1, -1).trim();
  }
  takeSign(SIGN);
  const found = BODY.exec(text)?.[0];
  if (found === undefined) return undefined;
  let body = found.trimEnd();
  text = text.slice(found.length).trim();
  const round = /[.,]$/.test(body) ? /^(?:--?|—)(?!\d)\s*/.exec(text)?.[0] : undefined; // a price such as 12,-
  if (round !== undefined) {
    body = body.slice(0, -1);
    text = text.slice(round.length);
  }
  if (text.includes("-")) {
    takeSign(MINUS); // behind the number, as bookkeeping writes it
    if (CURRENCY.test(text.replace(SIGN_BEHIND, ""))) takeSign(SIGN_BEHIND);
  }
  if (signs > 1) return undefined;
  const isOpen = bound === "" && text === "+";
  return withUnit({ body, isNegative, bound: isOpen ? "+" : bound.trim() }, before.trim(), isOpen ? "" : text);
}

function withUnit(
  number: Pick<Quantity, "body" | "isNegative" | "bound">,
  before: string,
  rest: string,
): Quantity | undefined {
  if (rest === "") return { ...number, unit: before, scale: 1 };
  if (rest === "%") return before === "" ? { ...number, unit: rest, scale: 1 } : undefined;
  const glued = /^(k|K|T|M|m|Mio\.?|Mrd\.?|bn|mn)(\p{Sc}|EUR|USD)$/u.exec(rest); // k€, M$
  if (glued !== null && before === "") return { ...number, unit: glued[2], scale: scaleOf(glued[1]) ?? 1e3 };
  const [first, second = "", ...more] = rest.split(" ");
  const scale = scaleOf(first);
  if (scale !== undefined && more.length === 0) {
    const isCurrency = before === "" ? CURRENCY.test(second) : second === "" || CURRENCY.test(second);
    if (isCurrency || (second === "" && SCALE_WORD.test(first))) return { ...number, unit: before || second, scale };
    if (second === "") return { ...number, unit: first, scale: 1, letterScale: scale };
  }
  if (before === "") return UNIT.test(rest) ? { ...number, unit: rest, scale: 1 } : undefined;
  if (CURRENCY.test(rest)) return { ...number, unit: before, scale: 1 };
  return PER.test(rest) ? { ...number, unit: `${before} ${rest}`, scale: 1 } : undefined;
}

function scaleOf(word: string): number | undefined {
  return SCALES.find(([pattern]) => pattern.test(word))?.[1];
}

/** Numbers with thousands separators, the last group of three behind; pairs before it are Indian. */
const GROUPED: Readonly<Record<DecimalMark, RegExp>> = { ".": grouped("\\.", ","), ",": grouped(",", "\\.") };

/** Numbers without thousands separators. */
export const PLAIN: Readonly<Record<DecimalMark, RegExp>> = {
  ".": /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/,
  ",": /^[+-]?(?:(?:0|[1-9]\d*)(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/,
};

function grouped(decimal: string, thousands: string): RegExp {
  const groups = [thousands, ...GAP].map((gap) => `(?:${gap}\\d{3})+`).join("|");
  const pairs = thousands === "," ? "|(?:,\\d{2})+,\\d{3}" : "";
  return new RegExp(`^[+-]?[1-9]\\d{0,2}(?:${groups}${pairs})(?:${decimal}\\d*)?$`);
}

/**
 * The number that digits mean under a decimal mark, thousands separators allowed; NaN if they are not a number, or reading them
 * would lose something (zeros in front, whole numbers above 2^53, beyond the range of doubles).
 * @example numberUnder("1.234,5", ",") // 1234.5
 */
export function numberUnder(digits: string, decimal: DecimalMark): number {
  if (PLAIN[decimal].test(digits)) return exact(digits.replace(",", "."));
  if (!/[ '’,.]\d{3}/.test(digits) && !NOT_ASCII.test(digits)) return Number.NaN;
  const text = digits.replace(/[\u00a0\u202f\u2009]/g, " ");
  if (!GROUPED[decimal].test(text)) return Number.NaN;
  const bare = text.replace(decimal === "." ? /[, '’]/g : /[. '’]/g, "");
  return exact(bare.replace(",", "."));
}

function exact(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) return Number.NaN;
  return /^[+-]?\d+$/.test(text) && !Number.isSafeInteger(value) ? Number.NaN : value;
}

/** The spelling by which units are compared: "years" and "Year" are one, as are "1st" and "2nd". */
export function unitKey(unit: string): string {
  const word = unit.toLowerCase().replace(/\.$/, "").replace(/\s+/g, "");
  if (/^(?:st|nd|rd|th)$/.test(word)) return "th";
  if (/^(?:us)?\$$|^usd$|^dollars?$/.test(word)) return "$";
  if (/^€$|^eur$|^euros?$/.test(word)) return "€";
  if (/^£$|^gbp$/.test(word)) return "£";
  return word.length > 3 && /^\p{L}+$/u.test(word) ? word.replace(/(?:e[sn]?|n|s)$/, "") : word;
}
