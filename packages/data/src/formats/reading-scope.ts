// The options of reading that concern a file or folder of this machine.
import { open, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { checkText } from "@xpal/core/check";
import { listFiles } from "./folder/read-folder.ts";
import { isWanted, isZip } from "./folder/zipped-folder.ts";
import { formatOf } from "./parse-table.ts";
import { filesScope, formatScope, type ReadingScope } from "./reading-options.ts";
import { zipPaths } from "./zip/zip-list.ts";

/**
 * What a file or folder is, and which options say how it is read; undefined if it cannot be read.
 * @example
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,\n");
 * (await readingScope(`${folder}/mine.csv`))?.kind // "delimited text"
 */
export async function readingScope(path: string): Promise<ReadingScope | undefined> {
  checkText("readingScope", "path", path);
  try {
    const info = await stat(path);
    if (info.isDirectory()) return filesScope(path, "a folder", await listFiles(path, ""));
    if (!info.isFile()) return undefined;
    if (isZip(path)) {
      const files = [...zipPaths(await readFile(path)).values()].filter(isWanted);
      if (files.length > 0) return filesScope(path, "an archive", files); // else a workbook or arrays under another name
    }
    const start = await startOf(path);
    return start.length === 0 ? undefined : formatScope(path, formatOf(start, basename(path)));
  } catch {
    return undefined; // what is wrong with it is said when it is read
  }
}

async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(4096);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
