// One more row may turn a column of numbers into text ("on request" below 1.50 and 2.00), and the other way round. What
// must find its row again all the same takes the cells in this form.
import { type Column, cellText } from "../../table/table.ts";
import { isMissingWord } from "../cells/missing-words.ts";
import { momentOf } from "../cells/moment.ts";
import { type DecimalMark, numberUnder, quantityOf } from "../cells/quantity.ts";

/**
 * The cell as a text that does not depend on the type of its column: numbers and dates of text columns are written as those of
 * number and date columns are, and words that stand for no value among numbers are missing.
 * @param decimal The mark that decides about a text such as "1,234", which is a number under both.
 * @returns The text without spaces around it; null where the cell is missing.
 * @throws XpalError if this is not a column of a table.
 * @example untypedText({ name: "price", type: "text", values: ["1.50", "on request"] }, 0) // "1.5"
 */
export function untypedText(column: Column, row: number, decimal: DecimalMark = "."): string | null {
  const bare = cellText(column, row)?.replace(/^ +| +$/g, "");
  if (column.type !== "text" || bare === undefined) return bare ?? null;
  if (isMissingWord(bare)) return null;
  const number = numberIn(bare, decimal);
  if (!Number.isNaN(number)) return String(number);
  const moment = momentOf(bare);
  if (moment === undefined) return bare;
  const value = Number.isNaN(moment.day) ? moment.month : moment.day;
  return cellText({ name: "", type: moment.kind === "time" ? "number" : "date", values: Float64Array.of(value) }, 0);
}

/** The number under the mark, else under the other one; a file has one mark, but a text column does not say which. */
function numberIn(text: string, decimal: DecimalMark): number {
  const found = quantityOf(text);
  if (found === undefined) return Number.NaN;
  const number = numberUnder(found.body, decimal);
  const value = Number.isNaN(number) ? numberUnder(found.body, decimal === "." ? "," : ".") : number;
  return (found.isNegative ? -value : value) * found.scale;
}
