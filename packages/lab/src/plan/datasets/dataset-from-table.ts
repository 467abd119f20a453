// A table becomes a dataset of the protocol. Scaling is left to each split, so that the test part has no say in it;
// nothing is imputed in silence.

import type { Matrix } from "@xpal/core";
import { checkParts, reject } from "@xpal/core/check";
import { type Column, cellText, columnOf, type Table } from "@xpal/data";
import { allOneHot, coded, sortedValues, transposed } from "../../replay/coded-columns.ts";
import type { Dataset, DatasetKernel } from "../../replay/dataset.ts";

/** Which dataset is wanted from a table. */
export interface TableDatasetOptions {
  readonly name: string;
  /** The class column; by default the one that the source names, or the last. */
  readonly label?: string;
  /** By default "hamming" where no column holds numbers, else "rbf". */
  readonly kernel?: DatasetKernel;
}

/**
 * The dataset in a table. Words count as categories: one-hot coded all together for the Hamming kernel; for the others
 * 0 and 1 where a column has two values, and one column per value where it has more.
 * @throws XpalError if a cell is missing, no column is left, or there are fewer than two classes.
 * @example datasetFromTable(monks(), { name: "monks" }).features.rows // 432
 */
export function datasetFromTable(table: Table, options: TableDatasetOptions): Dataset {
  checkParts("datasetFromTable", "table", table, "a table", ["rows", "columns"]);
  checkParts("datasetFromTable", "options", options, "an object", ["name"]);
  const { name } = options;
  const label = options.label ?? table.target ?? table.columns.at(-1)?.name ?? "class";
  const classCells = textsOf(name, columnOf(table, label, "datasetFromTable"));
  const columns = table.columns.filter((column) => column.name !== label);
  if (columns.length === 0) reject("datasetFromTable", name, "must have a column besides its class", label);
  const classes = sortedValues(classCells);
  if (classes.length < 2) reject("datasetFromTable", `${name}, column ${label}`, "must have two classes", classes[0]);
  const kernel = options.kernel ?? (columns.every(({ type }) => type === "text") ? "hamming" : "rbf");
  return {
    name,
    kernel,
    features: kernel === "hamming" ? allOneHot(columns.map((column) => textsOf(name, column))) : numbers(name, columns),
    classes,
    labels: Uint32Array.from(classCells, (cell) => classes.indexOf(cell)),
  };
}

function numbers(name: string, columns: readonly Column[]): Matrix {
  return transposed(columns.flatMap((column) => numberColumns(name, column)));
}

function numberColumns(name: string, column: Column): number[][] {
  if (column.type === "vector") {
    const { rows, cols, data } = column.values;
    return Array.from({ length: cols }, (_, d) => Array.from({ length: rows }, (_, i) => data[i * cols + d]));
  }
  if (column.type !== "text") {
    const values = Array.from(column.values);
    const missing = values.findIndex((value) => !Number.isFinite(value));
    if (missing >= 0) rejectMissing(name, column.name, missing);
    return [values];
  }
  const { numbers, count } = coded(textsOf(name, column));
  if (count <= 2) return [numbers];
  return Array.from({ length: count }, (_, code) => numbers.map((number) => (number === code ? 1 : 0)));
}

function textsOf(name: string, column: Column): string[] {
  const rows = column.type === "vector" ? column.values.rows : column.values.length;
  return Array.from({ length: rows }, (_, i) => cellText(column, i) ?? rejectMissing(name, column.name, i));
}

function rejectMissing(name: string, column: string, row: number): never {
  const where = `${name}, row ${row + 1}, column ${JSON.stringify(column)}`;
  return reject("datasetFromTable", where, "must not be missing", undefined, "fill it or leave the row out");
}
