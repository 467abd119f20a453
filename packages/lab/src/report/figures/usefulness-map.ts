// One usefulness map: the darker, the more useful; diamonds and squares are the two classes, rings are labels, and a
// cross marks what would be asked next. The bar at the right says which score has which colour.
import {
  at,
  axes,
  type Colours,
  type Drawing,
  type Frame,
  html,
  linearScale,
  type Markup,
  type Scale,
} from "@xpal/data/chart";
import type { Example, UsefulnessMap } from "../../analysis/maps/usefulness-maps.ts";
import { regionAbove } from "./contours.ts";

const SIZE = { width: 400, height: 370 };
/** A square, so that distances are the same in both directions. */
const FRAME: Frame = { left: 30, right: 320, top: 40, bottom: 330 };
const BAR = { left: 332, width: 12 };
const LEVELS = 9;
/** The opacity of one layer; a region above n thresholds has n of them. */
const LAYER = 0.16;

/** The map with axes and a colour scale. */
export function usefulnessDrawing(
  { title, labelling, labelled, next, scores }: UsefulnessMap,
  example: Example,
  colours: Colours,
): Drawing {
  const { points, labels, extent } = example;
  const x = linearScale([-extent, extent], [FRAME.left, FRAME.right]);
  const y = linearScale([-extent, extent], [FRAME.bottom, FRAME.top]);
  const weight = (i: number) => (i === next ? 2 : labelled.includes(i) ? 1 : 0); // what matters is drawn last
  const order = labels.map((_, i) => i).sort((a, b) => weight(a) - weight(b));
  const items = order.map((i): Markup => {
    const label = labels[i];
    const [cx, cy] = [x(points.data[2 * i]), y(points.data[2 * i + 1])];
    const shape =
      label === 0
        ? `M${at(cx)},${at(cy - 4.5)}l4.5,4.5l-4.5,4.5l-4.5,-4.5z`
        : `M${at(cx - 3.3)},${at(cy - 3.3)}h6.6v6.6h-6.6z`;
    const ring = labelled.includes(i)
      ? html`<circle cx="${at(cx)}" cy="${at(cy)}" r="8" fill="none" stroke="${colours.text}" stroke-width="2"/>`
      : "";
    const strokes = `M${at(cx - 8)},${at(cy - 8)}l16,16m0,-16l-16,16`;
    const cross =
      i === next
        ? html`<g fill="none"><path d="${strokes}" stroke="${colours.background}" stroke-width="5"/><path d="${strokes}" stroke="${colours.text}" stroke-width="2.4"/></g>`
        : "";
    return html`<path d="${shape}" fill="${colours.series(label)}" stroke="${colours.background}" stroke-width=".6"/>${ring}${cross}`;
  });
  const { left, right, top, bottom } = FRAME;
  const how = labelling === "own" ? "with its own eight labels" : "with eight random labels";
  const range = [Math.min(...scores), Math.max(...scores)] as const;
  const words = { x: "first feature, standardised", y: "second feature, standardised" };
  return {
    ...SIZE,
    label: `Usefulness to ${title} ${how}, from ${shortNumber(range[0])} to ${shortNumber(range[1])}`,
    body: html`<text x="${left}" y="15" font-size="14" font-weight="600" fill="${colours.text}">${title}</text><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="${colours.background}" stroke="${colours.rule}"/>${axes(FRAME, x, y, words, colours)}${shades(scores, range, example, colours)}${items}${colourScale(range, colours)}`,
  };
}

/** Regions above rising thresholds, laid over each other; none where all scores are equal. */
function shades(
  scores: Float64Array,
  [low, high]: readonly [number, number],
  { gridSize }: Example,
  colours: Colours,
): Markup[] {
  if (!(high > low)) return [];
  const across = linearScale([0, gridSize - 1], [FRAME.left, FRAME.right]);
  const up = linearScale([0, gridSize - 1], [FRAME.bottom, FRAME.top]);
  return Array.from({ length: LEVELS - 1 }, (_, n) => {
    const loops = regionAbove(scores, gridSize, low + ((n + 1) / LEVELS) * (high - low));
    const path = loops.map((loop) => `M${loop.map(([i, j]) => `${at(across(i))},${at(up(j))}`).join("L")}Z`);
    return html`<path d="${path.join("")}" fill="${colours.useful}" fill-opacity="${LAYER}" fill-rule="evenodd"/>`;
  });
}

/** The colours of the levels from the lowest score to the highest, with the scores beside them. */
function colourScale([low, high]: readonly [number, number], colours: Colours): Markup {
  const { top, bottom } = FRAME;
  const head = html`<text x="${BAR.left}" y="${top - 8}">score</text>`;
  if (!(high > low)) {
    return html`<g font-size="11" fill="${colours.soft}">${head}<text x="${BAR.left}" y="${top + 10}">all ${shortNumber(low)}</text></g>`;
  }
  const y: Scale = linearScale([low, high], [bottom, top], 4);
  const step = (bottom - top) / LEVELS;
  const boxes = Array.from({ length: LEVELS }, (_, n) => {
    const opacity = 1 - (1 - LAYER) ** n;
    return html`<rect x="${BAR.left}" y="${at(bottom - (n + 1) * step)}" width="${BAR.width}" height="${at(step)}" fill="${colours.useful}" fill-opacity="${opacity.toFixed(3)}"/>`;
  });
  const ticks = y.ticks.map(
    (value) =>
      html`<line x1="${BAR.left + BAR.width}" x2="${BAR.left + BAR.width + 3}" y1="${at(y(value))}" y2="${at(y(value))}" stroke="${colours.soft}"/><text x="${BAR.left + BAR.width + 6}" y="${at(y(value) + 3.5)}">${shortNumber(value)}</text>`,
  );
  return html`<g font-size="11" fill="${colours.soft}">${head}${boxes}<rect x="${BAR.left}" y="${top}" width="${BAR.width}" height="${bottom - top}" fill="none" stroke="${colours.rule}"/>${ticks}</g>`;
}

/** Two digits, with a power of ten where zeros would hide them. */
function shortNumber(value: number): string {
  const rounded = Number(value.toPrecision(2));
  const size = Math.abs(rounded);
  const text = size !== 0 && (size < 0.001 || size >= 1e4) ? rounded.toExponential() : String(rounded);
  return text.replaceAll("-", "−").replace("e+", "e");
}
