// Every place where our numbers and the printed ones differ, each with its likely reason. A mean or a standard deviation
// differs when it is not the printed one after rounding to three digits.

import { type PrintedArea, printedArea, printedInstances } from "../../paper/printed/printed.ts";
import type { DatasetCard, StrategyCard } from "../../records/experiment.ts";
import type { Comparison } from "./comparisons.ts";
import { likelyReason } from "./likely-reason.ts";
import type { Cell, Results } from "./results.ts";

/** One cell beside what the paper prints. */
export interface PaperCell {
  readonly dataset: DatasetCard;
  readonly strategy: StrategyCard;
  readonly cell: Cell;
  readonly printed: PrintedArea;
  readonly significance: number;
  /** In the third digit, after rounding. */
  readonly meanOff: number;
  readonly stdOff: number;
  readonly marksDiffer: boolean;
  /** Why, where something differs; else empty. */
  readonly reason: string;
}

/** Whether a dataset has the paper's name and size: data of one's own may be called iris, too. */
export function isPapers({ name, instances }: DatasetCard): boolean {
  return printedInstances(name) === instances;
}

/** A sentence for each dataset that would be compared by its name and is not the paper's. */
export function otherDataRemarks({ datasets, strategies }: Results): string[] {
  return datasets.flatMap((dataset) => {
    const { name, instances } = dataset;
    const theirs = printedInstances(name);
    const printed = strategies.some(({ key }) => printedArea(name, key) !== null);
    return !printed || isPapers(dataset)
      ? []
      : [`${name} is other data than the paper's: it has ${instances} instances, that of the paper ${theirs}.`];
  });
}

/** All cells that the paper prints, in the order of datasets and strategies. */
export function paperCells(results: Results, comparisons: readonly Comparison[]): PaperCell[] {
  const { budget } = results.experiment;
  return results.datasets.filter(isPapers).flatMap((dataset) =>
    results.strategies.flatMap((strategy) => {
      const cell = results.cell(dataset.name, strategy.key);
      const printed = printedArea(dataset.name, strategy.key);
      if (cell === null || printed === null) return [];
      const compared = comparisons.find((other) => other.dataset === dataset && other.strategy === strategy);
      const significance = compared?.significance ?? 0;
      const offs = {
        meanOff: thousandths(cell.mean) - thousandths(printed.mean),
        stdOff: thousandths(cell.std) - thousandths(printed.std),
        marksDiffer: significance !== printed.significance,
      };
      const differs = offs.meanOff !== 0 || offs.stdOff !== 0 || offs.marksDiffer;
      const differing = { strategy: strategy.key, dataset, cell, printed, compared, ...offs };
      const reason = differs ? likelyReason(differing, budget) : "";
      return [{ dataset, strategy, cell, printed, significance, ...offs, reason }];
    }),
  );
}

/** Rounded as it is printed. */
function thousandths(value: number): number {
  return Math.round(Number(value.toFixed(3)) * 1000);
}
