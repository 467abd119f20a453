// What errors cost, by the names of the classes: the true class in rows, the called class in columns. Written by people as
// a small table; the engine wants it as a matrix in the order of a pool's classes.
import { alwaysBest, type Matrix, matrix, matrixFrom } from "@xpal/core";
import { reject } from "@xpal/core/check";

/** Costs by class: `costs[i][j]` is what it costs to call `classes[j]` an item that is `classes[i]`. */
export interface CostTable {
  readonly classes: readonly string[];
  readonly costs: readonly (readonly number[])[];
}

/** Above this a sum of costs could leave the range of numbers. */
const MAX_COST = 1e100;

/**
 * The same table, checked.
 * @param where What rejections call it.
 * @throws XpalError if it is not square, a class occurs twice, or a cost is negative or not a number.
 * @example checkCostTable("f", "costs", { classes: ["ok", "fraud"], costs: [[0, 1], [50, 0]] }).costs[1][0] // 50
 */
export function checkCostTable(who: string, where: string, table: CostTable): CostTable {
  const { classes, costs } = table ?? {};
  if (
    !Array.isArray(classes) ||
    classes.length < 2 ||
    !classes.every((name) => typeof name === "string" && name !== "")
  ) {
    reject(who, where, "must name at least two classes", classes);
  }
  const twice = classes.find((name, y) => classes.indexOf(name) < y);
  if (twice !== undefined) reject(who, where, "must not name a class twice", twice);
  if (!Array.isArray(costs) || costs.length !== classes.length) {
    reject(who, where, `must have ${classes.length} rows of costs, one for each true class`, costs?.length);
  }
  let most = 0;
  for (const [y, row] of costs.entries()) {
    if (!Array.isArray(row) || row.length !== classes.length) {
      reject(
        who,
        where,
        `must have ${classes.length} costs for the true class ${JSON.stringify(classes[y])}`,
        row?.length,
      );
    }
    for (const [d, cost] of row.entries()) {
      most = Math.max(most, cost);
      if (typeof cost === "number" && cost >= 0 && cost <= MAX_COST) continue;
      const cell = `${where}, true class ${JSON.stringify(classes[y])}, called ${JSON.stringify(classes[d])}`;
      reject(who, cell, `must be a number from 0 to ${MAX_COST}`, cost);
    }
  }
  if (most === 0) reject(who, where, "must have at least one cost above 0");
  return table;
}

/**
 * The costs in the order of some classes.
 * @param where What rejections call the table.
 * @throws XpalError if a class has no costs, or the table has costs of a class that is not among them.
 * @example [...lossMatrixOf("f", "costs", { classes: ["ok", "fraud"], costs: [[0, 1], [50, 0]] }, ["fraud", "ok"]).data] // [0, 50, 1, 0]
 */
export function lossMatrixOf(who: string, where: string, table: CostTable, classes: readonly string[]): Matrix {
  checkCostTable(who, where, table);
  const missing = classes.filter((name) => !table.classes.includes(name));
  if (missing.length > 0) {
    const names = missing.map((name) => JSON.stringify(name)).join(", ");
    reject(
      who,
      where,
      `must have a row and a column for every class, but ${names} is missing`,
      table.classes.join(", "),
    );
  }
  const unknown = table.classes.filter((name) => !classes.includes(name));
  if (unknown.length > 0) {
    reject(who, where, `must name classes only: ${classes.join(", ")}`, unknown[0], "check the spelling");
  }
  const places = classes.map((name) => table.classes.indexOf(name));
  return matrix(
    classes.length,
    classes.length,
    Float64Array.from(places.flatMap((y) => places.map((d) => table.costs[y][d]))),
  );
}

/**
 * What to say of costs that make no sense to a classifier, in words: an answer that is always best, or never.
 * @example costWarnings({ classes: ["a", "b"], costs: [[0, 1], [0, 0]] }).length // 1
 */
export function costWarnings(table: CostTable): string[] {
  const { classes, costs } = checkCostTable("costWarnings", "table", table);
  const named = (d: number) => JSON.stringify(classes[d]);
  const never = (d: number, other: number) => costs.every((row) => row[other] <= row[d]);
  const warnings: string[] = [];
  const best = alwaysBest(matrixFrom(costs));
  if (best !== null) {
    return [
      `calling every item ${named(best)} never costs more than any other answer, whatever the item is: by these costs no label can change a decision`,
    ];
  }
  for (const [d] of classes.entries()) {
    const other = classes.findIndex((_, o) => o !== d && never(d, o) && !(never(o, d) && d < o));
    if (other < 0) continue;
    warnings.push(`no item will be called ${named(d)}, since calling it ${named(other)} never costs more`);
  }
  for (const [y, row] of costs.entries()) {
    const least = Math.min(...row);
    if (row[y] === least) continue;
    const cheaper = row.indexOf(least);
    warnings.push(
      `calling a ${named(y)} item ${named(cheaper)} costs less (${least}) than calling it right (${row[y]}); rows are the true classes, columns what is called`,
    );
  }
  return warnings;
}
