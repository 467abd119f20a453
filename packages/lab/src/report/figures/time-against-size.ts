// The paper's figure of computation time: seconds per query against the size of the pool, the line the mean over the
// numbers of classes, the dots each of them.

import {
  at,
  type Colours,
  countScale,
  type Drawing,
  type Frame,
  html,
  type LineStyle,
  lineChart,
  lineEnds,
  logScale,
} from "@xpal/data/chart";
import { meanOf } from "../../mean-of.ts";
import type { ComputationTime } from "../../records/computation-time.ts";
import type { StrategyCard } from "../../records/experiment.ts";
import { count, duration } from "../tables/number-text.ts";

const SIZE = { width: 640, height: 380 };
const FRAME: Frame = { left: 58, right: 520, top: 30, bottom: 336 };

/** The chart; strategies without times are left out. */
export function timeAgainstSize(
  times: readonly ComputationTime[],
  strategies: readonly StrategyCard[],
  styles: ReadonlyMap<string, LineStyle>,
  colours: Colours,
): Drawing {
  const seconds = times.map((time) => Math.max(time.seconds, 1e-7));
  const sizes = [...new Set(times.map(({ pointCount }) => pointCount))].sort((a, b) => a - b);
  const x = countScale(Math.max(...sizes) * 1.02, [FRAME.left, FRAME.right]);
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
  const lines = means.map(({ key, points }, s) => ({
    name: shown[s].title,
    points,
    style: styles.get(key) as LineStyle,
  }));
  const dots = means.flatMap(({ own }, s) =>
    own.map(
      (time) =>
        html`<circle cx="${at(x(time.pointCount))}" cy="${at(y(Math.max(time.seconds, 1e-7)))}" r="2.2" fill="${colours.series(lines[s].style.series)}" fill-opacity=".55"/>`,
    ),
  );
  const titles = {
    x: "points in the pool",
    y: "time per query",
    xText: count,
    yText: (value: number) => duration(value).replace(".0", ""),
  };
  return {
    ...SIZE,
    label: "Computation time per query against the size of the pool",
    body: html`${lineChart(lines, { frame: FRAME, x, y, titles, colours })}${dots}${lineEnds(lines, FRAME, y, colours)}`,
  };
}
