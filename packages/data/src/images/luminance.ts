// How bright each pixel of a small square is (Rec. 601).
import type { Pixels } from "./image-square.ts";

/** Brightness from 0 to 255 for each pixel. */
export function luminance(pixels: Pixels): Float64Array {
  return Float64Array.from(
    { length: pixels.length / 3 },
    (_, i) => 0.299 * pixels[3 * i] + 0.587 * pixels[3 * i + 1] + 0.114 * pixels[3 * i + 2],
  );
}
