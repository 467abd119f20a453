// The form that all images are brought into.

/** Pixels per side of the square. */
export const SIDE = 32;

/** Red, green and blue of each pixel from 0 to 255, row by row. */
export type Pixels = Uint8Array;
