// Files inside a ZIP archive. A small archive can unpack to something huge, so the sizes are added up first; fflate
// does not look at checksums, so they are checked here.
import { unzipSync } from "fflate";
import { refuse } from "xpal/check";
import { crc32 } from "./crc32.ts";

const MOST_BYTES = 2 ** 30;

/** The wanted files of an archive by path. */
export function unzip(
  who: string,
  name: string,
  bytes: Uint8Array,
  wanted: (path: string) => boolean,
): Map<string, Uint8Array> {
  let total = 0;
  let files: Record<string, Uint8Array> | undefined;
  try {
    files = unzipSync(bytes, {
      filter: (file) => {
        if (!wanted(file.name)) return false;
        total += file.originalSize;
        return total <= MOST_BYTES;
      },
    });
  } catch {
    files = undefined;
  }
  if (total > MOST_BYTES) {
    refuse(who, name, `must unpack to at most ${MOST_BYTES} bytes`, total, undefined, "does-not-fit");
  }
  const sums = checksums(bytes);
  if (files === undefined || Object.entries(files).some(([path, content]) => sums.get(path) !== crc32(content))) {
    refuse(who, name, "must be a whole ZIP archive, but it is damaged or cut off");
  }
  return new Map(Object.entries(files));
}

/** Checksums by path from the list at the archive's end (APPNOTE.TXT, 4.3.12). */
function checksums(bytes: Uint8Array): Map<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sums = new Map<string, number>();
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) return sums;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.length && view.getUint32(at, true) === 0x02014b50) {
    const nameLength = view.getUint16(at + 28, true);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    sums.set(path, view.getUint32(at + 16, true));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return sums;
}
