// An image file as a small square of red, green and blue, decoded by the browser. Its scaling differs a little from that
// of the studio's decoder, so the vectors of the same images differ a little too; a project takes its own along.

const SIDE = 32;

/** Decodes an image. @throws Error with a short reason if it cannot be decoded. */
export async function decodeImage(bytes: Uint8Array): Promise<Uint8Array> {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  const bitmap = await createImageBitmap(blob, { resizeWidth: SIDE, resizeHeight: SIDE, resizeQuality: "high" }).catch(
    () => {
      throw new Error(bytes.length === 0 ? "the file is empty" : "this browser cannot decode it");
    },
  );
  const context = new OffscreenCanvas(SIDE, SIDE).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("this browser cannot draw images");
  context.fillStyle = "#808080"; // where it is transparent
  context.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(bitmap, 0, 0, SIDE, SIDE);
  bitmap.close();
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  return Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, i) => data[4 * Math.floor(i / 3) + (i % 3)]);
}
