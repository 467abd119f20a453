// Files inside a ZIP archive. A small archive can unpack to something huge, so the sizes are added up first.
import { unzipSync } from "fflate";
import { refuse } from "../check.ts";

const MOST_BYTES = 2 ** 30;

/** The wanted files of an archive by path. */
export function unzip(
  who: string,
  name: string,
  bytes: Uint8Array,
  wanted: (path: string) => boolean,
): Map<string, Uint8Array> {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: (file) => {
        if (!wanted(file.name)) return false;
        total += file.originalSize;
        return total <= MOST_BYTES;
      },
    });
    if (total <= MOST_BYTES) return new Map(Object.entries(files));
  } catch {
    refuse(who, name, "must be a whole ZIP archive, and it is damaged or cut off");
  }
  refuse(who, name, `must unpack to at most ${MOST_BYTES} bytes`, { value: total, code: "does-not-fit" });
}
