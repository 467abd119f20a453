// A table from whatever the user names, read as the options say.
import { existsSync } from "node:fs";
import { type CsvOptions, isLargeSource, openRowSource, type RowSource, readTable, type Table } from "@xpal/data";
import { type Command, Option } from "commander";
import { oneCharacter } from "../options.ts";

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

/** Adds the options to a command. */
export function withReadingOptions(command: Command): Command {
  return command
    .option("--separator <character>", "of a delimited text; found out by default", oneCharacter("--separator"))
    .addOption(new Option("--decimal <mark>", "the decimal mark; found out by default").choices([".", ","]))
    .option("--encoding <name>", "of a text file, such as windows-1252; found out by default")
    .option("--header", "the first line of a delimited text holds the names; found out by default")
    .option("--no-header", "the first line of a delimited text is data")
    .addOption(
      new Option("--ragged <how>", "lines with more or fewer cells than the others").choices(["refuse", "skip"]),
    )
    .option("--sheet <name>", "which sheet of an XLSX file")
    .option("--array <name>", "which array of an NPZ file")
    .option("--embeddings <file>", "vectors for the rows: NPY, NPZ, or a table with a column of vectors")
    .option(
      "--embed <model>",
      "describe texts or pictures by a model in ONNX: its folder, or a name such as Xenova/all-MiniLM-L6-v2",
    )
    .option(
      "--stream",
      "read the file in pieces and work on a sample, as is done with files that are larger than memory",
    )
    .option("--yes-download", "agree to download the model of --embed where it is not on this machine");
}

/** Reads a file or folder. */
export async function openTable(file: string, options: ReadingOptions): Promise<Table> {
  const { sheet, array, embeddings } = options;
  return readTable(file, {
    csv: csvOptions(options),
    ...(sheet === undefined ? {} : { sheet }),
    ...(array === undefined ? {} : { array }),
    ...(embeddings === undefined ? {} : { embeddings }),
  });
}

/** The same opened to be read in pieces, if it is large or the options say so; else undefined. */
export async function openLarge(file: string, options: ReadingOptions): Promise<RowSource | undefined> {
  if (!existsSync(file)) return undefined; // is refused by the reader of whole files, in its own words
  if (options.stream !== true && !(await isLargeSource(file))) return undefined;
  return openRowSource(file, { csv: csvOptions(options) });
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
