// A panel on a canvas: usefulness as shades, the border between the classes as a line, points as shapes.
import { borderLines } from "./border-lines.ts";
import { CELLS, type PanelAnswer } from "./panel-answer.ts";
import type { Scene } from "./scene.ts";
import { surfaceShares } from "./surface-shares.ts";

/** Colour-blind safe: class 0 blue circles, class 1 orange squares. */
const CLASS_COLOURS = ["#3a6fd8", "#d9730d"];

/** Draws; `focus` is the point that the keyboard is on. */
export function drawPanel(
  canvas: HTMLCanvasElement,
  scene: Scene,
  answer: PanelAnswer,
  focus: number | undefined,
): void {
  const size = canvas.clientWidth;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = canvas.height = Math.round(size * ratio);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(ratio, ratio);
  const dark = document.documentElement.classList.contains("dark");
  const ink = dark ? "#e8e8ec" : "#20222a";
  context.fillStyle = dark ? "#17181d" : "#ffffff";
  context.fillRect(0, 0, size, size);
  shade(context, answer, size, dark);
  border(context, answer.chance, size, ink);
  const said = new Map(scene.answers.map(({ point, said }) => [point, said]));
  scene.points.forEach(({ x, y }, i) => {
    const known = said.get(i);
    context.fillStyle = known === undefined ? (dark ? "#9a9aa4" : "#7a7a84") : (CLASS_COLOURS[known] as string);
    context.strokeStyle = ink;
    shape(context, x * size, y * size, known);
    if (i === answer.best || i === focus) ring(context, x * size, y * size, ink, i === focus && i !== answer.best);
  });
}

/** The surface, drawn small, one pixel per cell, and enlarged smoothly. */
function shade(
  context: CanvasRenderingContext2D,
  { usefulness, chance }: PanelAnswer,
  size: number,
  dark: boolean,
): void {
  const small = document.createElement("canvas");
  small.width = small.height = CELLS;
  const brush = small.getContext("2d");
  if (brush === null) return;
  const shares = surfaceShares(usefulness);
  const isKnown = usefulness.length > 0;
  const image = brush.createImageData(CELLS, CELLS);
  for (let i = 0; i < CELLS * CELLS; i++) {
    const p = chance[i] as number;
    const alpha = isKnown ? (shares[i] as number) * (dark ? 0.75 : 0.65) : Math.abs(p - 0.5) * 0.7;
    const tint = isKnown ? [46, 160, 103] : p > 0.5 ? [217, 115, 13] : [58, 111, 216];
    image.data.set([...tint, Math.round(255 * alpha)], 4 * i);
  }
  brush.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  context.drawImage(small, 0, 0, size, size);
}

function border(context: CanvasRenderingContext2D, chance: Float64Array, size: number, ink: string): void {
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.lineCap = "round";
  context.beginPath();
  for (const [x1, y1, x2, y2] of borderLines(chance, CELLS)) {
    context.moveTo(x1 * size, y1 * size);
    context.lineTo(x2 * size, y2 * size);
  }
  context.stroke();
}

function shape(context: CanvasRenderingContext2D, x: number, y: number, said: number | undefined): void {
  context.lineWidth = 1;
  context.beginPath();
  if (said === 1) context.rect(x - 5, y - 5, 10, 10);
  else context.arc(x, y, said === undefined ? 3 : 5.5, 0, 2 * Math.PI);
  context.fill();
  if (said !== undefined) context.stroke();
}

function ring(context: CanvasRenderingContext2D, x: number, y: number, ink: string, dashed: boolean): void {
  context.setLineDash(dashed ? [3, 3] : []);
  context.strokeStyle = ink;
  context.lineWidth = 2.5;
  context.beginPath();
  context.arc(x, y, 11, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
}
