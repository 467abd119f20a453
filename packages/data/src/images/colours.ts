// Coarse colour: the two colour differences of Rec. 601, averaged over a grid of 4 x 4 fields.
import { type Pixels, SIDE } from "./image-square.ts";

const FIELDS = 4;
const FIELD = SIDE / FIELDS;

/** How many numbers an image gives. */
export const COLOUR_WIDTH = FIELDS * FIELDS * 2;

/** Writes the colour differences of each field, from -1 to 1; 0 for grey. */
export function colours(pixels: Pixels, into: Float64Array, offset: number): void {
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const at = 3 * (y * SIDE + x);
      const [red, green, blue] = [pixels[at], pixels[at + 1], pixels[at + 2]];
      const to = offset + 2 * (Math.floor(y / FIELD) * FIELDS + Math.floor(x / FIELD));
      const share = 1 / (255 * FIELD * FIELD);
      into[to] += share * (0.5 * red - 0.419 * green - 0.081 * blue);
      into[to + 1] += share * (0.5 * blue - 0.331 * green - 0.169 * red);
    }
  }
}
