// Whether a cell alone can be a number or a date.
import { momentOf } from "./moment.ts";
import { numberUnder, quantityOf } from "./quantity.ts";

/**
 * Whether a cell can be a number, perhaps with a unit, or a date.
 * @example [isValue("12,50 €"), isValue("31.12.2024"), isValue("red")] // [true, true, false]
 */
export function isValue(cell: string): boolean {
  const found = quantityOf(cell);
  const isNumber =
    found !== undefined && ([".", ","] as const).some((mark) => !Number.isNaN(numberUnder(found.body, mark)));
  return isNumber || momentOf(cell) !== undefined;
}
