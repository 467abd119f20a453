// How far the classifiers of a study can be taken at their word. Bins are added up over the repetitions of a dataset,
// since those of a single test part are too thin to tell chance from error; then every dataset counts the same.

import { meanOf } from "../../mean-of.ts";
import type { ReliabilityRecord, StrategyCard } from "../../records/experiment.ts";
import { shownStrategies } from "./ranked-strategies.ts";
import type { Results } from "./results.ts";

/** One strategy at one number of labels. */
export interface Calibration {
  readonly strategy: StrategyCard;
  /** A number of labels, or the end of each run. */
  readonly at: number | "end";
  readonly datasets: readonly DatasetCalibration[];
  /** The mean over the datasets of the expected calibration error. */
  readonly error: number;
  /** The mean probability of the predicted class minus the share of right predictions. */
  readonly overconfidence: number;
  /** By bin: the share of test rows, their mean probability and how many of them are predicted rightly. */
  readonly bins: readonly { readonly share: number; readonly confidence: number; readonly hits: number }[];
}

/** The same on one dataset. */
interface DatasetCalibration {
  readonly dataset: string;
  readonly error: number;
  readonly overconfidence: number;
  /** Shares of all test rows, by bin. */
  readonly bins: readonly { readonly count: number; readonly hits: number; readonly confidence: number }[];
}

/** All shown strategies whose runs have reliability, each at the label counts that some dataset has, and at the end. */
export function calibrations(results: Results): Calibration[] {
  return shownStrategies(results).flatMap((strategy) => {
    const series = results.datasets.map(({ name }) => ({
      dataset: name,
      runs: (results.cell(name, strategy.key)?.records ?? []).flatMap(({ reliability }) => reliability ?? []),
      ends: (results.cell(name, strategy.key)?.records ?? []).flatMap(
        ({ reliability }) => reliability?.slice(-1) ?? [],
      ),
    }));
    const last = Math.max(...series.flatMap(({ ends }) => ends.map(({ labels }) => labels)));
    const counts = new Set(series.flatMap(({ runs, ends }) => runs.filter((one) => !ends.includes(one))).map(labelsOf));
    const places: (number | "end")[] = [...[...counts].sort((a, b) => a - b).filter((count) => count < last), "end"];
    return places.flatMap((at) => {
      const datasets = series.flatMap(({ dataset, runs, ends }) => {
        const chosen = at === "end" ? ends : runs.filter(({ labels }) => labels === at);
        return chosen.length === 0 ? [] : [pooled(dataset, chosen)];
      });
      return datasets.length === 0 ? [] : [{ strategy, at, ...averaged(datasets) }];
    });
  });
}

function labelsOf({ labels }: ReliabilityRecord): number {
  return labels;
}

function pooled(dataset: string, runs: readonly ReliabilityRecord[]): DatasetCalibration {
  const total = runs.reduce((sum, { count }) => sum + sumOf(count), 0);
  const bins = runs[0].count.map((_, bin) => {
    const share = (of: (run: ReliabilityRecord) => readonly number[]) => sumOf(runs.map((run) => of(run)[bin])) / total;
    return {
      count: share((run) => run.count),
      hits: share((run) => run.hits),
      confidence: share((run) => run.confidence),
    };
  });
  const gaps = bins.map(({ confidence, hits }) => confidence - hits);
  return { dataset, error: sumOf(gaps.map(Math.abs)), overconfidence: sumOf(gaps), bins };
}

function averaged(datasets: readonly DatasetCalibration[]): Omit<Calibration, "strategy" | "at"> {
  const bins = datasets[0].bins.map((_, bin) => {
    const mean = (of: "count" | "hits" | "confidence") => meanOf(datasets.map(({ bins: own }) => own[bin][of]));
    const share = mean("count");
    return { share, confidence: mean("confidence") / share, hits: mean("hits") / share };
  });
  return {
    datasets,
    error: meanOf(datasets.map(({ error }) => error)),
    overconfidence: meanOf(datasets.map(({ overconfidence }) => overconfidence)),
    bins,
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
