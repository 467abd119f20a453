import { open, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { formatOf } from "@xpal/data";
import type { Reading } from "../../protocol/import-messages.ts";
import { MAX_LOOKED_AT, type ReadingOffer, readingOf, wholeLines } from "./source-reading.ts";

/** How a file of this machine is read now; null for a folder, and for formats that can be read in one way only. */
export async function readingOfFile(path: string, reading: Reading): Promise<ReadingOffer | null> {
  const name = basename(path);
  if (!(await stat(path)).isFile()) return null;
  const format = formatOf(await startOf(path, 4096), name);
  if (format !== "csv" && format !== "xlsx") return null;
  return readingOf(format, format === "csv" ? await startOf(path, MAX_LOOKED_AT) : await readFile(path), name, reading);
}

/** The first bytes of a file. */
export async function startOf(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(most), 0, most, 0);
    return wholeLines(buffer.subarray(0, bytesRead), bytesRead === most);
  } finally {
    await file.close();
  }
}
