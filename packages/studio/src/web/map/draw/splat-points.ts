// Many round points straight into pixels. Each diameter is rasterised once; a point is then a copy of that stamp in its
// colour. This is faster than a canvas on machines without a graphics card, and the same everywhere.

/** What to draw: places in pixels are `place * scale + offset`. */
export interface Splat {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  /** Per point red, green, blue (0 to 255), and a diameter before `ratio` to which `RINGED` or `CHOSEN` may be added. */
  readonly looks: Uint8Array;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  /** Pixels per unit of diameter. */
  readonly ratio: number;
}

/** Added to a diameter: an outline around the point. */
export const RINGED = 64;
export const CHOSEN = 128;
const DIAMETER = 63;

/** How wide an outline is, before `ratio`. */
const OUTLINE = 1.6;

/** How much of what is below shows through. */
const OPACITY = 0.88;

/**
 * Draws the points over RGBA pixels (not premultiplied), the larger and the outlined ones last, since they mean more.
 * @param outlines The colours of the outlines of ringed and of chosen points.
 */
export function splatPoints(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  splat: Splat,
  outlines: Readonly<Record<"ringed" | "chosen", readonly number[]>> = { ringed: [29, 33, 41], chosen: [52, 81, 199] },
): void {
  const { xs, ys, looks, scale, x, y, ratio } = splat;
  const sizes = new Set<number>();
  for (let i = 0; i < xs.length; i++) sizes.add(looks[i * 4 + 3]);
  for (const size of [...sizes].sort((a, b) => a - b)) {
    const diameter = (size & DIAMETER) * ratio;
    const stamp = stampOf(diameter);
    const outline = size >= RINGED ? stampOf(diameter + 2 * OUTLINE * ratio) : null;
    const [or, og, ob] = size >= CHOSEN ? outlines.chosen : outlines.ringed;
    for (let i = 0; i < xs.length; i++) {
      if (looks[i * 4 + 3] !== size) continue;
      const reach = outline?.side ?? stamp.side;
      const left = Math.round(xs[i] * scale + x - stamp.side / 2);
      const top = Math.round(ys[i] * scale + y - stamp.side / 2);
      if (left <= -reach || top <= -reach || left >= width + reach || top >= height + reach) continue;
      if (outline !== null) {
        const [over, above] = [left - (outline.side - stamp.side) / 2, top - (outline.side - stamp.side) / 2];
        put(pixels, width, height, outline, Math.round(over), Math.round(above), or, og, ob);
      }
      put(pixels, width, height, stamp, left, top, looks[i * 4], looks[i * 4 + 1], looks[i * 4 + 2]);
    }
  }
}

interface Stamp {
  readonly side: number;
  /** Opacity per pixel, row by row. */
  readonly alphas: Float32Array;
}

/** A disc whose edge fades over one pixel. */
function stampOf(diameter: number): Stamp {
  const side = Math.max(1, Math.ceil(diameter));
  const alphas = new Float32Array(side * side);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const far = Math.hypot(column + 0.5 - side / 2, row + 0.5 - side / 2);
      alphas[row * side + column] = OPACITY * Math.min(1, Math.max(0, diameter / 2 + 0.5 - far));
    }
  }
  return { side, alphas };
}

function put(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  { side, alphas }: Stamp,
  left: number,
  top: number,
  red: number,
  green: number,
  blue: number,
): void {
  const [fromRow, toRow] = [Math.max(0, -top), Math.min(side, height - top)];
  const [fromColumn, toColumn] = [Math.max(0, -left), Math.min(side, width - left)];
  for (let row = fromRow; row < toRow; row++) {
    for (let column = fromColumn; column < toColumn; column++) {
      const alpha = alphas[row * side + column];
      if (alpha === 0) continue;
      const at = ((top + row) * width + left + column) * 4;
      const below = (pixels[at + 3] / 255) * (1 - alpha);
      const sum = alpha + below;
      pixels[at] = (red * alpha + pixels[at] * below) / sum;
      pixels[at + 1] = (green * alpha + pixels[at + 1] * below) / sum;
      pixels[at + 2] = (blue * alpha + pixels[at + 2] * below) / sum;
      pixels[at + 3] = sum * 255;
    }
  }
}
