// What a file says about marks and orders that a column alone leaves open. Columns decide for themselves where they can; a column
// that cannot follows the others, then the customs of the separator.
import { reject } from "@xpal/core/check";
import type { Notice } from "../../table/notice.ts";
import type { Evidence, FileForm } from "./column-tally.ts";
import type { DecimalMark } from "./quantity.ts";

/** What one column says. */
export interface ColumnEvidence extends Evidence {
  readonly name: string;
  readonly opens: "comma" | "point" | undefined;
}

/**
 * The form of a file.
 * @param given What the person says.
 * @param separator What separates the cells: files with commas are English, spreadsheets write semicolons where the comma is decimal.
 * @throws XpalError if numbers could be thousands or fractions, with nothing to decide it.
 */
export function fileForm(
  columns: readonly ColumnEvidence[],
  given: FileForm,
  separator: string,
  file: string,
): { readonly form: FileForm; readonly notices: readonly Notice[] } {
  const marks = new Set(columns.flatMap(({ decimal }) => decimal ?? []));
  const orders = new Set(columns.flatMap(({ dateOrder }) => dateOrder ?? []));
  const told = given.decimal ?? (marks.size === 1 ? [...marks][0] : undefined);
  const open = columns.find(({ opens }) => opens !== undefined);
  const decimal = told ?? (open === undefined ? undefined : customOf(separator, open, file));
  const comma = separator === ";" || told === ",";
  const dateOrder = given.dateOrder ?? (orders.size === 1 ? [...orders][0] : comma ? "day" : undefined);
  const notices = told === undefined && open !== undefined && separator !== "," ? [doubt(open, decimal ?? ".")] : [];
  return {
    form: {
      ...(decimal === undefined ? {} : { decimal }),
      ...(dateOrder === undefined ? {} : { dateOrder }),
      ...(given.missing === undefined ? {} : { missing: given.missing }),
    },
    notices,
  };
}

function customOf(separator: string, { name, opens }: ColumnEvidence, file: string): DecimalMark {
  if (opens === "point" || separator === ",") return ".";
  if (separator === ";") return ",";
  const rule = "must have a clear decimal mark, but its numbers could be thousands or fractions";
  return reject("readCsv", `${file}, column ${JSON.stringify(name)}`, rule, undefined, 'set decimal to "." or ","');
}

function doubt({ name, opens }: ColumnEvidence, decimal: DecimalMark): Notice {
  const isFraction = (opens === "point") === (decimal === ".");
  const mark = opens === "point" ? "point" : "comma";
  const what = isFraction
    ? `the ${mark} was read as the decimal mark`
    : `the ${mark} was read as a thousands separator`;
  const other = decimal === "." ? "," : ".";
  const message = `column ${JSON.stringify(name)}: ${what}; set decimal to "${other}" if that is wrong`;
  return { code: "decimal-doubtful", message, column: name };
}
