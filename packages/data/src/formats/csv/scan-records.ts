// The fast twin of split-records.ts: one pass over the bytes that parses numbers in place and makes no string for
// them. A column taken for numbers that turns out to hold something else is given up here and read in a second pass.

import { isMissingWord } from "../cells/missing-words.ts";
import { CellDecoder } from "./cell-decoder.ts";
import { parsed, parseNumber } from "./parse-number.ts";
import type { RecordFault } from "./split-records.ts";

export const SKIP = 0;
export const NUMBER = 1;
export const TEXT = 2;

/** How to read the bytes; separator, quote and decimal mark are single bytes. */
export interface ScanPlan {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  /** The line on which `from` lies. */
  readonly line: number;
  readonly separator: number;
  readonly quote: number;
  readonly decimal: number;
  /** SKIP, NUMBER or TEXT for each column. */
  readonly kinds: Uint8Array;
  readonly expectedRows: number;
  /** Words for a missing value beside those that are known, in lower case. */
  readonly missing?: ReadonlySet<string>;
}

/** Something that happened on some lines: how often, and the first of them. */
export interface Occurrence {
  count: number;
  readonly lines: number[];
}

/** What a scan found. */
export interface Scan {
  readonly rows: number;
  readonly lines: Uint32Array;
  /** Per column of kind NUMBER that kept to it. */
  readonly numbers: (Float64Array | undefined)[];
  /** Per column of kind TEXT. */
  readonly texts: ((string | null)[] | undefined)[];
  /** Columns of kind NUMBER that hold something else. */
  readonly failed: readonly number[];
  /** Per column: cells that held a marker for a missing value among numbers. */
  readonly markers: ReadonlyMap<number, Occurrence & { readonly words: Map<string, number> }>;
  /** Whether a decimal mark stood in some number. */
  readonly pointLine: number | undefined;
  readonly ragged: Occurrence & { readonly widths: number[] };
  readonly blank: Occurrence;
  readonly strayQuotes: Occurrence;
  /** The line after the last record. */
  readonly nextLine: number;
  /** Where the record with the fault begins. */
  readonly faultAt?: number;
  readonly fault?: RecordFault;
}

