// Which options of reading concern which files. The readers ignore the others, since one set of options may be for files of
// several formats; a person who gives an option for one file is told that it does nothing there (docs/decisions/0510).
import { checkText, reject } from "@xpal/core/check";
import { isEmbeddings, isTable, isText } from "./folder/file-kinds.ts";
import { type Format, formatOfName } from "./parse-table.ts";

/** Something that can be said about how a file is read. */
export type ReadingOption =
  | "separator"
  | "quote"
  | "decimal"
  | "dateOrder"
  | "missing"
  | "encoding"
  | "header"
  | "ragged"
  | "sheet"
  | "array";

/** A file or a folder, what it is, and the options that concern it. */
export interface ReadingScope {
  readonly name: string;
  /** In words: "Parquet", "a folder". */
  readonly kind: string;
  readonly options: readonly ReadingOption[];
}

/** What concerns numbers and dates that are written as texts. */
const CELLS: readonly ReadingOption[] = ["decimal", "dateOrder", "missing"];

const FORMATS: Readonly<Record<Format, readonly [kind: string, options: readonly ReadingOption[]]>> = {
  csv: ["delimited text", ["separator", "quote", "decimal", "dateOrder", "missing", "encoding", "header", "ragged"]],
  json: ["JSON", ["encoding", ...CELLS]],
  jsonl: ["JSON Lines", ["encoding", ...CELLS]],
  arff: ["ARFF", ["encoding"]],
  xlsx: ["XLSX", ["header", "sheet", ...CELLS]],
  npz: ["NPZ", ["array"]],
  npy: ["NPY", []],
  parquet: ["Parquet", []],
  arrow: ["Arrow", []],
};

const DELIMITED = "a delimited text such as CSV";
const TEXTUAL = "a file without types, such as CSV, XLSX or JSON";
const GOES_WITH: Readonly<Record<ReadingOption, string>> = {
  ...{ separator: DELIMITED, quote: DELIMITED, ragged: DELIMITED },
  ...{ decimal: TEXTUAL, dateOrder: TEXTUAL, missing: TEXTUAL },
  header: "a delimited text such as CSV, or an XLSX file",
  encoding: "a text file, such as CSV or JSON",
  sheet: "an XLSX file",
  array: "an NPZ file",
};

/**
 * The options that concern a file of a format.
 * @example formatScope("mine.xlsx", "xlsx").options // ["header", "sheet", "decimal", "dateOrder", "missing"]
 */
export function formatScope(name: string, format: Format): ReadingScope {
  checkText("formatScope", "name", name);
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known === undefined) reject("formatScope", "format", `must be one of ${Object.keys(FORMATS).join(", ")}`, format);
  return { name, kind: known[0], options: known[1] };
}

/** The options that concern a folder or an archive: all that concern one of its files. */
export function filesScope(name: string, kind: string, files: readonly string[]): ReadingScope {
  const options = files.flatMap((path): readonly ReadingOption[] => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    if (isText(file)) return ["encoding"];
    if (!isTable(file) && !isEmbeddings(file)) return [];
    const all = FORMATS[formatOfName(file) ?? "csv"][1];
    return isEmbeddings(file) ? all.filter((option) => option === "array") : all; // vectors are read by what is found out
  });
  return { name, kind, options: [...new Set(options)] };
}

/**
 * Rejects options that concern none of the files that are read.
 * @param given The options with their values; those that are undefined are not given.
 * @param nameOf What the person calls an option.
 * @throws XpalError if an option would do nothing.
 * @example checkReading("f", { sheet: "Data" }, [formatScope("mine.xlsx", "xlsx")]) // undefined
 */
export function checkReading(
  who: string,
  given: Readonly<Partial<Record<ReadingOption, unknown>>>,
  scopes: readonly ReadingScope[],
  nameOf: (option: ReadingOption, value: unknown) => string = (option) => option,
): void {
  if (given === null || typeof given !== "object") reject("checkReading", "given", "must be an object", given);
  if (!Array.isArray(scopes)) reject("checkReading", "scopes", "must be a list", scopes);
  for (const option of Object.keys(GOES_WITH) as ReadingOption[]) {
    const value = given[option];
    if (value === undefined || scopes.some(({ options }) => options.includes(option))) continue;
    const found = scopes.map(({ name, kind }) => `${name} is ${kind}`).join(" and ");
    const rule = `must go with ${GOES_WITH[option]}, but ${found}`;
    reject(who, nameOf(option, value), rule, typeof value === "boolean" ? undefined : value, "leave it out");
  }
}
