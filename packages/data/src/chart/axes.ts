import type { LineColours } from "./colours.ts";
import { at } from "./drawing.ts";
import { html, type Markup } from "./markup.ts";
import type { Scale } from "./scale.ts";

/** The area of a chart inside its axes, in pixels. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The titles of the axes, and how their ticks are written. */
export interface AxisTitles {
  readonly x: string;
  readonly y: string;
  readonly xText?: (value: number) => string;
  readonly yText?: (value: number) => string;
}

/**
 * Grid lines, ticks and titles of both axes. The ticks of x take 16 pixels below the frame, its title another 16.
 * @example axes({ left: 40, right: 90, top: 20, bottom: 70 }, linearScale([0, 1], [40, 90]), linearScale([0, 1], [70, 20]), { x: "labels", y: "error" }, FILE_COLOURS).markup.includes(">labels</text>") // true
 */
export function axes(frame: Frame, x: Scale, y: Scale, titles: AxisTitles, colours: LineColours): Markup {
  const { left, right, top, bottom } = frame;
  const { xText = String, yText = String } = titles;
  const across = y.ticks.map(
    (value) =>
      html`<line x1="${at(left)}" x2="${at(right)}" y1="${at(y(value))}" y2="${at(y(value))}" stroke="${colours.rule}"/><text x="${at(left - 6)}" y="${at(y(value) + 3.5)}" text-anchor="end">${yText(value)}</text>`,
  );
  const title = (x: number, y: number, anchor: string, text: string) =>
    text === "" ? "" : html`<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${text}</text>`;
  return html`<g font-size="11" fill="${colours.soft}">${across}${xAxis(frame, x, colours, xText)}${title((left + right) / 2, bottom + 32, "middle", titles.x)}${title(left, top - 8, "start", titles.y)}</g>`;
}

/** The line at the bottom with its ticks. */
function xAxis(
  { left, right, bottom }: Frame,
  x: Scale,
  colours: LineColours,
  text: (value: number) => string,
): Markup {
  const ticks = x.ticks.map(
    (value) =>
      html`<line x1="${at(x(value))}" x2="${at(x(value))}" y1="${at(bottom)}" y2="${at(bottom + 4)}" stroke="${colours.soft}"/><text x="${at(x(value))}" y="${at(bottom + 16)}" text-anchor="middle">${text(value)}</text>`,
  );
  return html`${ticks}<line x1="${at(left)}" x2="${at(right)}" y1="${at(bottom)}" y2="${at(bottom)}" stroke="${colours.soft}"/>`;
}
