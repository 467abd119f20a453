// Many points on a canvas. A thread draws them once into an image larger than the window; while the map is moved that
// image is moved and scaled, which costs the same for any number of points, and at rest it is drawn again.
import { caller, pagePort } from "@xpal/core/calls";
import { type Camera, fit } from "./camera.ts";
import type { ImageWanted, Outlines, PointCalls } from "./point-worker.ts";

/** Points that can be drawn. */
export interface PointLayer {
  setPlaces(x: readonly number[], y: readonly number[]): void;
  /** Per point red, green, blue (0 to 255) and a diameter in CSS pixels, with what `splat-points.ts` adds to it. */
  setLooks(looks: Uint8Array, outlines: Outlines): void;
  /** Draws with the next frame. `under` may draw something below the points, in CSS pixels. */
  draw(camera: Camera, width: number, height: number, under?: (context: CanvasRenderingContext2D) => void): void;
  close(): void;
}

/** How far the image reaches beyond the window, on each side. */
const MARGIN = 0.25;
/** The image is drawn again when the map has rested for so long, or when it does no longer fill the window. */
const REST_MS = 90;
const MAX_ZOOM = 1.6;

/** A layer on a canvas. */
export function pointLayer(canvas: HTMLCanvasElement): PointLayer {
  const context = canvas.getContext("2d")!;
  const worker = new Worker(new URL("./point-worker.ts", import.meta.url), { type: "module" });
  const { call, tell } = caller<PointCalls>(pagePort(worker));
  let wanted: { camera: Camera; width: number; height: number; under?: (to: CanvasRenderingContext2D) => void } | null =
    null;
  let shown: { image: ImageBitmap; view: ImageWanted } | null = null;
  let asked: ImageWanted | null = null;
  let stale = false; // whether points changed since the last image was asked for
  let frame = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  return {
    setPlaces: (x, y) => {
      tell("places", { xs: Float32Array.from(x), ys: Float32Array.from(y) });
      stale = true;
    },
    setLooks: (looks, outlines) => {
      tell("looks", { looks, outlines });
      stale = true;
    },
    draw: (camera, width, height, under) => {
      wanted = { camera, width, height, ...(under ? { under } : {}) };
      if (stale || !isFilled()) ask();
      clearTimeout(resting);
      resting = setTimeout(() => !isSharp() && ask(), REST_MS);
      schedule();
    },
    close: () => {
      clearTimeout(resting);
      cancelAnimationFrame(frame);
      worker.terminate();
      shown?.image.close();
    },
  };

  /** One image at a time: what is asked for meanwhile is asked when it has come. */
  function ask(): void {
    if (wanted === null || asked !== null) return;
    const { camera, width, height } = wanted;
    const ratio = fit(canvas, width, height);
    const size = (length: number) => Math.max(1, Math.round(length * (1 + 2 * MARGIN) * ratio));
    asked = {
      width: size(width),
      height: size(height),
      scale: camera.scale * ratio,
      x: (camera.x + width * MARGIN) * ratio,
      y: (camera.y + height * MARGIN) * ratio,
      ratio,
    };
    stale = false;
    void call("draw", asked).then(show);
  }

  function show(image: ImageBitmap): void {
    shown?.image.close();
    shown = { image, view: asked! };
    asked = null;
    schedule();
    if (wanted !== null && (stale || !isFilled())) ask();
  }

  function schedule(): void {
    frame ||= requestAnimationFrame(paint);
  }

  function paint(): void {
    frame = 0;
    if (wanted === null) return;
    const { width, height, under } = wanted;
    const ratio = fit(canvas, width, height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    under?.(context);
    if (shown === null) return;
    const { left, top, zoom } = placeOf(shown.view);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.imageSmoothingEnabled = Math.abs(zoom - 1) > 1e-6;
    context.imageSmoothingQuality = "low";
    const [w, h] = [shown.view.width * zoom, shown.view.height * zoom];
    context.drawImage(shown.image, zoom === 1 ? Math.round(left) : left, zoom === 1 ? Math.round(top) : top, w, h);
  }

  /** Where an image lies on the canvas now, in device pixels. */
  function placeOf(view: ImageWanted): { left: number; top: number; zoom: number } {
    const { camera } = wanted!;
    const zoom = (camera.scale * view.ratio) / view.scale;
    return { left: camera.x * view.ratio - view.x * zoom, top: camera.y * view.ratio - view.y * zoom, zoom };
  }

  /** Whether the image covers the window well enough to go on with it while the map moves. */
  function isFilled(): boolean {
    if (shown === null || wanted === null) return false;
    const { view } = shown;
    const { left, top, zoom } = placeOf(view);
    const right = left + view.width * zoom;
    const bottom = top + view.height * zoom;
    const covers = left <= 0 && top <= 0 && right >= wanted.width * view.ratio && bottom >= wanted.height * view.ratio;
    return covers && zoom < MAX_ZOOM;
  }

  /** Whether the image is just what would be drawn again. */
  function isSharp(): boolean {
    if (stale || shown === null) return false;
    const { view } = shown;
    const { left, top, zoom } = placeOf(view);
    return (
      zoom === 1 &&
      Math.abs(left + (view.width - wanted!.width * view.ratio) / 2) < 1 &&
      Math.abs(top + (view.height - wanted!.height * view.ratio) / 2) < 1
    );
  }
}
