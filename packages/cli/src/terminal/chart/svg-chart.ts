// Learning curves as an SVG file. It follows the reader's light or dark setting, names each curve at its end and contains
// no script, so any page can include it.
import {
  at,
  type ChartLine,
  curvePoints,
  FILE_COLOURS,
  type Frame,
  html,
  type LineStyle,
  linearScale,
  lineChart,
  lineEnds,
  lineStyles,
  type Markup,
  roundEnd,
  type Scale,
  svgFile,
} from "@xpal/data/chart";
import { type Curve, finalError, largestError } from "./curve.ts";
import { type CurveAxes, ERROR_AXES, stepOf, tickText, valueText, xScale, xTitle } from "./curve-axes.ts";

/** The words around the curves, and what to point out. */
export interface SvgChartOptions {
  readonly title: string;
  readonly subtitle?: string;
  readonly axes?: CurveAxes;
  /** A horizontal line from one number of labels to another, with words on it. */
  readonly saving?: { readonly error: number; readonly from: number; readonly to: number; readonly words: string };
}

const SIZE = { width: 760, height: 456 };
const FRAME: Frame = { left: 62, right: 602, top: 96, bottom: 404 };
const TITLE_LEFT = 24;
const COLOURS = FILE_COLOURS;

/** The text of the SVG file. The first curve is the one that the others are compared with. */
export function svgChart(
  curves: readonly Curve[],
  { title, subtitle = "", axes = ERROR_AXES, saving }: SvgChartOptions,
): string {
  const top = roundEnd(largestError(curves));
  const x = xScale(axes, curves, [FRAME.left, FRAME.right], 8);
  const step = stepOf(axes, curves);
  const y = linearScale([0, top], [FRAME.bottom, FRAME.top]);
  const styles = lineStyles(
    curves.map(({ key }) => key),
    curves[0].key,
  );
  const lines = curves.map((curve) => {
    const style = styles.get(curve.key) as LineStyle;
    return {
      name: curve.name,
      points: curvePoints(curve.errors).map(([t, value]) => [t * step, value] as const),
      style,
      ...bandOf(curve, top),
    };
  });
  const titles = { x: xTitle(axes), y: axes.y, yText: (value: number) => tickText(axes, value) };
  const words = html`<text x="${TITLE_LEFT}" y="30" font-size="17" font-weight="600" fill="${COLOURS.text}">${title}</text><text x="${TITLE_LEFT}" y="50" font-size="13" fill="${COLOURS.soft}">${subtitle}</text>`;
  const ends = lines.map((line, c) => ({ ...line, value: valueText(axes, finalError(curves[c])) }));
  return svgFile(
    {
      ...SIZE,
      label: title,
      body: html`${words}${lineChart(lines, { frame: FRAME, x, y, titles, colours: COLOURS })}${savingMark(saving, x, y, lines[0].style)}${lineEnds(ends, FRAME, y, COLOURS)}`,
    },
    { dark: true },
  );
}

/** The band of a curve, cut off at the axis. */
function bandOf({ lower, upper }: Curve, top: number): Pick<ChartLine, "band"> {
  if (lower === undefined || upper === undefined) return {};
  const within = (values: ArrayLike<number>) => Array.from(values, (value) => Math.min(top, Math.max(0, value)));
  return { band: { lower: within(lower), upper: within(upper), opacity: 0.14 } };
}

function savingMark(saving: SvgChartOptions["saving"], x: Scale, y: Scale, { series }: LineStyle): Markup {
  if (saving === undefined) return html``;
  const { error, from, to, words } = saving;
  const level = y(error);
  return html`<path d="M${at(x(from))},${at(level)}H${at(x(to))}" stroke="${COLOURS.soft}" stroke-dasharray="3 4" fill="none"/><circle cx="${at(x(from))}" cy="${at(level)}" r="4.5" fill="${COLOURS.series(series)}" stroke="${COLOURS.background}" stroke-width="1.5"/><text x="${at((x(from) + x(to)) / 2)}" y="${at(level - 9)}" text-anchor="middle" font-size="12" font-weight="600" fill="${COLOURS.soft}" stroke="${COLOURS.background}" stroke-width="4" paint-order="stroke">${words}</text>`;
}
