import { type Drawing, FILE_COLOURS, type LineStyle, legend, svgFile } from "@xpal/data/chart";
import { datasetsWith, measuresIn } from "../analysis/results/measures.ts";
import { criticalDifferenceDiagram } from "./figures/critical-difference.ts";
import { heatMap } from "./figures/heat-map.ts";
import { curvesOverCost, learningCurves } from "./figures/learning-curves.ts";
import { reliabilityDiagram, reliabilityPlaces } from "./figures/reliability-diagram.ts";
import { timeAgainstSize } from "./figures/time-against-size.ts";
import { usefulnessDrawing } from "./figures/usefulness-map.ts";
import { weightsChart, weightsLegend } from "./figures/weights-chart.ts";
import { fileName } from "./file-name.ts";
import type { ReportFile } from "./report-folder.ts";
import type { ReportParts } from "./report-parts.ts";

/** Every figure as an SVG file, on white. */
export function figureFiles(parts: ReportParts): ReportFile[] {
  const { results, shown, styles, rankings, overall, priors, usefulness, computationTimes } = parts;
  const drawings: [name: string, drawing: Drawing | null][] = [
    [
      "curves-legend",
      legend(
        shown.map(({ key, title }) => ({ name: title, style: styles.get(key) as LineStyle })),
        FILE_COLOURS,
      ),
    ],
    ...results.datasets.map((dataset): [string, Drawing] => [
      `curves-${fileName(dataset.name)}`,
      learningCurves(results, dataset, shown, styles, FILE_COLOURS),
    ]),
    ...results.datasets.map((dataset): [string, Drawing | null] => [
      `curves-over-cost-${fileName(dataset.name)}`,
      curvesOverCost(results, dataset, shown, styles, FILE_COLOURS),
    ]),
    ...rankings.map((ranking): [string, Drawing] => [
      `ranks-${fileName(ranking.kernel)}`,
      heatMap(ranking, FILE_COLOURS),
    ]),
    ...[...rankings, ...(overall === null ? [] : [overall])].map((ranking): [string, Drawing | null] => [
      `critical-difference-${fileName(ranking.kernel)}`,
      criticalDifferenceDiagram(ranking, FILE_COLOURS),
    ]),
  ];
  for (const measure of measuresIn(
    results.datasets.flatMap(({ name }) => shown.map(({ key }) => results.cell(name, key))),
  )) {
    for (const dataset of datasetsWith(measure, results, shown)) {
      const drawing = learningCurves(results, dataset, shown, styles, FILE_COLOURS, { measure });
      drawings.push([`curves-${fileName(measure)}-${fileName(dataset.name)}`, drawing]);
    }
  }
  for (const strategy of new Set(parts.calibrations.map((one) => one.strategy))) {
    const drawing = reliabilityDiagram(strategy, reliabilityPlaces(parts.calibrations, strategy), styles, FILE_COLOURS);
    drawings.push([`reliability-${fileName(strategy.key)}`, drawing]);
  }
  if (parts.weights.length > 0) drawings.push(["weights-legend", weightsLegend(parts.weights, FILE_COLOURS)]);
  for (const one of parts.weights) {
    const name = `weights-${fileName(one.strategy.key)}-${fileName(one.dataset.name)}`;
    drawings.push([name, weightsChart(one, FILE_COLOURS)]);
  }
  if (priors !== null)
    drawings.push(["ranks-priors", heatMap(priors.amongPriors, FILE_COLOURS, "Mean ranks of the priors of xPAL")]);
  if (computationTimes.length > 0) {
    drawings.push(["time-against-size", timeAgainstSize(computationTimes, results.strategies, styles, FILE_COLOURS)]);
  }
  for (const map of usefulness?.maps ?? []) {
    const drawing = usefulness && usefulnessDrawing(map, usefulness.example, FILE_COLOURS);
    drawings.push([`usefulness-${map.labelling}-${map.strategy}`, drawing]);
  }
  return drawings.flatMap(([name, drawing]) =>
    drawing === null ? [] : [[`figures/${name}.svg`, svgFile(drawing)] as const],
  );
}
