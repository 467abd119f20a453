// A file or folder to a table, in Node.
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { checkOptions, checkText, nearestName, reject } from "@xpal/core/check";
import { joinVectors } from "../table/join-vectors.ts";
import type { Table } from "../table/table.ts";
import { isEmbeddings, isImage, isTable, isText } from "./folder/file-kinds.ts";
import { folderTable } from "./folder/folder-table.ts";
import { readFolder } from "./folder/read-folder.ts";
import { isZip, zippedFolder } from "./folder/zipped-folder.ts";
import { onDisk } from "./parquet/on-disk.ts";
import { readParquet } from "./parquet/read-parquet.ts";
import { formatOf, PARSE_OPTIONS, type ParseOptions, parseTable } from "./parse-table.ts";
import { openRowSource } from "./stream/open-row-source.ts";
import { readWhole } from "./stream/read-whole.ts";
import { parquetParts } from "./stream/source-files.ts";

/** How to read a file. */
export interface ReadOptions extends ParseOptions {
  /** A file of embeddings for the rows: NPY, NPZ, or a table with a column of vectors. */
  readonly embeddings?: string;
  /** Files above this size are rejected unless they are Parquet; 2 GB less one byte by default, what one buffer holds. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 2_000_000_000 - 1;

/**
 * A table from a CSV, TSV, JSON, JSONL, Parquet, Arrow, XLSX, ARFF, NPY or NPZ file, or from a folder of texts,
 * images (alone or with a table that names them) or Parquet parts, or from a zip of one of these. `table.notices` says what was in doubt or changed.
 * @throws XpalError if there is no such file, it is too large, empty or damaged, or can be read in two ways.
 * @example
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,\n");
 * (await readTable(`${folder}/mine.csv`)).columns.map(({ name }) => name) // ["x", "class"]
 */
export async function readTable(path: string, options: ReadOptions = {}): Promise<Table> {
  checkText("readTable", "path", path);
  checkOptions("readTable", options, [...PARSE_OPTIONS, "embeddings", "maxBytes"]);
  const { embeddings, maxBytes = MAX_BYTES, ...parse } = options;
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => rejectFile(path, error));
  if (info.isDirectory() && (await parquetParts(path)).length > 0) {
    const table = await readWhole(await openRowSource(path));
    if (embeddings === undefined) return table;
    return joinVectors(table, await readTable(embeddings, { maxBytes, ...arrayOf(parse) }));
  }
  if (info.isDirectory()) {
    const folder = await readFolder(path, parse);
    const vectors = embeddings ?? folder.embeddings;
    if (vectors === undefined) return folder.table;
    return joinVectors(folder.table, await readTable(vectors, { maxBytes, ...arrayOf(parse) }), folder.key);
  }
  if (!info.isFile()) reject("readTable", path, "must be a regular file or a folder");
  const zipped = await readZipped(path, parse, embeddings === undefined);
  const table = zipped ?? (await readOne(path, maxBytes, parse));
  if (embeddings === undefined) return table;
  return joinVectors(table, await readTable(embeddings, { maxBytes, ...arrayOf(parse) }));
}

/**
 * The table of a zip of texts or images, or of one table; undefined for any other file.
 * @param joins Whether embeddings in the archive are joined.
 */
async function readZipped(path: string, options: ParseOptions, joins: boolean): Promise<Table | undefined> {
  if (!isZip(path)) return undefined;
  const files = await zippedFolder(path);
  const bytesOf = (file: string) => files.get(file) as Uint8Array;
  const names = [...files.keys()];
  if (names.length === 1 && isTable(names[0])) return parseTable(bytesOf(names[0]), names[0], options);
  const isFolder =
    names.some((name) => isText(name) || isImage(name)) || (names.some(isTable) && names.some(isEmbeddings));
  if (!isFolder) return undefined;
  const { table, embeddings, key } = await folderTable(path, names, async (file) => bytesOf(file), options);
  if (embeddings === undefined || !joins) return table;
  return joinVectors(table, await parseTable(bytesOf(embeddings), embeddings, arrayOf(options)), key);
}

function arrayOf({ array }: ParseOptions): { array?: string } {
  return array === undefined ? {} : { array };
}

async function readOne(path: string, maxBytes: number, options: ParseOptions): Promise<Table> {
  const name = basename(path);
  const file = await open(path).catch((error: NodeJS.ErrnoException) => rejectFile(path, error));
  try {
    // The size of the opened file: the path may name another one by now, which somebody has put in its place.
    const { size } = await file.stat();
    if (size === 0) reject("readTable", path, "must not be empty");
    const start = await readBytes(file, Math.min(size, 4096));
    const format = options.format ?? formatOf(start, name);
    if (format === "parquet") return await readParquet(onDisk(file, size), name, options.written);
    if (size > maxBytes) {
      reject(
        "readTable",
        path,
        `must be at most ${maxBytes} bytes long`,
        size,
        "take fewer rows or columns, or write it as Parquet",
        "does-not-fit",
      );
    }
    return await parseTable(await readBytes(file, size), name, { ...options, format });
  } finally {
    await file.close();
  }
}

async function readBytes(file: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, Math.min(size - at, 1 << 28), at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

async function rejectFile(path: string, error: NodeJS.ErrnoException): Promise<never> {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") {
    reject("readTable", path, "must be readable", error.code);
  }
  const neighbours = await readdir(dirname(path)).catch(() => []);
  const near = nearestName(basename(path), neighbours);
  reject(
    "readTable",
    path,
    "must exist",
    undefined,
    near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`,
  );
}
