// A folder of the file system as a table.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ParseOptions } from "../parse-table.ts";
import { type FolderTable, folderTable } from "./folder-table.ts";

/**
 * The table of a folder; its embeddings are named by where they lie.
 * @throws XpalError if the folder holds neither texts nor images, or both.
 */
export async function readFolder(path: string, options: ParseOptions = {}): Promise<FolderTable> {
  const found = await folderTable(path, await listFiles(path, ""), (file) => readFile(join(path, file)), options);
  return { ...found, embeddings: found.embeddings === undefined ? undefined : join(path, found.embeddings) };
}

/** Paths relative to the folder with forward slashes; what begins with a dot and links are passed over. */
export async function listFiles(root: string, below: string): Promise<string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith("."))
      .map((entry) => {
        const path = below === "" ? entry.name : `${below}/${entry.name}`;
        if (entry.isDirectory()) return listFiles(root, path);
        return entry.isFile() ? [path] : [];
      }),
  );
  return found.flat();
}
