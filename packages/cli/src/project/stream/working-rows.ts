// How many rows of a large file are in memory at a time.
import type { RowSource } from "@xpal/data";
import { XpalError } from "xpal";

/** The size if nothing is said of memory. */
const DEFAULT_ROWS = 100_000;
const FEWEST_ROWS = 1000;
const MOST_ROWS = 1_000_000;

/** A row twice with its features, and what scores take of it. */
const BYTES_PER_CELL = 48;
const BYTES_PER_ROW = 4096;

/**
 * The size of the working set under a memory budget.
 * @throws XpalError if the budget holds too few rows.
 */
export async function workingRows(source: RowSource, memory: number | undefined): Promise<number> {
  if (memory === undefined) return DEFAULT_ROWS;
  const perRow = BYTES_PER_ROW + BYTES_PER_CELL * (await cellsOf(source));
  const rows = Math.floor(memory / perRow);
  if (rows < FEWEST_ROWS) {
    throw new XpalError("does-not-fit", {
      who: "xpal",
      argument: "--memory",
      rule: `must hold a working set of ${FEWEST_ROWS} rows of ${source.path}, which takes ${Math.ceil((FEWEST_ROWS * perRow) / 2 ** 20)}M`,
      value: `${Math.floor(memory / 2 ** 20)}M`,
    });
  }
  return Math.min(MOST_ROWS, rows);
}

async function cellsOf(source: RowSource): Promise<number> {
  const { columns } = await source.at(source.rows === 0 ? [] : [0]);
  return columns.reduce((sum, column) => sum + (column.type === "vector" ? column.values.cols : 1), 0);
}
