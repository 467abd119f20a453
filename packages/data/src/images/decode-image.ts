// An image file as a small square of red, green and blue, upright as its orientation says. Decoding is left to sharp
// (libvips); only formats of pixels are handed to it, recognised by their first bytes whatever the name says, so that
// an SVG, which is a program for a drawing library, is never run.
import { reject } from "@xpal/core/check";
import { type Pixels, SIDE } from "./image-square.ts";

/** Images with more pixels are set aside. */
const MAX_PIXELS = 150_000_000;

const FORMATS: readonly [name: string, matches: (bytes: Uint8Array) => boolean][] = [
  ["PNG", (b) => startsWith(b, 0, "\x89PNG")],
  ["JPEG", (b) => startsWith(b, 0, "\xff\xd8\xff")],
  ["GIF", (b) => startsWith(b, 0, "GIF8")],
  ["WebP", (b) => startsWith(b, 0, "RIFF") && startsWith(b, 8, "WEBP")],
  ["TIFF", (b) => startsWith(b, 0, "II*\0") || startsWith(b, 0, "MM\0*")],
  ["AVIF", (b) => startsWith(b, 4, "ftypavi")],
];

/** Decodes an image. @throws Error with a short reason if it cannot be decoded. */
export async function decodeImage(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await (await openImage(bytes))
    .resize(SIDE, SIDE, { fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.channels === 3 ? data : toThreeChannels(data, info.channels);
}

/** An image that is ready to be scaled: upright, on grey where it is transparent, in red, green and blue. */
export async function openImage(bytes: Uint8Array): Promise<import("sharp").Sharp> {
  if (!FORMATS.some(([, matches]) => matches(bytes))) {
    throw new Error(
      bytes.length === 0 ? "the file is empty" : `not a ${FORMATS.map(([name]) => name).join(", ")} file`,
    );
  }
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
    .rotate()
    .flatten({ background: "#808080" })
    .toColourspace("srgb");
}

/** The decoder; its absence is said in one sentence. */
async function loadSharp(): Promise<typeof import("sharp").default> {
  try {
    return (await import("sharp")).default;
  } catch {
    reject(
      "decodeImage",
      "the package sharp",
      "must be installed to read images",
      undefined,
      "run npm install sharp, or pass embeddings with --embeddings",
    );
  }
}

function toThreeChannels(data: Uint8Array, channels: number): Pixels {
  const count = data.length / channels;
  return Uint8Array.from(
    { length: count * 3 },
    (_, i) => data[Math.floor(i / 3) * channels + (channels < 3 ? 0 : i % 3)],
  );
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
