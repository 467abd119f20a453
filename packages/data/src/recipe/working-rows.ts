// How many rows of a large file are in memory at a time.
import { XpalError } from "@xpal/core";
import { checkInteger, checkOptions, checkParts } from "@xpal/core/check";
import type { RowSource } from "../formats/stream/row-source.ts";

const MIN_ROWS = 1000;

/** A row twice with its features, and what scores take of it. */
const BYTES_PER_CELL = 48;
const BYTES_PER_ROW = 4096;

/** The size of a working set: if nothing is said of memory, and whatever is said of it. */
export interface WorkingRowsOptions {
  /** The budget in bytes. */
  readonly memory?: number | undefined;
  readonly default: number;
  readonly most: number;
}

/**
 * The size of the working set under a memory budget: 4 KiB a row and 48 bytes a cell.
 * @throws XpalError if the budget holds fewer than 1,000 rows.
 * @example
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,\n");
 * const source = await openRowSource(`${folder}/mine.csv`);
 * await workingRows(source, { memory: 8_000_000, default: 100_000, most: 1_000_000 }) // 1908
 */
export async function workingRows(source: RowSource, options: WorkingRowsOptions): Promise<number> {
  checkParts("workingRows", "source", source, "rows to read", ["columns", "at"]);
  checkParts("workingRows", "options", options, "an object with default and most", ["default", "most"]);
  checkOptions("workingRows", options, ["memory", "default", "most"]);
  const { memory } = options;
  if (memory !== undefined) checkInteger("workingRows", "options.memory", memory, 1);
  if (memory === undefined) return options.default;
  const perRow = BYTES_PER_ROW + BYTES_PER_CELL * (await cellsOf(source));
  const rows = Math.floor(memory / perRow);
  if (rows < MIN_ROWS) {
    throw new XpalError("does-not-fit", {
      who: "xpal",
      argument: "--memory",
      rule: `must hold a working set of ${MIN_ROWS} rows of ${source.path}, which takes ${Math.ceil((MIN_ROWS * perRow) / 2 ** 20)}M`,
      value: `${Math.floor(memory / 2 ** 20)}M`,
    });
  }
  return Math.min(options.most, rows);
}

async function cellsOf(source: RowSource): Promise<number> {
  const { columns } = await source.at(source.rows === 0 ? [] : [0]);
  return columns.reduce((sum, column) => sum + (column.type === "vector" ? column.values.cols : 1), 0);
}
