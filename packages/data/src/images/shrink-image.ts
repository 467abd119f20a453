// An image as a page can show it: one with very many pixels would take the memory of the browser, so it comes smaller.
import { checkBytes } from "@xpal/core/check";
import { openImage } from "./decode-image.ts";

/** Images with more pixels are shrunk. */
const MAX_SHOWN = 25_000_000;

/** The longer side of a shrunk image. */
const SHOWN_SIDE = 2048;

/**
 * A smaller image as WebP; undefined if the image can be shown as it is.
 * @throws Error if it has too many pixels to be read.
 * @example
 * const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
 * await shrinkImage(await imagesIn(".")(pixel)) // undefined
 */
export async function shrinkImage(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  checkBytes("shrinkImage", "bytes", bytes);
  const image = await openImage(bytes);
  const { width, height } = await image.metadata();
  if (width * height <= MAX_SHOWN) return undefined;
  return image.resize(SHOWN_SIDE, SHOWN_SIDE, { fit: "inside" }).webp().toBuffer();
}
