// Measures besides the error, which a study may ask for: their curves and the areas under them.

import { meanOf } from "../../mean-of.ts";
import type { DatasetCard, RunRecord, StrategyCard } from "../../records/experiment.ts";
import { type MeanCurve, meanCurve } from "../statistics/mean-curve.ts";
import type { Cell, Results } from "./results.ts";

/** One measure in one cell. */
export interface MeasuredCell {
  /** Mean and population standard deviation of the area under the curve. */
  readonly mean: number;
  readonly std: number;
  readonly curve: MeanCurve;
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ["error", "test error"],
  ["balancedError", "balanced error"],
  ["macroF1", "macro F1"],
  ["logLoss", "log loss"],
  ["brier", "Brier score"],
  ["calibrationError", "calibration error"],
  ["cost", "cost"],
  ["spent", "cost of the labels"],
]);

/** What a measure is called. */
export function measureTitle(measure: string): string {
  return TITLES.get(measure) ?? measure;
}

type Range = readonly [least: number, largest: number];

const SHARE: Range = [0, 1];
const RANGES: ReadonlyMap<string, Range> = new Map<string, Range>([
  ["error", SHARE],
  ["balancedError", SHARE],
  ["macroF1", SHARE],
  ["calibrationError", SHARE],
  ["brier", [0, 2]],
  ["logLoss", [0, Infinity]],
  ["cost", [0, Infinity]],
  ["spent", [0, Infinity]],
]);

/** The values that a measure can have, as `meanCurve` takes them. */
export function rangeOf(measure: string): { readonly range?: Range } {
  const range = RANGES.get(measure);
  return range === undefined ? {} : { range };
}

/** Which values of a measure are good; none of what was spent on labels, which is a fact and no merit. */
export function betterValues(measure: string): "higher" | "lower" | null {
  if (measure === "spent") return null;
  return /f1|accuracy|auc/i.test(measure) ? "higher" : "lower";
}

/** The names of the measures besides the error, as they first occur. */
export function measuresIn(cells: readonly (Cell | null)[]): string[] {
  return [
    ...new Set(cells.flatMap((cell) => cell?.records.flatMap(({ measures = {} }) => Object.keys(measures)) ?? [])),
  ];
}

/** The datasets on which a strategy has a measure: the cost, say, is measured only where errors have costs. */
export function datasetsWith(
  measure: string,
  results: Results,
  strategies: readonly Pick<StrategyCard, "key">[],
): DatasetCard[] {
  return results.datasets.filter(({ name }) =>
    strategies.some(({ key }) => measured(results.cell(name, key), measure) !== null),
  );
}

/** The runs of a cell that have a measure; none if a value is missing in one of them. */
export function runsWith(cell: Cell | null, measure: string): RunRecord[] {
  const runs = (cell?.records ?? []).filter(({ measures }) => measures?.[measure]);
  const isWhole = (values: readonly number[]) => values.length > 0 && values.every(Number.isFinite);
  return runs.every(({ measures }) => isWhole(measures?.[measure] ?? [])) ? runs : [];
}

/** A measure over the runs of a cell that have it; null if no run has it, or a value is missing. */
export function measured(cell: Cell | null, measure: string): MeasuredCell | null {
  const series = runsWith(cell, measure).map(({ measures }) => measures?.[measure] ?? []);
  if (series.length === 0) return null;
  const length = Math.min(...series.map((values) => values.length));
  const areas = series.map(meanOf);
  const mean = meanOf(areas);
  return {
    mean,
    std: Math.sqrt(meanOf(areas.map((area) => (area - mean) ** 2))),
    curve: meanCurve(
      series.map((values) => values.slice(0, length)),
      rangeOf(measure),
    ),
  };
}
