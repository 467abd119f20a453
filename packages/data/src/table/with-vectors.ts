// Vectors beside a table: embeddings that were computed elsewhere and stored in another file.
import type { Matrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { makeTable, type Table } from "./table.ts";

/**
 * A table with a column of vectors added, one for each row in row order.
 * @throws XpalError if the numbers of rows differ, or the name is taken.
 * @example withVectors(balanceScale(), matrixFrom(Array.from({ length: 625 }, () => [0, 1]))).columns.length // 6
 */
export function withVectors(table: Table, vectors: Matrix, name = "embedding"): Table {
  if (vectors.rows !== table.rows) {
    reject("withVectors", "the vectors", `must be as many as the table has rows, ${table.rows}`, vectors.rows);
  }
  const { columns, rows: _, ...more } = table;
  return makeTable([...columns, { name, type: "vector", values: vectors, joined: true }], more);
}
