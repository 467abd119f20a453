// A folder whose files are in memory as a table, for browsers.
import { reject } from "@xpal/core/check";
import { joinVectors } from "../../table/join-vectors.ts";
import type { Table } from "../../table/table.ts";
import { parseTable } from "../parse-table.ts";
import { folderTable } from "./folder-table.ts";

/**
 * A table from the files of a folder: texts or images, or a table that names the images, with the embeddings beside them.
 * @param files Their bytes by their paths, with forward slashes.
 * @throws XpalError if there are neither texts nor images, or both, or the embeddings do not fit.
 * @example (await parseFolder(new Map([["a/1.png", new Uint8Array()]]))).columns.map(({ name }) => name) // ["image", "folder"]
 */
export async function parseFolder(files: ReadonlyMap<string, Uint8Array>, name = "the folder"): Promise<Table> {
  if (!(files instanceof Map)) reject("parseFolder", "files", "must be a Map of names and bytes", files);
  const bytesOf = (file: string) => files.get(file) ?? new Uint8Array();
  const { table, embeddings, key } = await folderTable(name, [...files.keys()], async (file) => bytesOf(file));
  if (embeddings === undefined) return table;
  return joinVectors(table, await parseTable(bytesOf(embeddings), embeddings), key);
}
