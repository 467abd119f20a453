// Pictures that come without embeddings still need numbers to learn from: each is drawn small, and its colours are the
// vector. Coarse, but enough to tell light from dark, blue from green, one shape from another; embeddings are better.
import type { FolderFile } from "./folder-files.ts";

const SIDE = 12;
const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|avif)$/i;
const VECTORS = /(?:^|\/)embeddings?\.(?:npy|npz|parquet|csv|tsv|jsonl|arrow|feather)$/i;

/** A file of vectors for a folder of pictures, with its path; null when it has its own or holds no picture. */
export async function pictureVectors(
  files: readonly FolderFile[],
  signal: AbortSignal,
): Promise<{ path: string; bytes: Uint8Array } | null> {
  if (!lacksVectors(files)) return null;
  const pictures = files.filter(({ path }) => PICTURE.test(path));
  const top = files[0].path.split("/")[0];
  const root = files.every(({ path }) => path.startsWith(`${top}/`)) ? `${top}/` : "";
  const lines: string[] = [];
  for (const { path, file } of pictures) {
    signal.throwIfAborted();
    lines.push(JSON.stringify({ image: path.slice(root.length), pixels: await coloursOf(file) }));
  }
  return { path: `${root}embeddings.jsonl`, bytes: new TextEncoder().encode(`${lines.join("\n")}\n`) };
}

/** Whether there are pictures and no file of their embeddings. */
export function lacksVectors(files: readonly { readonly path: string }[]): boolean {
  return files.some(({ path }) => PICTURE.test(path)) && !files.some(({ path }) => VECTORS.test(path));
}

/** Red, green and blue of each cell, centred at 0 so that the angle between pictures means something. */
async function coloursOf(file: File): Promise<number[]> {
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  try {
    const bitmap = await createImageBitmap(file);
    context.drawImage(bitmap, 0, 0, SIDE, SIDE);
    bitmap.close();
  } catch {
    // A picture that the browser cannot read is a black one; the person will see that it is broken.
  }
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  return Array.from(
    data.filter((_, at) => at % 4 !== 3),
    (channel) => Number((channel / 127.5 - 1).toFixed(3)),
  );
}
