// The learning curves of one dataset: mean test error after each label, and its confidence band where asked for. The first few labels
// lie far above the rest, so the frame ends where the interesting part begins and cuts them off.

import { higherIsBetter, measured, measureTitle } from "../../analysis/results/measures.ts";
import type { Results } from "../../analysis/results/results.ts";
import type { DatasetCard, StrategyCard } from "../../records/experiment.ts";
import { fileName } from "../file-name.ts";
import { html, type Markup } from "../markup.ts";
import { share } from "../tables/number-text.ts";
import { axes, type Frame } from "./axes.ts";
import { at, type Drawing } from "./drawing.ts";
import type { Ink } from "./ink.ts";
import { type LineStyle, strokeOf } from "./line-style.ts";
import { linearScale, type Scale } from "./scale.ts";

/** The chart, and how places in it are read back. */
export interface CurveDrawing extends Drawing {
  readonly frame: Frame;
  readonly labels: number;
  readonly errors: readonly [number, number];
}

const SIZE = { width: 440, height: 290 };
const FRAME: Frame = { left: 44, right: 428, top: 34, bottom: 248 };

/** Which measure is drawn, and whether its confidence bands are; the error without bands by default. */
export interface CurveOptions {
  readonly measure?: string;
  readonly bands?: boolean;
}

/** The curves of these strategies; those that did not run are left out. */
export function learningCurves(
  results: Results,
  dataset: DatasetCard,
  strategies: readonly StrategyCard[],
  styles: ReadonlyMap<string, LineStyle>,
  ink: Ink,
  { measure = "error", bands = false }: CurveOptions = {},
): CurveDrawing {
  const found = strategies.flatMap(({ key }) => {
    const cell = results.cell(dataset.name, key);
    const curve = measure === "error" ? cell?.curve : measured(cell, measure)?.curve;
    return curve ? [{ key, ...curve }] : [];
  });
  const labels = Math.max(1, ...found.map(({ mean }) => mean.length - 1));
  const errors = shownRange(
    found.map(({ mean }) => mean),
    higherIsBetter(measure),
  );
  const x = linearScale([0, labels], [FRAME.left, FRAME.right]);
  const y = linearScale(errors, [FRAME.bottom, FRAME.top], 6);
  const clip = `clip-${fileName(`${measure}-${dataset.name}`)}`;
  const drawn = found.map(({ key, mean, lower, upper }) => {
    const style = styles.get(key) as LineStyle;
    const opacity = key === results.reference.key ? ".2" : ".09";
    const shade = bands
      ? html`<path class="band" d="${band(x, y, lower, upper)}" fill="${ink.series(style.series)}" fill-opacity="${opacity}"/>`
      : "";
    return html`<g data-strategy="${key}">${shade}<path d="${line(x, y, mean)}" ${strokeOf(style, ink)}/></g>`;
  });
  const { left, right, top, bottom } = FRAME;
  const title = html`<text x="${left}" y="13" font-size="13" font-weight="600" fill="${ink.text}">${dataset.name}</text>`;
  const window: Markup = html`<clipPath id="${clip}"><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/></clipPath>`;
  const named = { x: "labels", y: measureTitle(measure), yText: share2 };
  return {
    ...SIZE,
    label: `Curves of the ${measureTitle(measure)} on ${dataset.name}: ${found.map(({ key, mean }) => `${key} ends at ${share(mean[mean.length - 1])}`).join(", ")}`,
    body: html`${window}${title}${axes(FRAME, x, y, named, ink)}<g clip-path="url(#${clip})">${[...drawn].reverse()}</g>`,
    frame: FRAME,
    labels,
    errors,
  };
}

/** All values after a fiftieth of the labels, at least three; before that only those on the good side. */
function shownRange(curves: readonly Float64Array[], high: boolean): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const curve of curves) {
    const from = Math.min(curve.length - 1, Math.max(3, Math.round(curve.length / 50)));
    curve.forEach((value, t) => {
      if (t >= from || !high) least = Math.min(least, value);
      if (t >= from || high) most = Math.max(most, value);
    });
  }
  const margin = (most - least || 0.1) * 0.06;
  return [Math.max(0, least - margin), most + margin];
}

function line(x: Scale, y: Scale, values: Float64Array): string {
  return `M${Array.from(values, (value, t) => `${at(x(t))},${at(y(value))}`).join("L")}`;
}

function band(x: Scale, y: Scale, lower: Float64Array, upper: Float64Array): string {
  const back = Array.from(lower, (value, t) => `${at(x(t))},${at(y(value))}`).reverse();
  return `${line(x, y, upper)}L${back.join("L")}Z`;
}

function share2(value: number): string {
  return String(value).replace(/^0\./, ".");
}