/** Scans records into columns. */
export function scanRecords(plan: ScanPlan): Scan {
  const { bytes, to: end, separator, quote, decimal } = plan;
  const width = plan.kinds.length;
  const kinds = plan.kinds.slice();
  const bareDecimal = decimal === separator ? 0 : decimal;
  const space = separator === 32 ? 0 : 32; // a byte that text cannot hold when spaces separate
  let capacity = Math.max(16, plan.expectedRows);
  let lines = new Uint32Array(capacity);
  const numbers = Array.from(kinds, (kind) => (kind === NUMBER ? new Float64Array(capacity) : undefined));
  const texts = Array.from(kinds, (kind): (string | null)[] | undefined => (kind === TEXT ? [] : undefined));
  const decoders = Array.from(kinds, (kind) => (kind === TEXT ? new CellDecoder(bytes) : undefined));
  const failed: number[] = [];
  const markers = new Map<number, Occurrence & { words: Map<string, number> }>();
  const ragged = { count: 0, lines: [] as number[], widths: [] as number[] };
  const blank: Occurrence = { count: 0, lines: [] };
  const strayQuotes: Occurrence = { count: 0, lines: [] };
  let pointLine: number | undefined;
  let rows = 0;
  let at = plan.from;
  let line = plan.line;
  let recordAt = at;
  const finish = (fault?: RecordFault): Scan => ({
    rows,
    lines: lines.slice(0, rows),
    numbers: numbers.map((values) => values?.slice(0, rows)),
    texts,
    failed,
    markers,
    pointLine,
    ragged,
    blank,
    strayQuotes,
    nextLine: line,
    ...(fault === undefined ? {} : { fault, faultAt: recordAt }),
  });

  while (at < end) {
    const startLine = line;
    recordAt = at;
    let column = 0;
    let isBlank = true;
    for (;;) {
      const kind = column < width ? kinds[column] : SKIP;
      if (kind === NUMBER) {
        while (bytes[at] === space) at++;
        const value = parseNumber(bytes, at, bareDecimal);
        if (value === value) {
          let stop = parsed.end;
          while (bytes[stop] === space) stop++;
          if (stop >= end || bytes[stop] === separator || bytes[stop] === 10 || bytes[stop] === 13) {
            (numbers[column] as Float64Array)[rows] = value;
            if (parsed.hasPoint && pointLine === undefined) pointLine = startLine;
            isBlank = false;
            at = stop;
            column++;
            if (at < end && bytes[at] === separator) {
              at++;
              continue;
            }
            break;
          }
        }
      }
      while (bytes[at] === space) at++;
      let from = at;
      let to: number;
      let doubled = false;
      const isQuoted = at < end && bytes[at] === quote;
      if (isQuoted) {
        const opened = line;
        from = ++at;
        for (;;) {
          if (at >= end) return finish({ kind: "open-quote", line: opened });
          const byte = bytes[at];
          if (byte === quote) {
            if (at + 1 >= end || bytes[at + 1] !== quote) break;
            doubled = true;
            at++;
          } else if (byte === 10 || (byte === 13 && bytes[at + 1] !== 10)) line++;
          at++;
        }
        to = at++;
        while (bytes[at] === space) at++;
        if (at < end && bytes[at] !== separator && bytes[at] !== 10 && bytes[at] !== 13) {
          return finish({ kind: "text-after-quote", line });
        }
      } else {
        let stray = false;
        while (at < end && bytes[at] !== separator && bytes[at] !== 10 && bytes[at] !== 13) {
          if (bytes[at] === quote) stray = true;
          at++;
        }
        to = at;
        while (to > from && bytes[to - 1] === space) to--;
        if (stray) note(strayQuotes, startLine);
      }
      if (isQuoted || to > from) isBlank = false;
      if (kind === TEXT) {
        const text = to === from ? null : (decoders[column] as CellDecoder).decode(from, to);
        const letter = String.fromCharCode(quote);
        (texts[column] as (string | null)[])[rows] = doubled
          ? (text as string).replaceAll(letter + letter, letter)
          : text;
      } else if (kind === NUMBER) {
        const value = to === from ? Number.NaN : parseNumber(bytes, from, isQuoted ? decimal : bareDecimal);
        (numbers[column] as Float64Array)[rows] = value;
        if (to > from && !(value === value && parsed.end === to)) {
          const word = to - from <= MAX_WORD ? latin(bytes, from, to) : "";
          if (word !== "" && isMissingWord(word, plan.missing)) {
            (numbers[column] as Float64Array)[rows] = Number.NaN;
            const marked = markers.get(column) ?? { count: 0, lines: [], words: new Map<string, number>() };
            markers.set(column, marked);
            marked.words.set(word, (marked.words.get(word) ?? 0) + 1);
            note(marked, startLine);
          } else {
            kinds[column] = SKIP;
            numbers[column] = undefined;
            failed.push(column);
          }
        } else if (to > from && parsed.hasPoint && pointLine === undefined) pointLine = startLine;
      }
      column++;
      if (at >= end || bytes[at] !== separator) break;
      at++;
    }
    if (at < end && bytes[at] === 13 && bytes[at + 1] === 10) at++;
    at++;
    line++;
    if (column === width) {
      lines[rows++] = startLine;
      if (rows === capacity) {
        capacity = Math.ceil(capacity * 1.5);
        lines = grown(lines, new Uint32Array(capacity));
        for (let c = 0; c < width; c++) {
          const values = numbers[c];
          if (values !== undefined) numbers[c] = grown(values, new Float64Array(capacity));
        }
      }
    } else if (isBlank && column === 1) {
      note(blank, startLine);
    } else {
      if (ragged.lines.length < LISTED) ragged.widths.push(column);
      note(ragged, startLine);
    }
  }
  for (const values of texts) if (values !== undefined) values.length = rows;
  return finish();
}

/** No longer cell is looked up among the words for missing values here; the tally of a column knows the others. */
const MAX_WORD = 32;

/** How many lines an occurrence keeps. */
export const LISTED = 5;

function note(occurrence: Occurrence, line: number): void {
  occurrence.count++;
  if (occurrence.lines.length < LISTED && occurrence.lines[occurrence.lines.length - 1] !== line) {
    occurrence.lines.push(line);
  }
}

function grown<T extends Float64Array | Uint32Array>(values: T, larger: T): T {
  larger.set(values);
  return larger;
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
