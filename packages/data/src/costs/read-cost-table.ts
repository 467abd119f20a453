// A table of costs from a delimited text: the first line names the classes that are called, each further line begins with
// the true class. An empty cell on the diagonal is 0.
import { reject } from "@xpal/core/check";
import { csvCells } from "../formats/csv/plain-cells.ts";
import { type CostTable, checkCostTable } from "./cost-table.ts";

const SHAPE =
  "one line for each true class, one column for each class that is called, such as: ,ok,fraud / ok,0,1 / fraud,50,0";

/**
 * Reads a table of costs.
 * @param name What rejections call it.
 * @throws XpalError if it is not a square table with the same classes in rows and columns, or a cost is negative or not a number.
 * @example readCostTable(new TextEncoder().encode(",ok,fraud\nok,0,1\nfraud,50,0\n")).costs[1] // [50, 0]
 */
export function readCostTable(bytes: Uint8Array, name = "the costs"): CostTable {
  const { names, rows } = csvCells(bytes, { header: true }, name);
  const classes = names.slice(1).map((text) => text.trim());
  const trueClasses = rows.map(([first]) => first.trim());
  const notRow = classes.find((one) => !trueClasses.includes(one));
  if (notRow !== undefined) {
    reject(
      "readCostTable",
      name,
      `must have a line with ${classes.length} costs for the true class ${JSON.stringify(notRow)}`,
      trueClasses.join(", "),
      SHAPE,
    );
  }
  const notColumn = trueClasses.find((one) => !classes.includes(one));
  if (notColumn !== undefined) {
    reject(
      "readCostTable",
      name,
      `must have a column for the predicted class ${JSON.stringify(notColumn)}`,
      classes.join(", "),
      SHAPE,
    );
  }
  const twice = trueClasses.find((one, at) => trueClasses.indexOf(one) < at);
  if (twice !== undefined) reject("readCostTable", name, "must not have two lines for a class", twice);
  const costs = classes.map((trueClass) => {
    const row = rows[trueClasses.indexOf(trueClass)];
    return classes.map((called, d) => {
      const text = row[d + 1].trim();
      if (text === "" && called === trueClass) return 0;
      const cost = /^[+]?(\d+([.]\d*)?|[.]\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
      if (Number.isFinite(cost)) return cost;
      const cell = `${name}, true class ${JSON.stringify(trueClass)}, called ${JSON.stringify(called)}`;
      return reject("readCostTable", cell, "must be a number that is not negative", text);
    });
  });
  return checkCostTable("readCostTable", name, { classes, costs });
}
