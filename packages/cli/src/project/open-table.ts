// A table from whatever the user names.
import { readFileSync } from "node:fs";
import { readCsv, type Table } from "@xpal/data";

/** Reads a file or folder. */
export async function openTable(file: string): Promise<Table> {
  return readCsv(readFileSync(file), {}, file);
}
