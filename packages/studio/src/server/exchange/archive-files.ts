// The files of a zip. Names that would leave the folder are rejected, and so is an archive that grows too large.
import { zipPaths } from "@xpal/data";
import { unzipSync } from "fflate";
import { StudioError } from "../studio-error.ts";

const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp|avif)$/i;

/** Whether a file is an archive, by its name. */
export function isArchive(name: string): boolean {
  return /\.zip$/i.test(name);
}

/** What an archive holds. */
export interface ArchiveFiles {
  /** Its files by their paths below the folder that all of them share. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Its only file, where that is a table rather than a folder of one text or image; else null. */
  readonly only: string | null;
}

/**
 * Unpacks a zip.
 * @throws StudioError if it is damaged, names files outside itself, or unpacks to more than `mostBytes`.
 */
export function archiveFiles(bytes: Uint8Array, mostBytes: number): ArchiveFiles {
  const files = unpack(bytes, mostBytes);
  const names = Object.keys(files);
  const root = commonRoot(names);
  const only = names.length === 1 && !IMAGE.test(names[0]) && !/\.(txt|md)$/i.test(names[0]) ? names[0] : null;
  return {
    files: new Map(Object.entries(files).map(([name, content]) => [name.slice(root.length), content])),
    only: only === null ? null : only.slice(root.length),
  };
}

/** Those of some files that are images. */
export function imagesAmong(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  return new Map([...files].filter(([name]) => IMAGE.test(name)));
}

function unpack(bytes: Uint8Array, mostBytes: number): Record<string, Uint8Array> {
  const paths = zipPaths(bytes);
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith("/") || name.startsWith("__MACOSX/")) return false;
        checkInside(paths.get(name) ?? name);
        total += originalSize;
        if (total > mostBytes) throw new StudioError("too-large", "the archive is larger than the studio accepts");
        return true;
      },
    });
    return Object.fromEntries(Object.entries(files).map(([name, content]) => [paths.get(name) ?? name, content]));
  } catch (error) {
    if (error instanceof StudioError) throw error;
    throw new StudioError("bad-argument", "the archive is damaged; pack it again");
  }
}

function checkInside(name: string): void {
  const parts = name.replaceAll("\\", "/").split("/");
  if (parts.includes("..") || parts[0] === "" || /^[a-z]:/i.test(name) || name.includes("\0")) {
    throw new StudioError("bad-argument", "the archive must not contain paths that lead outside it");
  }
}

/** A folder that contains all files carries no information. */
function commonRoot(names: readonly string[]): string {
  const first = names[0]?.split("/").slice(0, -1) ?? [];
  let length = first.length;
  for (const name of names) {
    const parts = name.split("/").slice(0, -1);
    while (length > 0 && first.slice(0, length).join("/") !== parts.slice(0, length).join("/")) length--;
  }
  // Sub-folders may be classes: only what is above the last shared folder goes.
  return length === 0 ? "" : `${first.slice(0, length).join("/")}/`;
}
