// Where the bytes of an image come from: a file inside a folder, or a data URL in the cell itself.
import { readFile } from "node:fs/promises";
import { imagePath } from "../formats/folder/image-path.ts";
import { isZip, zippedFolder } from "../formats/folder/zipped-folder.ts";

/** The bytes of the image that a cell refers to. @throws Error with a short reason if there is no such image. */
export type ImageSource = (cell: string) => Promise<Uint8Array>;

/** A file may be this long; longer ones are set aside. */
const MAX_BYTES = 300_000_000;

/**
 * Reads images from the files of a folder (never outside it) or of a zip file; data URLs are decoded.
 * @example [...(await imagesIn(".")("data:image/png;base64,AAEC"))] // [0, 1, 2]
 */
export function imagesIn(folder: string): ImageSource {
  let zipped: Promise<Map<string, Uint8Array>> | undefined;
  return async (cell) => {
    if (cell.startsWith("data:")) return fromDataUrl(cell);
    if (isZip(folder)) {
      zipped ??= zippedFolder(folder);
      return (await zipped).get(cell) ?? noSuchFile();
    }
    const bytes = await readFile(await imagePath(folder, cell));
    if (bytes.length > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`);
    return bytes;
  };
}

function noSuchFile(): never {
  throw new Error("not in the archive");
}

function fromDataUrl(url: string): Uint8Array {
  const comma = url.indexOf(",");
  if (comma < 0 || !url.slice(0, comma).endsWith(";base64")) throw new Error("not a data URL in base64");
  return Buffer.from(url.slice(comma + 1), "base64");
}
