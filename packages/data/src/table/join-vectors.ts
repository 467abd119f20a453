// Vectors from another file, each to its own row. A key decides wherever there is one, whatever its type; the order of
// the rows decides only where nothing else could be meant, and that is said. A key is never a dimension.

import type { Matrix } from "xpal";
import { refuse } from "xpal/check";
import { inferRole } from "../recipe/role.ts";
import { checkTable } from "./check-table.ts";
import type { Notice } from "./notice.ts";
import { type Column, cellText, columnOf, type Table } from "./table.ts";
import { withVectors } from "./with-vectors.ts";

/**
 * The code of the notice that vectors were matched to rows by their order.
 * @example MATCHED_IN_ORDER // "vectors-in-order"
 */
export const MATCHED_IN_ORDER = "vectors-in-order";

/**
 * A table with the vectors of another table added: its column of vectors, or its columns of numbers side by side. Rows
 * are matched by a column that both tables have under one name, else by a column of ids whose values the table has, else
 * in order, with a notice.
 * @param key The column of the table that names the vectors, where it is known.
 * @throws XpalError if a row has no vector, a key occurs twice, the key cannot be told, the other table has no vectors,
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
  const pair = findKeys(table, other, key) ?? keysInFirstDimension(table, other);
  const { matrix, name } = vectorsIn(other, source, pair?.theirs);
  if (pair === undefined) return inOrder(table, matrix, name, source);
  const places = placesOf(pair.theirs, other.rows);
  const data = new Float64Array(table.rows * matrix.cols);
  for (let row = 0; row < table.rows; row++) {
    const text = cellText(pair.mine, row) ?? "";
    const place = places.get(text);
    if (place === undefined) {
      const rule = `must hold a vector for every row, but ${JSON.stringify(pair.theirs.name)} has none`;
      refuse("joinVectors", source, rule, `none for ${text === "" ? "an empty cell" : text}`);
    }
    data.set(matrix.data.subarray(place * matrix.cols, (place + 1) * matrix.cols), row * matrix.cols);
  }
  const joined = withVectors(table, { rows: table.rows, cols: matrix.cols, data }, name);
  return pair.mine.name === pair.theirs.name ? joined : withNotice(joined, matchedByKey(pair, source));
}

/** A column of the table and the one of the other table that names the same rows. */
interface KeyPair {
  readonly mine: Column;
  readonly theirs: Column;
}

function findKeys(table: Table, other: Table, key: string | undefined): KeyPair | undefined {
  const columns = other.columns.filter(({ type }) => type !== "vector");
  if (key !== undefined) {
    const theirs = columns.find(({ name }) => name === key) ?? columns.find(({ type }) => type === "text");
    if (theirs !== undefined) return { mine: columnOf(table, key, "joinVectors"), theirs };
  }
  const shared = columns.flatMap((theirs) => {
    const mine = table.columns.find(({ name, type }) => type !== "vector" && sameName(name, theirs.name));
    return mine !== undefined && holdsNames(theirs) ? [{ mine, theirs }] : [];
  });
  const unique = shared.find(({ theirs }) => isUnique(theirs, other.rows));
  if (unique !== undefined) return unique;
  if (shared.length > 0) return shared[0]; // refused, since it holds a value twice
  const ids = columns.filter((column) => isId(column, other.rows));
  for (const theirs of ids) {
    const places = placesOf(theirs, other.rows);
    const mine = table.columns.filter((column) => column.type !== "vector" && isWithin(column, table.rows, places));
    if (mine.length === 1) return { mine: mine[0], theirs };
  }
  const open = ids.find((column) => !countsRows(column));
  if (open === undefined) return undefined;
  return refuse(
    "joinVectors",
    `${other.source ?? "the vectors"}, column ${JSON.stringify(open.name)},`,
    "must be a column of the table too, so that each row gets its own vector",
    undefined,
    "give the key the same name in both, or leave it out to match rows in order",
  );
}

/** An array without names may hold the id as its first number: whole numbers, all different, that an id column has. */
function keysInFirstDimension(table: Table, other: Table): KeyPair | undefined {
  const [only, ...more] = other.columns;
  if (only?.type !== "vector" || more.length > 0 || only.values.cols < 2) return undefined;
  const { rows, cols, data } = only.values;
  const first = Float64Array.from({ length: rows }, (_, row) => data[row * cols]);
  const theirs: Column = { name: FIRST_DIMENSION, type: "number", values: first };
  if (!holdsNames(theirs) || !isUnique(theirs, rows)) return undefined;
  const places = placesOf(theirs, rows);
  const mine = table.columns.find((column) => inferRole(column).role === "id" && isWithin(column, table.rows, places));
  return mine === undefined ? undefined : { mine, theirs };
}

const FIRST_DIMENSION = "the first number of each vector";

/** The column of vectors, or the columns of numbers side by side without ids. */
function vectorsIn(other: Table, source: string, key: Column | undefined): { matrix: Matrix; name: string } {
  const vector = other.columns.find((column) => column.type === "vector");
  if (vector?.type === "vector") {
    const skipped = key?.name === FIRST_DIMENSION ? 1 : 0;
    return { matrix: skipped === 0 ? vector.values : withoutFirst(vector.values), name: vector.name };
  }
  const numbers = other.columns.flatMap((column) =>
    column.type === "number" && column !== key && !isId(column, other.rows) ? [column.values] : [],
  );
  if (numbers.length === 0)
    refuse("joinVectors", source, "must have a column of vectors, or columns of numbers besides the key");
  const data = new Float64Array(other.rows * numbers.length);
  numbers.forEach((values, d) => {
    for (let row = 0; row < other.rows; row++) data[row * numbers.length + d] = values[row];
  });
  return { matrix: { rows: other.rows, cols: numbers.length, data }, name: "embedding" };
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

function placesOf(keys: Column, rows: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const text = cellText(keys, row) ?? "";
    if (places.has(text))
      refuse("joinVectors", `column ${JSON.stringify(keys.name)}`, "must not hold a value twice", text);
    places.set(text, row);
  }
  return places;
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Whether a column can name rows: words, dates or whole numbers. */
function holdsNames(column: Column): boolean {
  return column.type !== "number" || column.values.every((value) => Number.isSafeInteger(value));
}

function isUnique(column: Column, rows: number): boolean {
  const seen = new Set<string | null>();
  for (let row = 0; row < rows; row++) seen.add(cellText(column, row));
  return seen.size === rows && !seen.has(null) && !seen.has("");
}

function isId(column: Column, rows: number): boolean {
  if (column.type === "text") return isUnique(column, rows);
  return inferRole(column).role === "id";
}

/** Whether a column only says which row it is in, as a data frame's index does. */
function countsRows(column: Column): boolean {
  if (column.type !== "number") return false;
  return column.values.every((value, row) => value === column.values[0] + row) && column.values[0] <= 1;
}

function isWithin(column: Column, rows: number, places: ReadonlyMap<string, number>): boolean {
  for (let row = 0; row < rows; row++) if (!places.has(cellText(column, row) ?? "")) return false;
  return isUnique(column, rows);
}
