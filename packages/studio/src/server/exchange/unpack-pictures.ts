// A zip of pictures or texts. Names that would leave the folder are refused, and so is an archive that grows too large.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { StudioError } from "../studio-error.ts";

const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|avif)$/i;

/** Where to read the table from, and the pictures that come with it. */
export interface Unpacked {
  readonly from: string;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Unpacks a `.zip`; any other file stays what it is. `onShare` is called with the progress, from 0 to 1. */
export async function unpackPictures(
  path: string,
  into: string,
  mostBytes: number,
  onShare: (share: number) => void,
): Promise<Unpacked> {
  if (!/\.zip$/i.test(path)) return { from: path, pictures: new Map() };
  const pictures = new Map<string, Uint8Array>();
  let files: Record<string, Uint8Array>;
  let total = 0;
  try {
    files = unzipSync(readFileSync(path), {
      filter: ({ name, originalSize }) => {
        if (name.endsWith("/") || name.startsWith("__MACOSX/")) return false;
        checkInside(name);
        total += originalSize;
        if (total > mostBytes) throw new StudioError("too-large", "the archive holds more than the studio takes");
        return true;
      },
    });
  } catch (error) {
    if (error instanceof StudioError) throw error;
    throw new StudioError("bad-argument", "the archive is damaged; pack it again");
  }
  const names = Object.keys(files);
  const only = names.length === 1 && !PICTURE.test(names[0]) && !/\.(txt|md)$/i.test(names[0]) ? names[0] : null;
  const root = commonRoot(names);
  for (const [at, [name, bytes]] of Object.entries(files).entries()) {
    if (at % 100 === 0) onShare(at / names.length);
    const short = name.slice(root.length);
    mkdirSync(dirname(join(into, short)), { recursive: true });
    writeFileSync(join(into, short), bytes);
    if (PICTURE.test(short)) pictures.set(short, bytes);
  }
  return { from: only === null ? into : join(into, only.slice(root.length)), pictures };
}

function checkInside(name: string): void {
  const parts = name.replaceAll("\\", "/").split("/");
  if (parts.includes("..") || parts[0] === "" || /^[a-z]:/i.test(name) || name.includes("\0")) {
    throw new StudioError("bad-argument", "the archive must not name files outside itself");
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
