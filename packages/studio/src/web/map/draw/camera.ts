// What part of the plane is seen.

/** screen = position * scale + offset, in CSS pixels. */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Makes the canvas as fine as the screen; returns device pixels per CSS pixel. */
export function fit(canvas: HTMLCanvasElement, width: number, height: number): number {
  const ratio = Math.min(2, devicePixelRatio || 1);
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  return ratio;
}
