// What the label of each row costs, from a column of the table.
import { refuse } from "xpal/check";
import { columnOf, type Table } from "../table/table.ts";

const WAY_OUT = "a label that costs nothing would be asked for whatever it tells; give it a small cost";

/**
 * The costs in a column, one for each row.
 * @param needed Which rows must have one; all by default. Others count as 1 where the cell is empty.
 * @throws XpalError if there is no such column, it holds no numbers, or a needed one is missing or not above 0.
 * @example [...labelCostsOf("f", makeTable([{ name: "minutes", type: "number", values: Float64Array.of(2, 0.5) }]), "minutes")] // [2, 0.5]
 */
export function labelCostsOf(
  who: string,
  table: Table,
  column: string,
  needed: (row: number) => boolean = () => true,
): Float64Array {
  const found = columnOf(table, column, who);
  const place = `column ${JSON.stringify(column)}`;
  if (found.type !== "number") refuse(who, place, "must hold numbers: what the label of each row costs", found.type);
  return Float64Array.from(found.values, (cost, row) => {
    if (cost > 0 && cost < Infinity) return cost;
    if (!needed(row) && Number.isNaN(cost)) return 1;
    const where = table.lines === undefined ? `row ${row}` : `line ${table.lines[row]}`;
    if (Number.isNaN(cost)) return refuse(who, `${place}, ${where}`, "must say what the label costs, and it is empty");
    return refuse(who, `${place}, ${where}`, "must be a number above 0", cost, WAY_OUT);
  });
}
