// Items of another program as a table with its recipe. Items are compared by what people see of them, or by vectors that
// come from a file.

import {
  cellText,
  columnOf,
  type FittedRecipe,
  fitRecipe,
  joinVectors,
  type Notice,
  parseTable,
  type Role,
  type Table,
  takeRows,
} from "@xpal/data";
import { StudioError } from "@xpal/studio/internal";
import type { BridgeItem } from "./bridge-item.ts";

/** What of the items counts. */
export interface PoolOptions {
  /** The names of the cells that items are compared by. */
  readonly columns: readonly string[];
  /** Roles of columns, where they are known. */
  readonly roles: Readonly<Record<string, Role>>;
  /** A table with a vector per item, and a column of the same name as one of the cells, which tells whose it is. */
  readonly vectors?: Table;
}

/** A pool that can be scored. */
export interface ItemPool {
  readonly table: Table;
  readonly recipe: FittedRecipe["recipe"];
  /** The ids of the items, in the order of the rows. */
  readonly ids: readonly string[];
  /** How many items have no vector and are left out. */
  readonly leftOut: number;
  readonly notices: readonly Notice[];
}

/** The column that holds the vectors of a file. */
const VECTORS = "xpal vectors";

/**
 * Makes a pool of items.
 * @throws StudioError or XpalError if there are too few of them, or nothing to compare them by.
 */
export async function itemPool(items: readonly BridgeItem[], options: PoolOptions): Promise<ItemPool> {
  if (items.length < 2) throw rejection(`the project must have at least two items, but it has ${items.length}`);
  const numeric = numbersInTexts(items, options);
  const lines = items.map(({ cells }) => JSON.stringify({ ...cells, ...numbersOf(cells, numeric) })).join("\n");
  const all = await parseTable(new TextEncoder().encode(lines), "items.jsonl");
  const { table, rows } =
    options.vectors === undefined ? { table: all, rows: [...items.keys()] } : withVectors(all, options.vectors);
  const used = options.vectors === undefined ? options.columns : [VECTORS];
  const missing = used.find((name) => !table.columns.some((column) => column.name === name));
  if (missing !== undefined) throw rejection(`no item has ${JSON.stringify(missing)}, which people are shown`);
  const columns = table.columns.filter(({ name }) => used.includes(name));
  const compared = { ...table, columns, notices: [] };
  const roles = Object.fromEntries(
    columns.flatMap(({ name, type }) =>
      !Object.hasOwn(options.roles, name) || (options.roles[name] === "text" && type !== "text")
        ? []
        : [[name, options.roles[name]] as const],
    ),
  );
  const { recipe, notices } = fitRecipe(compared, { label: null, roles });
  return {
    table: compared,
    recipe,
    ids: rows.map((row) => items[row].id),
    leftOut: items.length - rows.length,
    notices,
  };
}

/** Columns of numbers that were imported as texts: every cell is one, and nobody said that it is to be read. */
function numbersInTexts(items: readonly BridgeItem[], { columns, roles }: PoolOptions): string[] {
  return columns.filter((name) => {
    const cells = items.map(({ cells }) => cells[name]).filter((cell) => cell !== undefined && cell !== null);
    const isNumber = (cell: unknown) => typeof cell === "string" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell.trim());
    return !Object.hasOwn(roles, name) && cells.length > 0 && cells.every(isNumber);
  });
}

function numbersOf(cells: BridgeItem["cells"], names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    names.filter((name) => typeof cells[name] === "string").map((name) => [name, Number(cells[name])]),
  );
}

/** The rows that have a vector, with it. */
function withVectors(all: Table, vectors: Table): { table: Table; rows: number[] } {
  const keys = vectors.columns.filter(({ name, type }) => {
    return type !== "vector" && all.columns.some((column) => column.name === name && column.type !== "vector");
  });
  const named = keys.find(({ name }) => rowsWithin(all, name, vectors).length > 0);
  if (named === undefined) {
    const names = all.columns.map(({ name }) => name).join(", ");
    throw rejection(
      `--embeddings must have a column that tells whose vector a row is, with values of the items, under one of the names ${names}`,
    );
  }
  const rows = rowsWithin(all, named.name, vectors);
  if (rows.length < 2)
    throw rejection(`--embeddings must hold vectors of at least two items, but it has ${rows.length}`);
  // Only the key goes along: a column of the vectors' name may be among the cells.
  const kept = takeRows({ ...all, columns: [columnOf(all, named.name)] }, rows);
  const joined = joinVectors(kept, vectors, named.name);
  const column = joined.columns[joined.columns.length - 1];
  return { table: { ...joined, columns: [{ ...column, name: VECTORS }] }, rows };
}

function rowsWithin(all: Table, name: string, vectors: Table): number[] {
  const theirs = columnOf(vectors, name);
  const known = new Set(Array.from({ length: vectors.rows }, (_, row) => cellText(theirs, row)));
  const mine = columnOf(all, name);
  return Array.from({ length: all.rows }, (_, row) => row).filter((row) => {
    const text = cellText(mine, row);
    return text !== null && known.has(text);
  });
}

function rejection(message: string): StudioError {
  return new StudioError("bad-argument", `bridge: ${message}`);
}
