// Which column of a table names the same rows as which column of a file of vectors. A mere row number counts for less than
// any other key, since files that were sorted or filtered in between are numbered anew; two keys that would give a row
// different vectors are rejected, because a vector on the wrong row is seen by nobody (0485).
import { reject } from "@xpal/core/check";
import { namesIndex } from "../recipe/id-name.ts";
import { inferRole } from "../recipe/role.ts";
import { type Column, cellText, type Table } from "./table.ts";

/** A column of the table and the one of the other table that names the same rows. */
export interface KeyPair {
  readonly mine: Column;
  readonly theirs: Column;
}

/**
 * The columns by which vectors belong to rows: of one name in both tables, else with the values of the table's ids, else a row
 * number that both have. Undefined without a key.
 * @throws XpalError if two pairs match rows differently, or a column of ids lacks one of the table's.
 */
export function findVectorKeys(table: Table, other: Table): KeyPair | undefined {
  const columns = other.columns.filter(({ type }) => type !== "vector");
  const shared = columns.flatMap((theirs) => {
    const mine = table.columns.find(({ name, type }) => type !== "vector" && sameName(name, theirs.name));
    return mine !== undefined && holdsNames(theirs) ? [{ mine, theirs }] : [];
  });
  const unique = shared.filter(({ theirs }) => isUnique(theirs, other.rows));
  const rowNumbers = unique.filter(isRowNumber);
  const keys = unique.filter((pair) => !rowNumbers.includes(pair));
  const ids = keys.filter(({ theirs }) => isId(theirs, other.rows));
  const first = (pairs: readonly KeyPair[]) => agreed(pairs, table, other);
  return (
    first(ids) ??
    ids[0] ?? // rejected, since a row has no vector
    first(keys.filter(({ mine }) => isUnique(mine, table.rows))) ??
    first(pairsByValue(columns, table, other)) ??
    first(rowNumbers) ??
    first(keys) ?? // several rows may have one vector
    unique[0] ??
    shared[0] ?? // rejected, since it holds a value twice
    countedIds(columns, table, other)
  );
}

/** Pairs of other names: the vectors' ids where the table has one column with them, or exactly the ids of the table. */
function pairsByValue(columns: readonly Column[], table: Table, other: Table): KeyPair[] {
  return columns.flatMap((theirs) => {
    if (!holdsNames(theirs) || countsRows(theirs) || !isUnique(theirs, other.rows)) return [];
    const pairs = within(theirs, table, other);
    const ids = pairs.filter(({ mine }) => isId(mine, table.rows));
    if (isId(theirs, other.rows)) return ids.length > 0 ? ids : pairs;
    return table.rows === other.rows ? ids : [];
  });
}

/** A row number of the vectors that is a column of the table under another name; other ids must be known. */
function countedIds(columns: readonly Column[], table: Table, other: Table): KeyPair | undefined {
  const ids = columns.filter((column) => isId(column, other.rows));
  for (const theirs of ids) {
    const pairs = within(theirs, table, other);
    if (pairs.length === 1) return pairs[0];
  }
  const open = ids.find((column) => !countsRows(column));
  if (open === undefined) return undefined;
  return reject(
    "joinVectors",
    `${other.source ?? "the vectors"}, column ${JSON.stringify(open.name)},`,
    "must be a column of the table too, so that each row gets its own vector",
    undefined,
    "give the key the same name in both, or leave it out to match rows in order",
  );
}

/** The columns of the table without a value twice that a column of the vectors has all values of. */
function within(theirs: Column, table: Table, other: Table): KeyPair[] {
  const rows = rowsByKey(theirs, other.rows, "text");
  const rowsByNumber = theirs.type === "text" ? rowsByKey(theirs, other.rows, "number") : rows;
  return table.columns.flatMap((mine) => {
    if (mine.type === "vector") return [];
    const places = placesBy({ mine, theirs }, table, mine.type === "number" ? rowsByNumber : rows);
    return places !== undefined && isUnique(mine, table.rows) ? [{ mine, theirs }] : [];
  });
}

/** The first of the pairs that have a vector for every row. */
function agreed(pairs: readonly KeyPair[], table: Table, other: Table): KeyPair | undefined {
  const found = pairs.flatMap((pair) => {
    const places = placesBy(pair, table, rowsByKey(pair.theirs, other.rows, pair.mine.type));
    return places === undefined ? [] : [{ pair, places }];
  });
  const [first] = found;
  const another = found.find(({ places }) => places.some((place, row) => place !== first.places[row]));
  if (another === undefined) return first?.pair;
  const side = first.pair.theirs === another.pair.theirs ? "mine" : "theirs";
  const names = [first, another].map(({ pair }) => JSON.stringify(pair[side].name)).join(" and ");
  const source = other.source ?? "the vectors";
  const rule = `must match its vectors to rows in one way, but the columns ${names} do so differently`;
  return reject("joinVectors", source, rule, undefined, "leave one of them out");
}

/** For each row of the table the row of its vector; undefined if a row has none. */
function placesBy(
  { mine, theirs }: KeyPair,
  table: Table,
  rows: ReadonlyMap<string, number>,
): readonly number[] | undefined {
  const start = table.rows === 0 ? "" : (cellText(mine, 0) ?? "");
  if (!rows.has(start) && !rows.has(withoutZeros(start))) return undefined; // most columns are no key
  const places: number[] = [];
  for (const text of keyTexts(mine, table.rows, theirs.type)) {
    const place = rows.get(text);
    if (place === undefined) return undefined;
    places.push(place);
  }
  return places;
}

function rowsByKey(column: Column, rows: number, compared: Column["type"]): Map<string, number> {
  return new Map(keyTexts(column, rows, compared).map((text, row) => [text, row]));
}

/**
 * The cells of a key as they are compared with one of another type: where that holds numbers, "007" is 7, unless two rows
 * would become equal.
 */
export function keyTexts(column: Column, rows: number, compared: Column["type"]): readonly string[] {
  const texts = Array.from({ length: rows }, (_, row) => cellText(column, row) ?? "");
  if (column.type !== "text" || compared !== "number") return texts;
  const bare = texts.map(withoutZeros);
  return new Set(bare).size === new Set(texts).size ? bare : texts;
}

function withoutZeros(text: string): string {
  return text.replace(/^0+(?=\d+$)/, "");
}

/** Whether a pair only says which row it is in, by its name or in both tables. */
function isRowNumber({ mine, theirs }: KeyPair): boolean {
  return namesIndex(theirs.name) || (countsRows(mine) && countsRows(theirs));
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Whether a column can name rows: words, dates or whole numbers. */
export function holdsNames(column: Column): boolean {
  return column.type !== "number" || column.values.every((value) => Number.isSafeInteger(value));
}

/** Whether all cells of a column are different, and none is empty. */
export function isUnique(column: Column, rows: number): boolean {
  const seen = new Set<string>();
  for (let row = 0; row < rows; row++) {
    const text = cellText(column, row) ?? "";
    if (text === "" || seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

/** Whether a column holds ids: texts or numbers that are all different. */
export function isId(column: Column, rows: number): boolean {
  return isUnique(column, rows) && (column.type === "text" || inferRole(column).role === "id");
}

/** Whether a column only says which row it is in, as a data frame's index does. */
export function countsRows(column: Column): boolean {
  if (column.type !== "number") return false;
  return column.values.every((value, row) => value === column.values[0] + row) && column.values[0] <= 1;
}
