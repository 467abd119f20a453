// The columns of a file that are printed beside suggestions or predictions: names, and the cells as they were written.
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import { type Column, type CsvCell, cellText, csvCells, formatOf, type Table, writtenText } from "@xpal/data";
import { isInFile } from "./is-in-file.ts";
import { csvOptions, openTable, type ReadingOptions } from "./open-table.ts";

/** Columns to print beside suggestions or predictions. */
export interface OriginalCells {
  readonly names: readonly string[];
  /** The cells of a row, in the order of the names. */
  readonly row: (row: number) => CsvCell[];
}

/** The columns of a table but vectors and those left out; every cell as it stands in the file where that is text. */
export async function originalCells(
  file: string,
  table: Table,
  options: ReadingOptions,
  without: readonly string[],
): Promise<OriginalCells> {
  const columns = table.columns.filter(({ name, type }) => type !== "vector" && !without.includes(name));
  const names = columns.map(({ name }) => name);
  if (!isDelimited(file)) {
    const written = await withWrittenTimes(file, columns, options);
    return { names, row: (row) => written.map((column) => writtenText(column, row)) };
  }
  const written = csvCells(readFileSync(file), csvOptions(options), basename(file));
  const places = names.map((name) => written.names.indexOf(name));
  return {
    names,
    row: (row) => places.map((place, c) => (place < 0 ? cellText(columns[c], row) : written.rows[row][place])),
  };
}

/** The same of a table alone, where the file is not read again. */
export function tableCells(table: Table, without: readonly string[]): OriginalCells {
  const columns = table.columns.filter((column) => isInFile(column) && !without.includes(column.name));
  return { names: columns.map(({ name }) => name), row: (row) => columns.map((column) => writtenText(column, row)) };
}

/**
 * The columns with the digits and zones of their times, and of ARFF files with their numbers as written, which tables of such
 * files do not keep: only what is written needs them, so that the file is read once more then.
 */
export async function withWrittenTimes(
  file: string,
  columns: readonly Column[],
  options: ReadingOptions,
): Promise<readonly Column[]> {
  const kept = keptTypes(file);
  if (!columns.some(({ type }) => kept.includes(type))) return columns;
  const { embeddings: _, ...reading } = options;
  const again = await openTable(file, reading, { keepsWritten: true });
  return columns.map((column) => {
    const found = again.columns.find(({ name }) => name === column.name);
    if (column.type !== "date" && column.type !== "number") return column;
    const isSame = found?.type === column.type && found.values.length === column.values.length;
    return isSame && kept.includes(found.type) ? found : column;
  });
}

/** The types of columns whose cells a file writes in another way than tables do. */
function keptTypes(file: string): readonly Column["type"][] {
  if (!statSync(file).isFile()) return [];
  const format = formatOf(startOf(file), basename(file));
  if (format === "arff") return ["date", "number"];
  return format === "parquet" || format === "arrow" ? ["date"] : [];
}

/** Whether a file is read as delimited text. */
export function isDelimited(file: string): boolean {
  return statSync(file).isFile() && formatOf(startOf(file), basename(file)) === "csv";
}

function startOf(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(4096);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
