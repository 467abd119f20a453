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
  /** Whether the day or the month comes first in dates that could be read either way. */
  readonly dateOrder?: "day" | "month";
  /** Words for missing values among numbers and dates. */
  readonly missing?: readonly string[];
  readonly encoding?: string;
  readonly header?: boolean;
  readonly ragged?: "reject" | "skip";
  readonly sheet?: string;
  readonly array?: string;
  readonly embeddings?: string;
  readonly embed?: string;
  readonly yesDownload?: true;
  /** Read the file in pieces although it is not large. */
  readonly stream?: true;
}

/** What else matters when a table is read. */
interface TableWishes {
  /** The column that holds labels: its cells keep how they were written, since 1.10 and 1.1 may be two classes. */
  readonly label?: string | undefined;
  /** Columns of a delimited text that stay text whatever they look like. */
  readonly keepText?: readonly string[];
  /** Whether cells keep how they were written where the file cannot be read as text again. */
  readonly keepsWritten?: boolean;
}

/** Reads a file or folder. */
export async function openTable(
  file: string,
  options: ReadingOptions,
  { label, keepText = [], keepsWritten = isPacked(file) }: TableWishes = {},
): Promise<Table> {
  const { sheet, array, embeddings } = options;
  return readTable(file, {
    csv: { ...labelledCsv(options, label), ...(keepText.length === 0 ? {} : { keepText }) },
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
  const label = recipe.label?.column;
  const table = await openTable(file, options, { label });
  const keepText = textsReadOtherwise(recipe, table.columns);
  return keepText.length === 0 ? table : openTable(file, options, { label, keepText });
}

/** The columns that are text in a recipe and numbers or dates here; labels are as they were written anyway. */
function textsReadOtherwise({ columns, label }: Recipe, read: readonly { name: string; type: string }[]): string[] {
  const isText = ({ name, type }: { name: string; type: string }) => type === "text" && name !== label?.column;
  const texts = new Set(columns.filter(isText).map(({ name }) => name));
  return read
    .filter(({ name, type }) => (type === "number" || type === "date") && texts.has(name))
    .map(({ name }) => name);
}

/**
 * The same opened to be read in pieces, if it is large or the options say so; else undefined.
 * @param label The column that holds labels, which stay as they were written.
 */
export async function openLarge(
  file: string,
  options: ReadingOptions,
  label: string | undefined,
): Promise<RowSource | undefined> {
  if (!existsSync(file)) return undefined; // is rejected by the reader of whole files, in its own words
  if (options.stream !== true && !(await isLargeSource(file))) return undefined;
  return openRowSource(file, { csv: labelledCsv(options, label) });
}

/** Rows in pieces that a fitted recipe is applied to, opened again where the recipe knows as text what looks like numbers or dates. */
export async function openLargeFor(recipe: Recipe, source: RowSource, options: ReadingOptions): Promise<RowSource> {
  const keepText = textsReadOtherwise(recipe, source.columns);
  if (keepText.length === 0 || source.format !== "csv") return source;
  const again = await openRowSource(source.path, { csv: { ...labelledCsv(options, recipe.label?.column), keepText } });
  source.close();
  return again;
}

/** The same, with labels as they were written. */
function labelledCsv(options: ReadingOptions, label: string | undefined): CsvOptions {
  return { ...csvOptions(options), ...(label === undefined ? {} : { keepWritten: [label] }) };
}

/** The part of the options that concerns delimited text. */
export function csvOptions({
  separator,
  decimal,
  dateOrder,
  missing,
  encoding,
  header,
  ragged,
}: ReadingOptions): CsvOptions {
  return {
    ...(separator === undefined ? {} : { separator }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(missing === undefined ? {} : { missing }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(header === undefined ? {} : { header }),
    ...(ragged === undefined ? {} : { ragged }),
  };
}
