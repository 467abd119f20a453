// A table from whatever the user names, read as the options say.
import { existsSync, statSync } from "node:fs";
import {
  type CsvOptions,
  isLargeSource,
  openRowSource,
  type Recipe,
  type RowSource,
  readTable,
  type Table,
} from "@xpal/data";

/** How a file is read; an option that is not given is detected from the file. */
export interface ReadingOptions {
  readonly separator?: string;
  readonly decimal?: "." | ",";
  readonly encoding?: string;
  readonly header?: boolean;
  readonly ragged?: "refuse" | "skip";
  readonly sheet?: string;
  readonly array?: string;
  readonly embeddings?: string;
  readonly embed?: string;
  readonly yesDownload?: true;
  /** Read the file in pieces although it is not large. */
  readonly stream?: true;
}

/**
 * Reads a file or folder.
 * @param keepText Columns of a delimited text that stay text whatever they look like.
 * @param keepsWritten Whether cells keep how they were written where the file cannot be read as text again.
 */
export async function openTable(
  file: string,
  options: ReadingOptions,
  keepText: readonly string[] = [],
  keepsWritten = isPacked(file),
): Promise<Table> {
  const { sheet, array, embeddings } = options;
  return readTable(file, {
    csv: { ...csvOptions(options), ...(keepText.length === 0 ? {} : { keepText }) },
    written: keepsWritten,
    ...(sheet === undefined ? {} : { sheet }),
    ...(array === undefined ? {} : { array }),
    ...(embeddings === undefined ? {} : { embeddings }),
  });
}

/** Whether the table is a file in a folder or an archive: its cells cannot be read again when they are written. */
function isPacked(file: string): boolean {
  return /\.zip$/i.test(file) || statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Reads rows that a fitted recipe is applied to. What the recipe knows as text stays text, even if every cell here looks like a
 * number or a date: version 1.10 would be version 1.1 otherwise.
 */
export async function openTableFor(recipe: Recipe, file: string, options: ReadingOptions): Promise<Table> {
  const table = await openTable(file, options);
  const keepText = textsReadOtherwise(recipe, table.columns);
  return keepText.length === 0 ? table : openTable(file, options, keepText);
}

/** The columns that are text in a recipe and numbers or dates here. */
function textsReadOtherwise({ columns }: Recipe, read: readonly { name: string; type: string }[]): string[] {
  const texts = new Set(columns.filter(({ type }) => type === "text").map(({ name }) => name));
  return read
    .filter(({ name, type }) => (type === "number" || type === "date") && texts.has(name))
    .map(({ name }) => name);
}

/** The same opened to be read in pieces, if it is large or the options say so; else undefined. */
export async function openLarge(file: string, options: ReadingOptions): Promise<RowSource | undefined> {
  if (!existsSync(file)) return undefined; // is refused by the reader of whole files, in its own words
  if (options.stream !== true && !(await isLargeSource(file))) return undefined;
  return openRowSource(file, { csv: csvOptions(options) });
}

/** Rows in pieces that a fitted recipe is applied to, opened again where the recipe knows as text what looks like numbers or dates. */
export async function openLargeFor(recipe: Recipe, source: RowSource, options: ReadingOptions): Promise<RowSource> {
  const keepText = textsReadOtherwise(recipe, source.columns);
  if (keepText.length === 0 || source.format !== "csv") return source;
  const again = await openRowSource(source.path, { csv: { ...csvOptions(options), keepText } });
  source.close();
  return again;
}

/** The part of the options that concerns delimited text. */
export function csvOptions({ separator, decimal, encoding, header, ragged }: ReadingOptions): CsvOptions {
  return {
    ...(separator === undefined ? {} : { separator }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(header === undefined ? {} : { header }),
    ...(ragged === undefined ? {} : { ragged }),
  };
}
