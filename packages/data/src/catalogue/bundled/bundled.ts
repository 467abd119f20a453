// Bundled datasets in Node: the files lie beside the package.
import { readFile } from "node:fs/promises";
import { readCsv } from "../../formats/csv/read-csv.ts";
import type { Table } from "../../table/table.ts";
import { bundledSet } from "./bundled-set.ts";

/**
 * A dataset that ships with the package: digits, iris, wine, breast-cancer, messages (texts) or shapes (images). Its label column is `class`.
 * @throws XpalError if the name is unknown; the message offers the nearest name.
 * @example (await bundled("iris")).rows // 150
 */
export async function bundled(name: string): Promise<Table> {
  const { url } = bundledSet("bundled", name);
  return {
    ...readCsv(await readFile(url), { separator: ",", decimal: ".", header: true, encoding: "utf-8" }, name),
    target: "class",
  };
}
