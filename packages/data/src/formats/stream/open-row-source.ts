// A file or folder opened to be read in pieces, and whether it should be.
import { type FileHandle, open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { checkOptions, checkText, reject } from "@xpal/core/check";
import type { CsvOptions } from "../csv/csv-options.ts";
import { type Format, formatOf } from "../parse-table.ts";
import { arrowSource } from "./arrow-source.ts";
import { csvSource } from "./csv-source.ts";
import { parquetSource } from "./parquet-source.ts";
import type { RowSource } from "./row-source.ts";
import { parquetParts, sourceFiles } from "./source-files.ts";

/** How to open a source. */
export interface SourceOptions {
  /** For delimited text. */
  readonly csv?: CsvOptions;
}

/** Files up to this size are read whole, Parquet also if it has few cells. */
const MAX_BYTES = 2_000_000_000 - 1;

/** Tables up to this many cells are read whole: 256 MB as numbers. */
const MAX_CELLS = 32_000_000;

/**
 * Opens a Parquet file, a folder of Parquet parts, an Arrow file or a delimited text to be read in pieces.
 * @throws XpalError if it has another format, is damaged, or has an encoding that cannot be read in pieces.
 * @example
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,\n");
 * const source = await openRowSource(`${folder}/mine.csv`);
 * source.rows // 2
 */
export async function openRowSource(path: string, options: SourceOptions = {}): Promise<RowSource> {
  checkText("openRowSource", "path", path);
  checkOptions("openRowSource", options, ["csv"]);
  const { format, paths } = await recognise(path);
  const files = await sourceFiles(path, paths);
  if (format === "arrow") return arrowSource(path, files);
  if (format !== "parquet" && format !== "csv") {
    const wayOut = "write it as Parquet";
    reject("readTable", path, "must be Parquet, Arrow or CSV to be read in pieces", format, wayOut);
  }
  return format === "parquet" ? parquetSource(path, files) : csvSource(path, files, options.csv ?? {});
}

/**
 * Whether a file or folder is too large to be read whole: above 2 GB, or Parquet with more than 32 million cells.
 * @example
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,\n");
 * await isLargeSource(`${folder}/mine.csv`) // false
 */
export async function isLargeSource(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) return false;
  const { format, paths } = await recognise(path).catch(() => ({ format: undefined, paths: [] as string[] }));
  if (format !== "parquet" && format !== "csv" && format !== "arrow") return false;
  const { bytes } = await sourceFiles(path, paths);
  if (bytes > MAX_BYTES) return true;
  // Even numbers that repeat take a hundredth of a byte each or so.
  if (format !== "parquet" || bytes < MAX_CELLS / 100) return false;
  const source = await openRowSource(path).catch(() => undefined); // what is wrong with it is said when it is read
  source?.close();
  return source !== undefined && source.rows * source.columns.length > MAX_CELLS;
}

async function recognise(path: string): Promise<{ format: Format | undefined; paths: string[] }> {
  const info = await stat(path);
  if (info.isDirectory()) {
    const paths = await parquetParts(path);
    return { format: paths.length === 0 ? undefined : "parquet", paths };
  }
  if (!info.isFile()) return { format: undefined, paths: [] };
  const file = await open(path);
  try {
    return { format: formatOf(await startOf(file), basename(path)), paths: [path] };
  } finally {
    await file.close();
  }
}

async function startOf(file: FileHandle): Promise<Uint8Array> {
  const bytes = new Uint8Array(4096);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  return bytes.subarray(0, bytesRead);
}
