// The decimal mark of a project's file. A file has one: readers reject a text that has both, our own among them, so that our numbers are
// written with the mark of the file's. docs/decisions/0487-decimal-mark-of-exports.md says more.
import type { Table } from "@xpal/data";

export type DecimalMark = "." | ",";

/** The mark that the first number with a fraction was written with; a point where there is none. */
export function decimalMarkOf({ columns }: Table): DecimalMark {
  for (const column of columns) {
    if (column.type !== "number") continue;
    const row = column.values.findIndex((value) => !Number.isNaN(value) && !Number.isInteger(value));
    if (row >= 0) return isUnder(column.written?.get(row), column.values[row], ",") ? "," : ".";
  }
  return ".";
}

/** A number in a text with this mark; as it was written, unless it would be another number there. */
export function numberText(value: number, written: string | undefined, mark: DecimalMark): string {
  const other = mark === "." ? "," : ".";
  const keeps = written !== undefined && (isUnder(written, value, mark) || !isUnder(written, value, other));
  return keeps ? written : String(value).replace(".", mark);
}

/** Whether a text is this number where the mark stands before fractions, and the other one or a gap between thousands. */
function isUnder(text: string | undefined, value: number, mark: DecimalMark): boolean {
  const gaps = mark === "." ? /[,\s'’]/g : /[.\s'’]/g;
  return text !== undefined && Number(text.replace(gaps, "").replace(",", ".")) === value;
}
