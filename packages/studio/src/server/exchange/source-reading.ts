// How a file was read, and how else it could be: what the import page offers above its preview.
import { open, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { ENCODINGS, formatOf, type ParseOptions, SEPARATORS, sourceSettings, type Table } from "@xpal/data";
import type { ImportPreview, Reading } from "../../protocol/messages.ts";

/** How much of a text tells how it is written. */
const MOST_LOOKED_AT = 4 * 1024 * 1024;

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
  const name = basename(path);
  if (!(await stat(path)).isFile()) return null;
  const format = formatOf(await startOf(path, 4096), name);
  if (format !== "csv" && format !== "xlsx") return null;
  const text = format === "csv";
  const bytes = text ? await startOf(path, MOST_LOOKED_AT) : await readFile(path);
  const { header, separator, encoding, sheet, sheets = [] } = sourceSettings(bytes, name, parseOptions(reading));
  const now = Object.entries({ header, separator, encoding, sheet }).filter(([, value]) => value !== undefined);
  return {
    now: Object.fromEntries(now),
    separators: text ? [...SEPARATORS] : [],
    encodings: text ? [...ENCODINGS] : [],
    sheets: [...sheets],
  };
}

/** The start of a file, to its last whole line where it is cut. */
async function startOf(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(most), 0, most, 0);
    const end = bytesRead < most ? bytesRead : buffer.lastIndexOf(0x0a) + 1 || bytesRead;
    return buffer.subarray(0, end);
  } finally {
    await file.close();
  }
}
