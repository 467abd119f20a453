// Numbers as people write them: 3.14, 3,14, 1,234.5, 1.234,5, 1 234. One file has one decimal mark; which one is
// settled by cells that can be read in one way only. "1,234" alone settles nothing: it may be 1234 or 1.234.
import { isMissingMarker } from "./missing-marker.ts";

/** A decimal mark. */
export type DecimalMark = "." | ",";

/** Which decimal marks let every cell of a column be a number. */
export interface NumberReading {
  readonly point: boolean;
  readonly comma: boolean;
  /** Whether some cell has a mark or a gap in it, so that the choice matters. */
  readonly marked: boolean;
}

/** What may stand between groups of three digits beside the other mark; one number has one of them throughout. */
const GAPS = [" ", "\u00a0", "\u202f", "'", "’"];

/** Numbers with thousands separators. */
export const GROUPED: Readonly<Record<DecimalMark, RegExp>> = { ".": grouped("\\.", ","), ",": grouped(",", "\\.") };

/** Numbers without thousands separators. */
export const PLAIN: Readonly<Record<DecimalMark, RegExp>> = {
  ".": /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/,
  ",": /^[+-]?(?:(?:0|[1-9]\d*)(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/,
};

function grouped(decimal: string, thousands: string): RegExp {
  const groups = [thousands, ...GAPS].map((gap) => `(?:${gap}\\d{3})+`).join("|");
  return new RegExp(`^[+-]?\\d{1,3}(?:${groups})(?:${decimal}\\d*)?$`);
}

/** How a column's cells could be numbers; empty cells and markers for missing values count as neither. */
export function numberReading(cells: Iterable<string | null>): NumberReading {
  let point = true;
  let comma = true;
  let marked = false;
  let any = false;
  for (const cell of cells) {
    if (cell === null || cell === "" || isMissingMarker(cell)) continue;
    any = true;
    point &&= Number.isFinite(numberUnder(cell, "."));
    comma &&= Number.isFinite(numberUnder(cell, ","));
    if (!point && !comma) break;
    marked ||= /[.,'’ \u00a0\u202f]/.test(cell);
  }
  return { point: point && any, comma: comma && any, marked };
}

/**
 * The number that a cell means under a decimal mark, thousands separators allowed; NaN if it is not a number, or reading it
 * would lose something (zeros in front, whole numbers above 2^53, beyond the range of doubles).
 * @example numberUnder("1.234,5", ",") // 1234.5
 */
export function numberUnder(cell: string, decimal: DecimalMark): number {
  if (PLAIN[decimal].test(cell)) return exact(cell.replace(",", "."));
  if (!GROUPED[decimal].test(cell)) return Number.NaN;
  const bare = cell.replace(decimal === "." ? /[, \u00a0\u202f'’]/g : /[. \u00a0\u202f'’]/g, "");
  return exact(bare.replace(",", "."));
}

function exact(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) return Number.NaN;
  return /^[+-]?\d+$/.test(text) && !Number.isSafeInteger(value) ? Number.NaN : value;
}
