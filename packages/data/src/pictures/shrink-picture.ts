// A picture as a page can show it: one with very many pixels would take the memory of the browser, so it comes smaller.
import { checkBytes } from "@xpal/core/check";
import { openPicture } from "./decode-picture.ts";

/** Pictures with more pixels are shrunk. */
const MOST_SHOWN = 25_000_000;

/** The longer side of a shrunk picture. */
const SHOWN_SIDE = 2048;

/**
 * A smaller picture as WebP; undefined if the picture can be shown as it is.
 * @throws Error if it has too many pixels to be read.
 * @example
 * const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
 * await shrinkPicture(await picturesIn(".")(pixel)) // undefined
 */
export async function shrinkPicture(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  checkBytes("shrinkPicture", "bytes", bytes);
  const picture = await openPicture(bytes);
  const { width, height } = await picture.metadata();
  if (width * height <= MOST_SHOWN) return undefined;
  return picture.resize(SHOWN_SIDE, SHOWN_SIDE, { fit: "inside" }).webp().toBuffer();
}
