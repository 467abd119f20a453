// Options of reading that would do nothing: --sheet for a CSV file is a mistake, of the option or of the file.
import { checkReading, type ReadingOption, type ReadingScope, readingScope } from "@xpal/data";
import { readModelText } from "./model/model-argument.ts";

/**
 * Rejects options that concern none of the files that a command reads.
 * @param given The options of the command line; what is remembered was given when the file was labelled.
 * @param tables The tables, or a model and a table.
 * @param vectors The files with their vectors, of which only the array is chosen.
 */
export async function checkReadingOptions(
  given: Readonly<Partial<Record<ReadingOption, unknown>>>,
  tables: readonly string[],
  vectors: readonly string[],
): Promise<void> {
  const scopes: ReadingScope[] = [];
  for (const table of tables.filter((file) => readModelText(file) === undefined)) {
    const scope = await readingScope(table);
    if (scope === undefined) return; // rejected by its reader, in its own words
    scopes.push(scope);
  }
  if (scopes.length === 0) return;
  for (const file of vectors) {
    const scope = await readingScope(file);
    if (scope === undefined) return;
    scopes.push({ ...scope, options: scope.options.filter((option) => option === "array") });
  }
  checkReading("xpal", given, scopes, (option, value) => {
    const flag = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return value === false ? `--no-${flag}` : `--${flag}`;
  });
}
