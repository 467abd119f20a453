// Vectors beside a table: embeddings that were computed elsewhere and stored in another file.
import type { Matrix } from "xpal";
import { refuse } from "../check.ts";
import { type Column, cellText, makeTable, type Table } from "./table.ts";

/**
 * A table with a column of vectors added, one for each row in row order.
 * @throws XpalError if the numbers of rows differ, or the name is taken.
 */
export function withVectors(table: Table, vectors: Matrix, name = "embedding"): Table {
  if (vectors.rows !== table.rows) {
    refuse("withVectors", "the vectors", `must be as many as the table has rows, ${table.rows}`, {
      value: vectors.rows,
    });
  }
  const { columns, rows: _, ...more } = table;
  return makeTable([...columns, { name, type: "vector", values: vectors }], more);
}

/**
 * A table with the vectors of another table added. If the other one has a text column, rows are matched by it (against
 * `key`, or the column of the same name); else they are matched in order.
 * @throws XpalError if a row has no vector, a key occurs twice, or the other table has no vectors.
 */
export function joinVectors(table: Table, other: Table, key?: string): Table {
  const { matrix, name, keys } = vectorsIn(other);
  if (keys === undefined) return withVectors(table, matrix, name);
  const mine = table.columns.find((column) => column.name === (key ?? keys.name));
  if (mine === undefined) return withVectors(table, matrix, name);
  const places = new Map<string, number>();
  for (let row = 0; row < other.rows; row++) {
    const text = cellText(keys, row) ?? "";
    if (places.has(text))
      refuse("joinVectors", `column ${JSON.stringify(keys.name)}`, "must not hold a value twice", { value: text });
    places.set(text, row);
  }
  const data = new Float64Array(table.rows * matrix.cols);
  for (let row = 0; row < table.rows; row++) {
    const place = places.get(cellText(mine, row) ?? "");
    if (place === undefined) {
      refuse("joinVectors", other.source ?? "the vectors", "must hold a vector for every row", {
        value: `none for ${cellText(mine, row)}`,
      });
    }
    data.set(matrix.data.subarray(place * matrix.cols, (place + 1) * matrix.cols), row * matrix.cols);
  }
  return withVectors(table, { rows: table.rows, cols: matrix.cols, data }, name);
}

/** The column of vectors, or all columns of numbers side by side; and the column of texts that names the rows. */
function vectorsIn(table: Table): { matrix: Matrix; name: string; keys: Column | undefined } {
  const keys = table.columns.find((column) => column.type === "text");
  const vector = table.columns.find((column) => column.type === "vector");
  if (vector?.type === "vector") return { matrix: vector.values, name: vector.name, keys };
  const numbers = table.columns.flatMap((column) => (column.type === "number" ? [column.values] : []));
  if (numbers.length === 0)
    refuse("joinVectors", table.source ?? "the vectors", "must have a column of vectors, or columns of numbers");
  const data = new Float64Array(table.rows * numbers.length);
  numbers.forEach((values, d) => {
    for (let row = 0; row < table.rows; row++) data[row * numbers.length + d] = values[row];
  });
  return { matrix: { rows: table.rows, cols: numbers.length, data }, name: "embedding", keys };
}
