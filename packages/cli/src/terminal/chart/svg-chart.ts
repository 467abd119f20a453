// Learning curves as a stand-alone SVG. It follows the reader's light or dark setting, names each curve at its end
// and holds no script, so it can be put on any page.
import { type Curve, finalError, largestError, mostLabels, percent, spread, ticks } from "./learning-curves.ts";

/** Words around the curves, and what to point out. */
export interface SvgChartOptions {
  readonly title: string;
  readonly subtitle?: string;
  /** A level line from one number of labels to another, with words on it. */
  readonly saving?: { readonly error: number; readonly from: number; readonly to: number; readonly words: string };
}

const WIDTH = 760;
const HEIGHT = 456;
const LEFT = 62;
const RIGHT = 602;
const TOP = 96;
const BOTTOM = 404;

/** One colour per curve for light grounds and one for dark grounds. */
const COLOURS: readonly (readonly [light: string, dark: string])[] = [
  ["#1769e0", "#5aa2ff"],
  ["#7a7f87", "#9aa1ab"],
  ["#d9630b", "#ff9a4d"],
  ["#0f8a5f", "#3fc491"],
  ["#a63ca6", "#dd84dd"],
  ["#94740a", "#d8b440"],
  ["#0b8a9a", "#45c3d3"],
  ["#c93a3a", "#ff8080"],
];

/** The picture as the text of an SVG file. */
export function svgChart(curves: readonly Curve[], options: SvgChartOptions): string {
  const yTicks = ticks(largestError(curves), 5);
  const most = mostLabels(curves);
  const y = (error: number) => BOTTOM - (error / yTicks[yTicks.length - 1]) * (BOTTOM - TOP);
  const x = (labels: number) => LEFT + (labels / most) * (RIGHT - LEFT);
  const xTicks = ticks(most, 8).filter((tick) => tick <= most && Number.isInteger(tick));
  const parts = [
    ...yTicks.map((tick) => `<path class="grid" d="M${LEFT} ${n(y(tick))}H${RIGHT}"/>`),
    ...yTicks.map((tick) => text(LEFT - 10, y(tick) + 4, `${Number((100 * tick).toPrecision(6))} %`, "tick end")),
    `<path class="axis" d="M${LEFT} ${BOTTOM}H${RIGHT}"/>`,
    ...xTicks.map((tick) => `<path class="axis" d="M${n(x(tick))} ${BOTTOM}v5"/>`),
    ...xTicks.map((tick) => text(x(tick), BOTTOM + 20, String(tick), "tick middle")),
    text(RIGHT, BOTTOM + 40, "labels", "name end"),
    text(LEFT, TOP - 12, "test error", "name"),
    ...[...curves.keys()].reverse().flatMap((c) => drawCurve(curves[c], c, x, y, yTicks[yTicks.length - 1])),
    ...savingMark(options.saving, x, y),
    ...endings(curves, y),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">${escapeMarkup(options.title)}</title>
<style>
${styles(curves.length)}
</style>
<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>
${text(LEFT - 38, 30, options.title, "title")}
${text(LEFT - 38, 49, options.subtitle ?? "", "name")}
${parts.join("\n")}
</svg>
`;
}

function drawCurve(
  curve: Curve,
  c: number,
  x: (labels: number) => number,
  y: (error: number) => number,
  top: number,
): string[] {
  const points = (values: ArrayLike<number>) => Array.from(values, (value, t) => `${n(x(t))} ${n(y(value))}`);
  const line = `<path class="curve ink${c}" d="M${points(curve.errors).join("L")}"/>`;
  if (curve.lower === undefined || curve.upper === undefined) return [line];
  const within = (values: ArrayLike<number>) => Array.from(values, (value) => Math.min(top, Math.max(0, value)));
  const band = [...points(within(curve.upper)), ...points(within(curve.lower)).reverse()].join("L");
  return [`<path class="band fill${c}" d="M${band}Z"/>`, line];
}

/** Each curve's name and final error beside its end; names move apart when ends are close, with a thread to the end. */
function endings(curves: readonly Curve[], y: (error: number) => number): string[] {
  const ends = curves.map((curve) => y(finalError(curve)));
  const places = spread(ends, 19, BOTTOM);
  return curves.flatMap((curve, c) => [
    `<path class="thread ink${c}" d="M${RIGHT + 3} ${n(ends[c])}L${RIGHT + 12} ${n(places[c])}"/>`,
    `<text class="ending fill${c}" x="${RIGHT + 17}" y="${n(places[c] + 4.5)}">${escapeMarkup(curve.name)} <tspan class="value">${percent(finalError(curve))}</tspan></text>`,
  ]);
}

function savingMark(saving: SvgChartOptions["saving"], x: (labels: number) => number, y: (error: number) => number) {
  if (saving === undefined) return [];
  const level = y(saving.error);
  return [
    `<path class="saving" d="M${n(x(saving.from))} ${n(level)}H${n(x(saving.to))}"/>`,
    `<circle class="dot ground-ring fill0" cx="${n(x(saving.from))}" cy="${n(level)}" r="4.5"/>`,
    text((x(saving.from) + x(saving.to)) / 2, level - 9, saving.words, "words middle"),
  ];
}

function styles(count: number): string {
  const inks = (side: 0 | 1) =>
    COLOURS.slice(0, count)
      .map((pair, c) => `.ink${c}{stroke:${pair[side]}}.fill${c}{fill:${pair[side]}}`)
      .join("");
  return `text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#4a4f57}
.title{font-size:17px;font-weight:600;fill:#16181d}.tick{font-size:12px;font-variant-numeric:tabular-nums}
.middle{text-anchor:middle}.end{text-anchor:end}.ending{font-weight:600}.value{font-weight:400}.words{font-size:12px;font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:4px}
.ground{fill:#fff}.grid{stroke:#e6e8ec;fill:none}.axis{stroke:#9aa1ab;fill:none}
.curve{fill:none;stroke-width:2.2;stroke-linejoin:round}.band{opacity:.14}.thread{fill:none;opacity:.5}
.saving{stroke:#4a4f57;stroke-dasharray:3 4;fill:none}.ground-ring{stroke:#fff;stroke-width:1.5}
${inks(0)}
@media (prefers-color-scheme:dark){text{fill:#b4bac4}.title{fill:#f1f3f6}.ground{fill:#14171c}.grid{stroke:#272c34}.axis{stroke:#5b626d}.saving{stroke:#b4bac4}.ground-ring,.words{stroke:#14171c}${inks(1)}}`;
}

function text(x: number, y: number, words: string, classes: string): string {
  return words === "" ? "" : `<text class="${classes}" x="${n(x)}" y="${n(y)}">${escapeMarkup(words)}</text>`;
}

/** A coordinate with a tenth of a pixel: enough to draw, short to store. */
function n(coordinate: number): string {
  return String(Math.round(coordinate * 10) / 10);
}

/** Text as it may stand in SVG and HTML. */
export function escapeMarkup(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);
}
