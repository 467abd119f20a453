// Histograms of oriented gradients (Dalal and Triggs, CVPR 2005): for each cell, how much of its brightness changes in
// which direction, neighbouring cells normalised together.
import { SIDE } from "./image-square.ts";

const CELL = 8;
const CELLS = SIDE / CELL;
const DIRECTIONS = 9;

/** How many numbers an image gives. */
export const GRADIENT_WIDTH = (CELLS - 1) * (CELLS - 1) * 4 * DIRECTIONS;

const AXES = Array.from({ length: DIRECTIONS }, (_, d) => {
  const angle = (Math.PI * (d + 0.5)) / DIRECTIONS;
  return [Math.cos(angle), Math.sin(angle)] as const;
});

/** Writes the histograms of a square of brightness. */
export function gradientHistograms(grey: Float64Array, into: Float64Array, offset: number): void {
  const cells = new Float64Array(CELLS * CELLS * DIRECTIONS);
  for (let y = 1; y < SIDE - 1; y++) {
    for (let x = 1; x < SIDE - 1; x++) {
      const dx = grey[y * SIDE + x + 1] - grey[y * SIDE + x - 1];
      const dy = grey[(y + 1) * SIDE + x] - grey[(y - 1) * SIDE + x];
      if (dx === 0 && dy === 0) continue;
      let best = 0;
      let most = -1;
      AXES.forEach(([c, s], d) => {
        const along = Math.abs(dx * c + dy * s);
        if (along > most) [best, most] = [d, along];
      });
      const cell = Math.floor(y / CELL) * CELLS + Math.floor(x / CELL);
      cells[cell * DIRECTIONS + best] += Math.sqrt(dx * dx + dy * dy);
    }
  }
  let to = offset;
  for (let y = 0; y + 1 < CELLS; y++) {
    for (let x = 0; x + 1 < CELLS; x++) {
      const start = to;
      let square = 1; // of grey levels: an empty block stays near 0
      for (const cell of [y * CELLS + x, y * CELLS + x + 1, (y + 1) * CELLS + x, (y + 1) * CELLS + x + 1]) {
        for (let d = 0; d < DIRECTIONS; d++) {
          const value = cells[cell * DIRECTIONS + d];
          square += value * value;
          into[to++] = value;
        }
      }
      const factor = 1 / Math.sqrt(square);
      for (let i = start; i < to; i++) into[i] *= factor;
    }
  }
}
