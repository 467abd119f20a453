// How far the classifiers of a study can be taken at their word. Bins are added up over the repetitions of a dataset,
// since those of a single test part are too thin to tell chance from error; then every dataset counts the same.

import { meanOf } from "../../mean-of.ts";
import type { ReliabilityRecord, StrategyCard } from "../../records/experiment.ts";
import { shownStrategies } from "./ranked-strategies.ts";
import type { Results } from "./results.ts";
import { namesOf } from "./run-shares.ts";

/** One strategy at one number of labels. */
export interface Calibration {
  readonly strategy: StrategyCard;
  /** A number of labels, or the end of each run. */
  readonly at: number | "end";
  readonly datasets: readonly DatasetCalibration[];
  /** The runs of all datasets that it is over, by name. */
  readonly runs: readonly string[];
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
      runs: (results.cell(name, strategy.key)?.records ?? []).map(({ repetition, reliability = [] }) => {
        return { repetition, reliability };
      }),
    }));
    const reliabilities = series.flatMap(({ runs }) => runs.map(({ reliability }) => reliability));
    const last = Math.max(...reliabilities.flatMap((one) => one.slice(-1)).map(labelsOf));
    const counts = new Set(reliabilities.flatMap((one) => one.slice(0, -1)).map(labelsOf));
    const places: (number | "end")[] = [...[...counts].sort((a, b) => a - b).filter((count) => count < last), "end"];
    return places.flatMap((at) => {
      const found = series.flatMap(({ dataset, runs }) => {
        const chosen = runs.filter(({ reliability }) => statesAt(reliability, at).length > 0);
        return chosen.length === 0 ? [] : [{ dataset, chosen }];
      });
      if (found.length === 0) return [];
      const datasets = found.map(({ dataset, chosen }) => {
        return pooled(
          dataset,
          chosen.flatMap(({ reliability }) => statesAt(reliability, at)),
        );
      });
      const runs = found.flatMap(({ dataset, chosen }) => namesOf(dataset, chosen));
      return [{ strategy, at, runs, ...averaged(datasets) }];
    });
  });
}

/** What a run has at a number of labels, or at its end. */
function statesAt(reliability: readonly ReliabilityRecord[], at: Calibration["at"]): readonly ReliabilityRecord[] {
  return at === "end" ? reliability.slice(-1) : reliability.filter(({ labels }) => labels === at);
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

function averaged(datasets: readonly DatasetCalibration[]): Omit<Calibration, "strategy" | "at" | "runs"> {
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
