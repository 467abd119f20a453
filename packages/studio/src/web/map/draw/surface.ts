// A smooth surface of values over the map: a coarse grid of means, blurred, drawn under the points.
import type { Camera } from "./camera.ts";

const GRID = 72;
const REACH = 3;
const ENLARGED = 8;

/** An image of the surface, and how far it reaches from the centre. */
export interface Surface {
  readonly image: HTMLCanvasElement;
  readonly x: number;
  readonly y: number;
}

/** The surface over all positions that have a value; null when there is nothing to show. */
export function surfaceImage(
  { x, y }: { readonly x: readonly number[]; readonly y: readonly number[] },
  values: readonly number[],
  colour: readonly [number, number, number],
): Surface | null {
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  if (most <= 0) return null;
  const [endX, endY] = [x, y].map((axis) => axis.reduce((far, place) => Math.max(far, 1.08 * Math.abs(place)), 0.01));
  const sums = new Float64Array(GRID * GRID);
  const weights = new Float64Array(GRID * GRID);
  for (let i = 0; i < Math.min(x.length, values.length); i++) {
    const [column, row] = [cell(x[i] / endX), cell(y[i] / endY)];
    for (let dy = -REACH; dy <= REACH; dy++) {
      for (let dx = -REACH; dx <= REACH; dx++) {
        const [c, r] = [column + dx, row + dy];
        if (c < 0 || r < 0 || c >= GRID || r >= GRID) continue;
        const weight = Math.exp(-(dx * dx + dy * dy) / 3);
        sums[r * GRID + c] += weight * values[i];
        weights[r * GRID + c] += weight;
      }
    }
  }
  const canvas = document.createElement("canvas");
  canvas.width = GRID;
  canvas.height = GRID;
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(GRID, GRID);
  for (let at = 0; at < sums.length; at++) {
    if (weights[at] === 0) continue;
    const share = sums[at] / weights[at] / most;
    image.data.set([...colour, Math.round(255 * 0.55 * Math.sqrt(share) * Math.min(1, weights[at]))], at * 4);
  }
  context.putImageData(image, 0, 0);
  return { image: enlarged(canvas), x: endX, y: endY };
}

/** Smoothed once at a size that needs little more when it is drawn, which happens with every frame. */
function enlarged(small: HTMLCanvasElement): HTMLCanvasElement {
  const large = document.createElement("canvas");
  large.width = GRID * ENLARGED;
  large.height = GRID * ENLARGED;
  const context = large.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.drawImage(small, 0, 0, large.width, large.height);
  return large;
}

/** Draws the surface where the camera sees it. */
export function drawSurface(context: CanvasRenderingContext2D, surface: Surface, { scale, x, y }: Camera): void {
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "low";
  const [reachX, reachY] = [surface.x * scale, surface.y * scale];
  context.drawImage(surface.image, x - reachX, y - reachY, 2 * reachX, 2 * reachY);
}

function cell(place: number): number {
  return Math.min(GRID - 1, Math.max(0, Math.floor(((place + 1) / 2) * GRID)));
}
