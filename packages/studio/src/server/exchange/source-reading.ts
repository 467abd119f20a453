// How a file was read, and how else it could be: what the import page offers above its preview.
import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { formatOf, type ParseOptions, type Table } from "@xpal/data";
import type { ImportPreview, Reading } from "../../protocol/messages.ts";

const SEPARATORS = [",", ";", "\t", "|"];
const ENCODINGS = ["utf-8", "windows-1252", "utf-16le", "shift_jis", "gb18030", "big5", "euc-kr", "windows-1251"];

/** The column that a folder's table has for the sub-folder of each file. */
export const FOLDER_COLUMN = "folder";

/** Whether a table was made of the files of a folder, which may lie in folders by class. */
export function isFolderTable({ columns }: Table): boolean {
  const names = columns.map(({ name }) => name);
  return names.includes(FOLDER_COLUMN) && (names[0] === "image" || names[0] === "file");
}

/** What the library is told. */
export function parseOptions({ header, separator, encoding, sheet }: Reading): ParseOptions {
  const csv = {
    ...(header === undefined ? {} : { header }),
    ...(separator === undefined ? {} : { separator }),
    ...(encoding === undefined ? {} : { encoding }),
  };
  return { csv, ...(sheet === undefined ? {} : { sheet }) };
}

/** How a file is read now; null for a folder, and for formats that can be read in one way only. */
export async function readingOf(path: string, reading: Reading): Promise<ImportPreview["reading"]> {
  if (!(await stat(path)).isFile()) return null;
  const format = formatOf(await startOf(path), basename(path));
  if (format !== "csv" && format !== "xlsx") return null;
  const text = format === "csv";
  return { now: reading, separators: text ? SEPARATORS : [], encodings: text ? ENCODINGS : [], sheets: [] };
}

async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
