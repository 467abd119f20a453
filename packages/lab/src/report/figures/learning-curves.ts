// The learning curves of one dataset: mean test error after each label, and its confidence band where asked for. The first few labels
// lie far above the rest, so the frame ends where the interesting part begins and cuts them off.

import {
  type ChartLine,
  type Colours,
  countScale,
  curvePoints,
  type Drawing,
  type Frame,
  html,
  type LineStyle,
  linearScale,
  lineChart,
} from "@xpal/data/chart";
import { costCurves } from "../../analysis/results/cost-curves.ts";
import { knowsLabels } from "../../analysis/results/knows-labels.ts";
import { betterValues, measured, measureTitle, runsWith } from "../../analysis/results/measures.ts";
import type { Results } from "../../analysis/results/results.ts";
import { runShares } from "../../analysis/results/run-shares.ts";
import type { MeanCurve } from "../../analysis/statistics/mean-curve.ts";
import type { DatasetCard, StrategyCard } from "../../records/experiment.ts";
import { fileName } from "../file-name.ts";
import { share, shareTick } from "../tables/number-text.ts";
import { runsText } from "../tables/run-notes.ts";

/** The chart, and how positions in it are read back. */
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

/** The curves over what the labels cost; null where a dataset has no label costs. */
export function curvesOverCost(
  results: Results,
  dataset: DatasetCard,
  strategies: readonly StrategyCard[],
  styles: ReadonlyMap<string, LineStyle>,
  colours: Colours,
): CurveDrawing | null {
  const found = costCurves(results, dataset.name, strategies);
  if (found === null) return null;
  const { measure, total, curves } = found;
  return drawn(results, dataset, curves, styles, colours, { measure, total });
}

/** The curves of these strategies; those that did not run are left out. */
export function learningCurves(
  results: Results,
  dataset: DatasetCard,
  strategies: readonly StrategyCard[],
  styles: ReadonlyMap<string, LineStyle>,
  colours: Colours,
  { measure = "error", bands = false }: CurveOptions = {},
): CurveDrawing {
  const found = strategies.flatMap(({ key }) => {
    const cell = results.cell(dataset.name, key);
    const curve = measure === "error" ? cell?.curve : measured(cell, measure)?.curve;
    return curve ? [{ key, ...curve }] : [];
  });
  return drawn(results, dataset, found, styles, colours, { measure, bands });
}

/** `total` is what the labels of a whole curve cost, whose steps are then of cost. */
function drawn(
  results: Results,
  dataset: DatasetCard,
  found: readonly ({ readonly key: string } & MeanCurve)[],
  styles: ReadonlyMap<string, LineStyle>,
  colours: Colours,
  { measure = "error", bands = false, total }: CurveOptions & { readonly total?: number },
): CurveDrawing {
  const labels = Math.max(1, ...found.map(({ mean }) => mean.length - 1));
  const step = total === undefined ? 1 : total / labels;
  const errors = shownRange(
    found.map(({ mean }) => mean),
    betterValues(measure) === "higher",
  );
  const lines = found.map(({ key, mean, lower, upper }): ChartLine => {
    const opacity = key === results.reference.key ? 0.2 : 0.09;
    const band = bands ? { band: { lower, upper, opacity } } : {};
    return {
      name: key,
      key,
      points: curvePoints(mean).map(([t, value]) => [t * step, value] as const),
      style: styles.get(key) as LineStyle,
      ...band,
    };
  });
  const fewer = fewerRuns(results, dataset, found, total === undefined ? measure : "error");
  const over = total === undefined ? "" : " over the cost of the labels";
  const title = html`<text x="${FRAME.left}" y="13" font-size="13" font-weight="600" fill="${colours.text}">${dataset.name}</text>${fewer === "" ? "" : html`<text x="${FRAME.right}" y="13" text-anchor="end" font-size="10" fill="${colours.text}">${fewer}</text>`}`;
  const chart = lineChart(lines, {
    frame: FRAME,
    x:
      total === undefined
        ? countScale(labels, [FRAME.left, FRAME.right])
        : linearScale([0, total], [FRAME.left, FRAME.right]),
    y: linearScale(errors, [FRAME.bottom, FRAME.top], 6),
    titles: { x: total === undefined ? "labels" : "cost of the labels", y: measureTitle(measure), yText: shareTick },
    colours,
    clip: `clip-${fileName(`${measure}-${dataset.name}${over}`)}`,
  });
  return {
    ...SIZE,
    label: `Curves of the ${measureTitle(measure)} on ${dataset.name}${over}: ${found.map(({ key, mean }) => `${key} ends at ${share(mean[mean.length - 1])}`).join(", ")}${fewer === "" ? "" : `; fewer runs: ${fewer}`}`,
    body: html`${title}${chart}`,
    frame: FRAME,
    labels,
    errors,
  };
}

/** The curves that are means over fewer runs than those beside them, and over how many; in few words. */
function fewerRuns(
  results: Results,
  { name }: DatasetCard,
  curves: readonly { readonly key: string }[],
  measure: string,
): string {
  const runs = curves.map(({ key }) => {
    const cell = results.cell(name, key);
    return measure === "error" ? (cell?.records ?? []) : runsWith(cell, measure);
  });
  const knowing = new Set(results.strategies.filter(knowsLabels).map(({ key }) => key));
  const shares = runShares(
    runs.map((own, c) => ({ names: own.map(({ repetition }) => repetition), competes: !knowing.has(curves[c].key) })),
  );
  const texts = shares.flatMap((one, c) => {
    const text = runsText(one);
    return text === undefined ? [] : [`${curves[c].key} ${text}`];
  });
  return texts.length > MAX_NAMED ? `${texts.length} strategies lack runs` : texts.join(", ");
}

/** More would not fit beside the dataset's name. */
const MAX_NAMED = 2;

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
