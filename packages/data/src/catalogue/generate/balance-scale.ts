// The UCI set "Balance Scale" (OpenML 11) by its rule: a scale tips to the side with the larger weight times distance.
import { makeTable, type Table } from "../../table/table.ts";

const NAMES = ["left-weight", "left-distance", "right-weight", "right-distance"];

/**
 * All 625 settings of two weights and two distances from 1 to 5; the class is L, B (balanced) or R.
 * @example balanceScale().rows // 625
 */
export function balanceScale(): Table {
  const settings = Array.from({ length: 625 }, (_, i) => [125, 25, 5, 1].map((unit) => (Math.floor(i / unit) % 5) + 1));
  const columns = NAMES.map((name, d) => ({
    name,
    type: "number" as const,
    values: Float64Array.from(settings, (setting) => setting[d]),
  }));
  const classes = { name: "class", type: "text" as const, values: settings.map(side), categories: ["B", "L", "R"] };
  return makeTable([...columns, classes], { target: "class", source: "balance-scale" });
}

function side([leftWeight, leftDistance, rightWeight, rightDistance]: number[]): string {
  const left = leftWeight * leftDistance;
  const right = rightWeight * rightDistance;
  if (left === right) return "B";
  return left > right ? "L" : "R";
}
