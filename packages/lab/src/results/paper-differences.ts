// Every place where our numbers and the printed ones differ, each with its likely reason. A mean or a standard deviation
// differs when it is not the printed one after rounding to three digits.
import type { DatasetCard, StrategyCard } from "../experiment/experiment.ts";
import { PRINTED_REPETITIONS, type PrintedArea, printedArea } from "../paper/printed.ts";
import type { Comparison } from "./comparisons.ts";
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

/** All cells that the paper prints, in the order of datasets and strategies. */
export function paperCells(results: Results, comparisons: readonly Comparison[]): PaperCell[] {
  const budgetDiffers = results.experiment.budget !== PRINTED_BUDGET;
  return results.datasets.flatMap((dataset) =>
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
      const reason = differs ? likelyReason(strategy.key, dataset.name, cell, offs, compared, budgetDiffers) : "";
      return [{ dataset, strategy, cell, printed, significance, ...offs, reason }];
    }),
  );
}

const PRINTED_BUDGET = 200;

/** Rounded as it is printed. */
function thousandths(value: number): number {
  return Math.round(Number(value.toFixed(3)) * 1000);
}

function likelyReason(
  strategy: string,
  dataset: string,
  cell: Cell,
  { meanOff, stdOff }: Pick<PaperCell, "meanOff" | "stdOff">,
  compared: Comparison | undefined,
  budgetDiffers: boolean,
): string {
  if (budgetDiffers) return "Another budget than the paper's 200 labels.";
  if (cell.records.length !== PRINTED_REPETITIONS) {
    return `${cell.records.length} of the paper's ${PRINTED_REPETITIONS} repetitions.`;
  }
  if (meanOff === 0 && stdOff === 0)
    return `Mean and deviation agree; the smaller one-sided p is ${smallerP(compared)} here.`;
  if (strategy === "xpal" && dataset === "reports-compendium") return KNOWN_OUTLIER;
  return REASONS.get(strategy) ?? "No reason known.";
}

function smallerP(compared: Comparison | undefined): string {
  const p = Math.min(compared?.pLess ?? 1, compared?.pGreater ?? 1);
  return p < 0.00001 ? "below .00001" : Number(p.toPrecision(2)).toString().replace(/^0/, "");
}

const KNOWN_OUTLIER = "Plain NumPy with the published protocol gives our value, not the printed one.";

const REASONS: ReadonlyMap<string, string> = new Map([
  ["pal", "Once no label can change a decision, all gains are zero and the published code chooses by rounding noise."],
  ["us", "Exact ties hang on the last bit of a kernel value."],
  ["qbc", "The draws of the committee depend on the version of the library that the paper used."],
  ["alce", "The paper scales to an embedding by an iterative method; here its limit is computed."],
]);
