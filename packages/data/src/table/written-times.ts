// Points in time of Parquet and Arrow files as text. A table keeps milliseconds since 1970, and writes them as UTC; such
// files count micro- or nanoseconds, and may name no zone. Only exports need the difference.
import type { DateColumn } from "./table.ts";

/** How the times of a column are kept in its file. */
export interface TimeForm {
  readonly perSecond: bigint;
  /** Whether they are points in time; if not, they are what a clock showed, of no zone. */
  readonly isZoned: boolean;
}

/** The column with the text of each time that `cellText` would write otherwise. */
export function withWrittenTimes(column: DateColumn, ticks: ArrayLike<bigint | null>, form: TimeForm): DateColumn {
  const written = new Map<number, string>();
  for (let row = 0; row < ticks.length; row++) addTime(written, row, ticks[row], form);
  return written.size === 0 ? column : { ...column, written };
}

/** What a Map holds at most; later rows are written as `cellText` gives them. */
const MAX_TIMES = 2 ** 24;

/** Adds the text of a time, unless `cellText` would write the same. */
function addTime(written: Map<number, string>, row: number, ticks: bigint | null, form: TimeForm): void {
  const text = written.size < MAX_TIMES ? timeText(ticks, form) : null;
  if (text !== null) written.set(row, text);
}

/**
 * The text of a time with all of its digits; null where it is missing, or `cellText` writes the same.
 * @param ticks Since 1970.
 */
export function timeText(ticks: bigint | null, { perSecond, isZoned }: TimeForm): string | null {
  if (ticks === null) return null;
  const rest = ((ticks % perSecond) + perSecond) % perSecond;
  const date = new Date(Number((ticks - rest) / perSecond) * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const nanoseconds = (rest * 1_000_000_000n) / perSecond;
  const isFine = nanoseconds % 1_000_000n !== 0n;
  const text = date.toISOString();
  const isMidnight = nanoseconds === 0n && text.endsWith("T00:00:00.000Z");
  if (isMidnight || (isZoned && !isFine)) return null;
  const digits = String(nanoseconds)
    .padStart(9, "0")
    .replace(/(?:000){1,2}$/, ""); // milli-, micro- or nanoseconds
  return `${text.slice(0, -5)}.${digits || "000"}${isZoned ? "Z" : ""}`;
}
