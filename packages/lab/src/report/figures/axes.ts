import { html, type Markup } from "../markup.ts";
import { at } from "./drawing.ts";
import type { Ink } from "./ink.ts";
import type { Scale } from "./scale.ts";

/** The inside of a chart. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What the axes say. */
export interface AxisTitles {
  readonly x: string;
  readonly y: string;
  readonly xText?: (value: number) => string;
  readonly yText?: (value: number) => string;
}

/** Grid lines, ticks and titles of both axes. */
export function axes(frame: Frame, x: Scale, y: Scale, titles: AxisTitles, ink: Ink): Markup {
  const { left, right, top, bottom } = frame;
  const { xText = String, yText = String } = titles;
  const across = y.ticks.map(
    (value) =>
      html`<line x1="${left}" x2="${right}" y1="${at(y(value))}" y2="${at(y(value))}" stroke="${ink.rule}"/><text x="${left - 6}" y="${at(y(value) + 3.5)}" text-anchor="end">${yText(value)}</text>`,
  );
  const down = x.ticks.map(
    (value) =>
      html`<line x1="${at(x(value))}" x2="${at(x(value))}" y1="${bottom}" y2="${bottom + 4}" stroke="${ink.soft}"/><text x="${at(x(value))}" y="${bottom + 16}" text-anchor="middle">${xText(value)}</text>`,
  );
  return html`<g font-size="11" fill="${ink.soft}">${across}${down}<line x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}" stroke="${ink.soft}"/><text x="${at((left + right) / 2)}" y="${bottom + 32}" text-anchor="middle">${titles.x}</text><text x="${left}" y="${top - 8}" text-anchor="start">${titles.y}</text></g>`;
}
