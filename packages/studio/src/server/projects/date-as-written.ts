import { cellText, type DateColumn } from "@xpal/data";

/** A date as the file had it, which may have more digits or name no zone; ours is of UTC. Null where it is missing. */
export function dateAsWritten(column: DateColumn, item: number): string | null {
  return Number.isNaN(column.values[item]) ? null : (column.written?.get(item) ?? cellText(column, item));
}
