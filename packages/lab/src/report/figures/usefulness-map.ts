// One usefulness map: the darker, the more useful; diamonds and squares are the two classes, rings are labels, and a
// cross marks what would be asked next.
import type { Example, UsefulnessMap } from "../../analysis/maps/usefulness-maps.ts";
import { html, type Markup } from "../markup.ts";
import { regionAbove } from "./contours.ts";
import { at, type Drawing } from "./drawing.ts";
import type { Ink } from "./ink.ts";

const SIDE = 300;
const TOP = 26;
const LEVELS = 9;

/** The map as a square picture. */
export function usefulnessDrawing(
  { title, labelling, labelled, next, scores }: UsefulnessMap,
  example: Example,
  ink: Ink,
): Drawing {
  const { points, labels, extent } = example;
  const weight = (i: number) => (i === next ? 2 : labelled.includes(i) ? 1 : 0); // what matters is drawn last
  const place = (value: number) => ((value + extent) / (2 * extent)) * SIDE;
  const order = labels.map((_, i) => i).sort((a, b) => weight(a) - weight(b));
  const items = order.map((i): Markup => {
    const y = labels[i];
    const [cx, cy] = [place(points.data[2 * i]), TOP + SIDE - place(points.data[2 * i + 1])];
    const shape =
      y === 0
        ? `M${at(cx)},${at(cy - 4.5)}l4.5,4.5l-4.5,4.5l-4.5,-4.5z`
        : `M${at(cx - 3.3)},${at(cy - 3.3)}h6.6v6.6h-6.6z`;
    const ring = labelled.includes(i)
      ? html`<circle cx="${at(cx)}" cy="${at(cy)}" r="8" fill="none" stroke="${ink.text}" stroke-width="2"/>`
      : "";
    const strokes = `M${at(cx - 8)},${at(cy - 8)}l16,16m0,-16l-16,16`;
    const cross =
      i === next
        ? html`<g fill="none"><path d="${strokes}" stroke="${ink.ground}" stroke-width="5"/><path d="${strokes}" stroke="${ink.text}" stroke-width="2.4"/></g>`
        : "";
    return html`<path d="${shape}" fill="${ink.classes[y]}" stroke="${ink.ground}" stroke-width=".6"/>${ring}${cross}`;
  });
  const how = labelling === "own" ? "with its own eight labels" : "with eight random labels";
  return {
    width: SIDE,
    height: SIDE + TOP,
    label: `Usefulness to ${title} ${how}`,
    body: html`<text y="15" font-size="14" font-weight="600" fill="${ink.text}">${title}</text><rect y="${TOP}" width="${SIDE}" height="${SIDE}" fill="${ink.ground}" stroke="${ink.rule}"/>${shades(scores, example, ink)}${items}`,
  };
}

/** Regions above rising thresholds, laid over each other; none where all scores are equal. */
function shades(scores: Float64Array, { gridSize }: Example, ink: Ink): Markup[] {
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  if (!(high > low)) return [];
  const unit = SIDE / (gridSize - 1);
  return Array.from({ length: LEVELS - 1 }, (_, n) => {
    const loops = regionAbove(scores, gridSize, low + ((n + 1) / LEVELS) * (high - low));
    const path = loops.map(
      (loop) => `M${loop.map(([i, j]) => `${at(i * unit)},${at(TOP + SIDE - j * unit)}`).join("L")}Z`,
    );
    return html`<path d="${path.join("")}" fill="${ink.useful}" fill-opacity=".16" fill-rule="evenodd"/>`;
  });
}
