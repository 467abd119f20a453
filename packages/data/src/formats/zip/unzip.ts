// Files inside a ZIP archive. A small archive can unpack to something huge, so the sizes are added up first; fflate
// does not look at checksums, so they are checked here.

import { reject } from "@xpal/core/check";
import { unzipSync } from "fflate";
import { crc32 } from "./crc32.ts";
import { zipList } from "./zip-list.ts";

const MAX_BYTES = 2 ** 30;

/** The wanted files of an archive by path. */
export function unzip(
  who: string,
  name: string,
  bytes: Uint8Array,
  wanted: (path: string) => boolean,
): Map<string, Uint8Array> {
  const listed = zipList(bytes);
  const pathOf = (file: string) => listed.get(file)?.path ?? file;
  let total = 0;
  let files: Record<string, Uint8Array> | undefined;
  try {
    files = unzipSync(bytes, {
      filter: (file) => {
        if (!wanted(pathOf(file.name))) return false;
        total += file.originalSize;
        return total <= MAX_BYTES;
      },
    });
  } catch {
    files = undefined;
  }
  if (total > MAX_BYTES) {
    reject(who, name, `must unpack to at most ${MAX_BYTES} bytes`, total, undefined, "does-not-fit");
  }
  const isWhole = ([file, content]: [string, Uint8Array]) => listed.get(file)?.checksum === crc32(content);
  if (files === undefined || !Object.entries(files).every(isWhole)) {
    reject(who, name, "must be a whole ZIP archive, but it is damaged or cut off");
  }
  return new Map(Object.entries(files).map(([file, content]) => [pathOf(file), content]));
}
