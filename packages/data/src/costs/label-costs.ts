// What the label of each row costs: a column of the table, or a rule over columns.

import { checkParts, reject } from "@xpal/core/check";
import { checkTable } from "../table/check-table.ts";
import { rowPlace } from "../table/row-place.ts";
import type { Table } from "../table/table.ts";
import { costRule } from "./cost-rule.ts";

const WAY_OUT = "a label that costs nothing would be asked for whatever it tells; give it a small cost";

/**
 * What the labels cost, one number for each row.
 * @param cost A column of numbers, or a rule such as `2 + words(body) / 100`. A name that is a column's is that column.
 * @param needed Which rows must have one; all by default. Others count as the mean of the rest where they have none.
 * @throws XpalError if the rule cannot be read, a column is missing or holds no numbers, or a needed cost is missing or not above 0.
 * @example [...labelCostsOf("f", makeTable([{ name: "pages", type: "number", values: Float64Array.of(2, 0.5) }]), "1 + 3 * pages")] // [7, 2.5]
 */
export function labelCostsOf(
  who: string,
  table: Table,
  cost: string,
  needed: (row: number) => boolean = () => true,
): Float64Array {
  checkTable("labelCostsOf", table);
  const column = labelCostColumn(table, cost);
  const rule = costRule(who, table, column === null ? cost : JSON.stringify(column));
  const what = column === null ? `the label cost ${JSON.stringify(cost)}` : `column ${JSON.stringify(column)}`;
  const costs = Float64Array.from({ length: table.rows }, (_, row) => {
    const found = rule(row);
    if (isCost(found)) return found;
    if (!needed(row)) return Number.NaN;
    const where = rowPlace(table, row);
    if (Number.isNaN(found)) return reject(who, `${what}, ${where}`, "must say what the label costs, but it is empty");
    if (found > 0 && found < Infinity) return reject(who, `${what}, ${where}`, "must be from 1e-75 to 1e75", found);
    return reject(who, `${what}, ${where}`, "must be a number above 0", found, WAY_OUT);
  });
  const known = costs.filter(isCost);
  const mean = known.length === 0 ? 1 : known.reduce((sum, cost) => sum + cost / known.length, 0);
  return costs.map((cost) => (isCost(cost) ? cost : mean));
}

/** Whether xPAL can divide a gain by it. */
function isCost(cost: number): boolean {
  return cost >= 1e-75 && cost <= 1e75;
}

/**
 * The column that a label cost is, which is then no feature of its row; null for a rule, whose columns stay what they are.
 * @example labelCostColumn(makeTable([{ name: "pages", type: "number", values: Float64Array.of(2) }]), "2 * pages") // null
 */
export function labelCostColumn(table: Pick<Table, "columns">, cost: string): string | null {
  checkParts("labelCostColumn", "table", table, "a table", ["columns"]);
  if (!Array.isArray(table.columns)) reject("labelCostColumn", "table.columns", "must be a list", table.columns);
  return table.columns.some(({ name }) => name === cost) ? cost : null;
}
