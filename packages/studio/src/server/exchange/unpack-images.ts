// A zip of images or texts, unpacked into a folder.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { archiveFiles, imagesAmong, isArchive } from "./archive-files.ts";

/** Where to read the table from, and the images that come with it. */
export interface Unpacked {
  readonly from: string;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** Unpacks a `.zip`; any other file stays what it is. `onShare` is called with the progress, from 0 to 1. */
export async function unpackImages(
  path: string,
  into: string,
  mostBytes: number,
  onShare: (share: number) => void,
): Promise<Unpacked> {
  if (!isArchive(path)) return { from: path, images: new Map() };
  const { files, only } = archiveFiles(readFileSync(path), mostBytes);
  for (const [at, [name, bytes]] of [...files].entries()) {
    if (at % 100 === 0) onShare(at / files.size);
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), bytes);
  }
  return { from: only === null ? into : join(into, only), images: imagesAmong(files) };
}
