import { type AxisTitles, axes, type Frame } from "./axes.ts";
import type { LineColours } from "./colours.ts";
import { at } from "./drawing.ts";
import { type LineStyle, strokeOf } from "./line-style.ts";
import { html, type Markup } from "./markup.ts";
import type { Scale } from "./scale.ts";
import { spread } from "./spread.ts";

/** A line of a chart; see {@link lineChart}. */
export interface ChartLine {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly style: LineStyle;
  /** An interval at each point, drawn as a band behind the line. */
  readonly band?: { readonly lower: ArrayLike<number>; readonly upper: ArrayLike<number>; readonly opacity: number };
  /** Written to the attribute `data-strategy`, for scripts that hide or show the line. */
  readonly key?: string;
}

/** The scales, frame, words and colours of a chart. */
export interface ChartOptions {
  readonly frame: Frame;
  readonly x: Scale;
  readonly y: Scale;
  readonly titles: AxisTitles;
  readonly colours: LineColours;
  /** An id that is unique in the document: the lines are cut off at the frame. */
  readonly clip?: string;
}

/**
 * Axes with lines; the first line is drawn on top.
 * @example lineChart([], { frame: { left: 0, right: 9, top: 0, bottom: 9 }, x: linearScale([0, 1], [0, 9]), y: linearScale([0, 1], [9, 0]), titles: { x: "", y: "" }, colours: FILE_COLOURS }).markup.startsWith("<g") // true
 */
export function lineChart(lines: readonly ChartLine[], { frame, x, y, titles, colours, clip }: ChartOptions): Markup {
  const drawn = [...lines].reverse().map(({ points, style, band, key }) => {
    const shade =
      band === undefined
        ? ""
        : html`<path class="band" d="${bandPath(points, band, x, y)}" fill="${colours.series(style.series)}" fill-opacity="${band.opacity}"/>`;
    const line = html`<path d="${linePath(points, x, y)}" ${strokeOf(style, colours)}/>`;
    return html`<g${key === undefined ? "" : html` data-strategy="${key}"`}>${shade}${line}</g>`;
  });
  const around = axes(frame, x, y, titles, colours);
  if (clip === undefined) return html`${around}${drawn}`;
  const { left, right, top, bottom } = frame;
  return html`<clipPath id="${clip}"><rect x="${at(left)}" y="${at(top)}" width="${at(right - left)}" height="${at(bottom - top)}"/></clipPath>${around}<g clip-path="url(#${clip})">${drawn}</g>`;
}

/**
 * The name of each line at the right of the frame, as near to its last point as the other names allow.
 * @example lineEnds([], { left: 0, right: 9, top: 0, bottom: 9 }, linearScale([0, 1], [9, 0]), FILE_COLOURS).markup // ""
 */
export function lineEnds(
  lines: readonly (Pick<ChartLine, "name" | "points" | "style"> & { readonly value?: string })[],
  { right, top, bottom }: Frame,
  y: Scale,
  colours: LineColours,
): Markup {
  const ends = lines.map(({ points }) => y(points[points.length - 1][1]));
  const moved = spread(ends, 17, [top, bottom]);
  const names = lines.map(({ name, style, value }, i) => {
    const colour = colours.series(style.series);
    const number = value === undefined ? "" : html` <tspan font-weight="400">${value}</tspan>`;
    return html`<path d="M${at(right + 3)},${at(ends[i])}L${at(right + 11)},${at(moved[i])}" stroke="${colour}" stroke-opacity=".5" fill="none"/><text x="${at(right + 15)}" y="${at(moved[i] + 4)}" font-size="12.5" font-weight="600" fill="${colour}">${name}${number}</text>`;
  });
  return html`${names}`;
}

/**
 * The points of a curve that starts at 0 and goes on by 1, such as errors after 0, 1, 2, ... labels.
 * @example curvePoints([0.5, 0.25]) // [[0, 0.5], [1, 0.25]]
 */
export function curvePoints(values: ArrayLike<number>): (readonly [x: number, y: number])[] {
  return Array.from(values, (value, x) => [x, value] as const);
}

function linePath(points: ChartLine["points"], x: Scale, y: Scale): string {
  return points.length === 0 ? "" : `M${points.map(([px, py]) => `${at(x(px))},${at(y(py))}`).join("L")}`;
}

function bandPath(
  points: ChartLine["points"],
  { lower, upper }: NonNullable<ChartLine["band"]>,
  x: Scale,
  y: Scale,
): string {
  const edge = (values: ArrayLike<number>) => points.map(([px], i) => `${at(x(px))},${at(y(values[i]))}`);
  return `M${[...edge(upper), ...edge(lower).reverse()].join("L")}Z`;
}
