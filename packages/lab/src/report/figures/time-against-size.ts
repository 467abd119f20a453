// The paper's figure of computation time: seconds per query against the size of the pool, the line the mean over the
// numbers of classes, the dots each of them.

import { meanOf } from "../../mean-of.ts";
import type { ComputationTime } from "../../records/computation-time.ts";
import type { StrategyCard } from "../../records/experiment.ts";
import { html } from "../markup.ts";
import { count, duration } from "../tables/number-text.ts";
import { axes, type Frame } from "./axes.ts";
import { at, type Drawing } from "./drawing.ts";
import type { Ink } from "./ink.ts";
import { type LineStyle, strokeOf } from "./line-style.ts";
import { linearScale, logScale } from "./scale.ts";

const SIZE = { width: 640, height: 380 };
const FRAME: Frame = { left: 58, right: 520, top: 30, bottom: 336 };

/** The chart; strategies without times are left out. */
export function timeAgainstSize(
  times: readonly ComputationTime[],
  strategies: readonly StrategyCard[],
  styles: ReadonlyMap<string, LineStyle>,
  ink: Ink,
): Drawing {
  const seconds = times.map((time) => Math.max(time.seconds, 1e-7));
  const sizes = [...new Set(times.map(({ pointCount }) => pointCount))].sort((a, b) => a - b);
  const x = linearScale([0, Math.max(...sizes) * 1.02], [FRAME.left, FRAME.right]);
  const range = [
    10 ** Math.floor(Math.log10(Math.min(...seconds))),
    10 ** Math.ceil(Math.log10(Math.max(...seconds))),
  ] as const;
  const y = logScale(range, [FRAME.bottom, FRAME.top]);
  const shown = strategies.filter(({ key }) => times.some(({ strategy }) => strategy === key));
  const means = shown.map(({ key }) => {
    const own = times.filter(({ strategy }) => strategy === key);
    const points = sizes.flatMap((size) => {
      const here = own.filter(({ pointCount }) => pointCount === size).map((time) => Math.max(time.seconds, 1e-7));
      return here.length === 0 ? [] : [[size, meanOf(here)] as const];
    });
    return { key, own, points };
  });
  const ends = spread(
    means.map(({ points }) => y(points[points.length - 1][1])),
    15,
  );
  const lines = means.map(({ key, own, points }, s) => {
    const style = styles.get(key) as LineStyle;
    const dots = own.map(
      (time) =>
        html`<circle cx="${at(x(time.pointCount))}" cy="${at(y(Math.max(time.seconds, 1e-7)))}" r="2.2" fill="${ink.series(style.series)}" fill-opacity=".55"/>`,
    );
    const path = points.map(([size, mean]) => `${at(x(size))},${at(y(mean))}`).join("L");
    return html`<g>${dots}<path d="M${path}" ${strokeOf(style, ink)}/><text x="${FRAME.right + 8}" y="${at(ends[s] + 4)}" font-size="12" fill="${ink.series(style.series)}">${shown[s].title}</text></g>`;
  });
  const titles = {
    x: "points in the pool",
    y: "time per query",
    xText: count,
    yText: (value: number) => duration(value).replace(".0", ""),
  };
  return {
    ...SIZE,
    label: "Computation time per query against the size of the pool",
    body: html`${axes(FRAME, x, y, titles, ink)}${lines}`,
  };
}

/** Places pushed apart so that the names beside the lines do not overlap. */
function spread(places: readonly number[], gap: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  const moved = [...places];
  order.forEach((i, n) => {
    if (n > 0) moved[i] = Math.max(moved[i], moved[order[n - 1]] + gap);
  });
  const over = Math.max(0, (moved[order[order.length - 1]] ?? 0) - FRAME.bottom);
  return moved.map((place) => place - over);
}
