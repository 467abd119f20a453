// Whether a cell alone can be a number or a date.
import { momentOf } from "./moment.ts";
import { numberUnder, quantityOf } from "./quantity.ts";

/**
 * Whether a cell can be a number, perhaps with a unit, or a date.
 * @example [isValue("12,50 €"), isValue("31.12.2024"), isValue("red")] // [true, true, false]
 */
export function isValue(cell: string): boolean {
  const found = quantityOf(cell);
  if (found === undefined) return momentOf(cell) !== undefined;
  return !Number.isNaN(numberUnder(found.body, ".")) || !Number.isNaN(numberUnder(found.body, ","));
}
