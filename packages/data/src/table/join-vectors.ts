// Vectors from another file, each to its own row. A key decides wherever there is one, whatever its type; the order of
// the rows decides only where nothing else could be meant, and that is said. A key is never a dimension.

import type { Matrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { namesIndex } from "../recipe/id-name.ts";
import { inferRole } from "../recipe/role.ts";
import { checkTable } from "./check-table.ts";
import type { Notice } from "./notice.ts";
import { type Column, columnOf, type Table } from "./table.ts";
import { countsRows, findVectorKeys, holdsNames, isId, isUnique, type KeyPair, keyTexts } from "./vector-keys.ts";
import { withVectors } from "./with-vectors.ts";

/**
 * The code of the notice that vectors were matched to rows by their order.
 * @example MATCHED_IN_ORDER // "vectors-in-order"
 */
export const MATCHED_IN_ORDER = "vectors-in-order";

/**
 * A table with the vectors of another table added: its column of vectors, or its columns of numbers side by side. Rows
 * are matched by a column that both tables have under one name, else by a column of ids whose values the table has, else
 * by a row number that both have, else in order. A notice says so where the names differ or the order decides.
 * @param key The column of the table that names the vectors, where it is known.
 * @throws XpalError if a row has no vector, a key occurs twice, the key cannot be told, two keys
 * match rows differently, the other table has no vectors,
 * or without a key the numbers of rows differ.
 * @example
 * const vectors = readCsv(new TextEncoder().encode("id,v1,v2\n2,0.3,0.4\n1,0.1,0.2\n"));
 * const table = joinVectors(readCsv(new TextEncoder().encode("id,class\n1,a\n2,b\n")), vectors);
 * table.columns.map(({ type }) => type) // ["number", "text", "vector"]
 */
export function joinVectors(table: Table, other: Table, key?: string): Table {
  checkTable("joinVectors", table);
  checkTable("joinVectors", other, "other");
  const source = other.source ?? "the vectors";
  const pair = keyNamed(table, other, key) ?? findVectorKeys(table, other) ?? keysInFirstDimension(table, other);
  const { matrix, name } = vectorsIn(table, other, source, pair?.theirs);
  if (pair === undefined) return inOrder(table, matrix, name, source);
  const places = placesOf(pair, other.rows);
  const texts = keyTexts(pair.mine, table.rows, pair.theirs.type);
  const data = new Float64Array(table.rows * matrix.cols);
  for (let row = 0; row < table.rows; row++) {
    const text = texts[row];
    const place = places.get(text);
    if (place === undefined) {
      const rule = `must hold a vector for every row, but ${JSON.stringify(pair.theirs.name)} has none`;
      reject("joinVectors", source, rule, `none for ${text === "" ? "an empty cell" : text}`);
    }
    data.set(matrix.data.subarray(place * matrix.cols, (place + 1) * matrix.cols), row * matrix.cols);
  }
  const joined = withVectors(table, { rows: table.rows, cols: matrix.cols, data }, name);
  return pair.mine.name === pair.theirs.name ? joined : withNotice(joined, matchedByKey(pair, source));
}

/** The column that was named, and the vectors' column of that name or their first one of words. */
function keyNamed(table: Table, other: Table, key: string | undefined): KeyPair | undefined {
  if (key === undefined) return undefined;
  const columns = other.columns.filter(({ type }) => type !== "vector");
  const theirs = columns.find(({ name }) => name === key) ?? columns.find(({ type }) => type === "text");
  return theirs === undefined ? undefined : { mine: columnOf(table, key, "joinVectors"), theirs };
}

/** An array without names may hold the id as its first number: whole numbers, all different, that an id column has. */
function keysInFirstDimension(table: Table, other: Table): KeyPair | undefined {
  const [only, ...more] = other.columns;
  if (only?.type !== "vector" || more.length > 0 || only.values.cols < 2) return undefined;
  const { rows, cols, data } = only.values;
  const first = Float64Array.from({ length: rows }, (_, row) => data[row * cols]);
  const theirs: Column = { name: FIRST_DIMENSION, type: "number", values: first };
  if (!holdsNames(theirs) || !isUnique(theirs, rows)) return undefined;
  const mine = table.columns.find((column) => {
    if (column.type === "vector" || !isId(column, table.rows)) return false;
    const places = placesOf({ mine: column, theirs }, rows);
    return keyTexts(column, table.rows, theirs.type).every((text) => places.has(text));
  });
  return mine === undefined ? undefined : { mine, theirs };
}

const FIRST_DIMENSION = "the first number of each vector";

/** The column of vectors, or the columns of numbers side by side without ids. */
function vectorsIn(
  table: Table,
  other: Table,
  source: string,
  key: Column | undefined,
): { matrix: Matrix; name: string } {
  const vector = other.columns.find((column) => column.type === "vector");
  if (vector?.type === "vector") {
    const skipped = key?.name === FIRST_DIMENSION ? 1 : 0;
    return { matrix: skipped === 0 ? vector.values : withoutFirst(vector.values), name: vector.name };
  }
  const numbers = other.columns.flatMap((column) =>
    column.type === "number" && column !== key && !namesRows(column, table, other.rows) ? [column.values] : [],
  );
  if (numbers.length === 0)
    reject("joinVectors", source, "must have a column of vectors, or columns of numbers besides the key");
  const data = new Float64Array(other.rows * numbers.length);
  numbers.forEach((values, d) => {
    for (let row = 0; row < other.rows; row++) data[row * numbers.length + d] = values[row];
  });
  return { matrix: { rows: other.rows, cols: numbers.length, data }, name: "embedding" };
}

/** Whether a column of numbers names rows: an id, a key that the table has too, or an index. */
function namesRows(column: Column, table: Table, rows: number): boolean {
  if (inferRole(column).role === "id" || (namesIndex(column.name) && countsRows(column))) return true;
  return table.columns.some(({ name }) => name === column.name) && holdsNames(column) && isUnique(column, rows);
}

function withoutFirst({ rows, cols, data }: Matrix): Matrix {
  return { rows, cols: cols - 1, data: data.filter((_, i) => i % cols !== 0) };
}

function inOrder(table: Table, matrix: Matrix, name: string, source: string): Table {
  const message = `${source} has no key, so its ${matrix.rows} vectors were matched to the rows in their order`;
  return withNotice(withVectors(table, matrix, name), { code: MATCHED_IN_ORDER, message });
}

function withNotice(table: Table, notice: Notice): Table {
  return { ...table, notices: [...table.notices, notice] };
}

function matchedByKey({ mine, theirs }: KeyPair, source: string): Notice {
  const key = theirs.name === FIRST_DIMENSION ? theirs.name : `column ${JSON.stringify(theirs.name)}`;
  const message = `${source}: ${key} was matched with the column ${JSON.stringify(mine.name)}`;
  return { code: "vectors-by-key", message, column: mine.name };
}

function placesOf({ mine, theirs }: KeyPair, rows: number): Map<string, number> {
  const places = new Map<string, number>();
  keyTexts(theirs, rows, mine.type).forEach((text, row) => {
    if (places.has(text))
      reject("joinVectors", `column ${JSON.stringify(theirs.name)}`, "must not hold a value twice", text);
    places.set(text, row);
  });
  return places;
}
