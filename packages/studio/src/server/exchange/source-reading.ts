// How a file was read, and how else it could be: what the import page offers above its preview.
import { ENCODINGS, type Format, type ParseOptions, SEPARATORS, sourceSettings, type Table } from "@xpal/data";
import type { ImportPreview, Reading } from "../../protocol/import-messages.ts";

/** How a file is read, and what may be chosen instead. */
export type ReadingOffer = Omit<NonNullable<ImportPreview["reading"]>, "notices">;

/** How much of a text tells how it is written. */
export const MAX_LOOKED_AT = 4 * 1024 * 1024;

/** The column that a folder's table has for the sub-folder of each file. */
export const FOLDER_COLUMN = "folder";

/** Whether a table was made of the files of a folder, which may lie in folders by class. */
export function isFolderTable({ columns }: Table): boolean {
  const names = columns.map(({ name }) => name);
  return names.includes(FOLDER_COLUMN) && (names[0] === "image" || names[0] === "file");
}

/** Whether a table has nothing but the images of a folder: a row without its image is then nothing. */
export function isImageFolder({ columns }: Table): boolean {
  return columns.every(({ name, type }) => type === "vector" || name === "image" || name === FOLDER_COLUMN);
}

/** Each line is one item. */
const NO_SEPARATOR = "none";

/** What the library is told. */
export function parseOptions({
  header,
  separator,
  encoding,
  sheet,
  decimal,
  dateOrder,
  missing,
  ragged,
}: Reading): ParseOptions {
  const csv = {
    ...(header === undefined ? {} : { header }),
    ...(separator === undefined ? {} : { separator: separator === NO_SEPARATOR ? "" : separator }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(missing === undefined || missing.length === 0 ? {} : { missing }),
    ...(ragged === undefined ? {} : { ragged }),
  };
  return { csv, ...(sheet === undefined ? {} : { sheet }) };
}

/**
 * How a file is read now; null for formats that can be read in one way only.
 * @param bytes Its content; of a text its start up to a whole line is enough.
 */
export function readingOf(format: Format, bytes: Uint8Array, name: string, reading: Reading): ReadingOffer | null {
  const { dateOrder, missing } = reading;
  const cells = Object.fromEntries(Object.entries({ dateOrder, missing }).filter(([, value]) => value !== undefined));
  const nothing = { separators: [], encodings: [], sheets: [], decimals: [], hasCells: true };
  if (format === "json" || format === "jsonl") return { now: cells, ...nothing };
  if (format !== "csv" && format !== "xlsx") return null;
  const text = format === "csv";
  const { header, separator, encoding, sheet, sheets = [] } = sourceSettings(bytes, name, parseOptions(reading));
  // A decimal mark that was found out is not told: it may stand below what is looked at here.
  const { decimal, ragged } = text ? reading : {};
  const parts = separator === "" ? NO_SEPARATOR : separator;
  const now = Object.entries({ header, separator: parts, encoding, sheet, decimal, ragged });
  return {
    now: { ...Object.fromEntries(now.filter(([, value]) => value !== undefined)), ...cells },
    separators: text ? [...SEPARATORS, NO_SEPARATOR] : [],
    encodings: text ? [...ENCODINGS] : [],
    sheets: [...sheets],
    decimals: text ? [".", ","] : [],
    hasCells: true,
  };
}

/** The start of a content, to its last whole line where it is cut. */
export function wholeLines(bytes: Uint8Array, isCut: boolean): Uint8Array {
  return isCut ? bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || bytes.length) : bytes;
}
