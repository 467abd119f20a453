// The paper's table of areas under the learning curve, its own value under each of ours.
import { bestOfRow } from "../../analysis/results/best-of-row.ts";
import { type Comparison, mostRepetitions } from "../../analysis/results/comparisons.ts";
import type { PaperCell } from "../../analysis/results/paper-differences.ts";
import { shownStrategies } from "../../analysis/results/ranked-strategies.ts";
import type { Results } from "../../analysis/results/results.ts";
import { cellShares } from "../../analysis/results/run-shares.ts";
import { kernelTitle } from "./kernel-title.ts";
import { marks, share, signedShare } from "./number-text.ts";
import { besideRuns, runsNote } from "./run-notes.ts";
import { cell, EMPTY, type Table, type TableCell } from "./table.ts";
import { HOLM_NOTE, holmText, marksNote, OVERLAP_NOTE } from "./test-notes.ts";

/** Means and standard deviations, marks, and how they agree with the paper where it prints them. */
export function aulcTable(results: Results, comparisons: readonly Comparison[], paper: readonly PaperCell[]): Table {
  const { datasets, reference } = results;
  const strategies = shownStrategies(results);
  const compared = new Map(comparisons.map((one) => [key(one.dataset.name, one.strategy.key), one]));
  const repetitions = mostRepetitions(comparisons);
  const testNotes = comparisons.length === 0 ? "" : ` ${HOLM_NOTE} ${OVERLAP_NOTE}${marksNote(repetitions)}`;
  const printed = new Map(paper.map((one) => [key(one.dataset.name, one.strategy.key), one]));
  const shares = new Map(datasets.map((dataset) => [dataset.name, cellShares(results, [dataset], strategies)]));
  const kernels = [...new Set(datasets.map(({ kernel }) => kernel))];
  const paperNote =
    paper.length === 0
      ? ""
      : " Small print: what the paper prints, = where all printed digits agree, ≈ where the mean does, else the difference of the means.";
  return {
    name: "aulc",
    title: "Area under the learning curve",
    caption: `Mean ± standard deviation of the test error over the labels, averaged over the repetitions; lower is better, the best is bold. Stars: ${reference.title} is better with p below .05, .01, .001 (one-sided Wilcoxon signed-rank test); daggers: the other strategy is.${testNotes}${runsNote([...shares.values()].flat())}${paperNote}`,
    columns: [{ title: "Dataset" }, ...strategies.map(({ title }) => ({ title, numeric: true }))],
    groups: kernels.map((kernel) => ({
      title: kernelTitle(kernel),
      rows: datasets
        .filter((dataset) => dataset.kernel === kernel)
        .map(({ name }) => {
          const cells = strategies.map((strategy) => results.cell(name, strategy.key));
          const runs = shares.get(name) ?? [];
          const best = bestOfRow(
            cells.map((found) => found?.mean ?? null),
            runs,
          );
          return [
            cell(name),
            ...strategies.map((strategy, s): TableCell => {
              const found = cells[s];
              if (found === null) return EMPTY;
              const { significance = 0, significanceHolm } = compared.get(key(name, strategy.key)) ?? {};
              const text = `${share(found.mean)} ±${share(found.std)}${marks(significance)}`;
              const { beside: paperText, ...agreement } = besidePrinted(printed.get(key(name, strategy.key)));
              const beside = besideRuns(runs[s], holmText(significance, significanceHolm), paperText);
              return cell(text, { strong: best[s], ...agreement, ...beside });
            }),
          ];
        }),
    })),
    data: {
      header: [
        "dataset",
        "kernel",
        "strategy",
        "repetitions",
        "mean",
        "std",
        "significance",
        "significanceHolm",
        "printedMean",
        "printedStd",
        "printedSignificance",
      ],
      rows: datasets.flatMap(({ name, kernel }) =>
        results.strategies.flatMap((strategy) => {
          const found = results.cell(name, strategy.key);
          if (found === null) return [];
          const { mean = null, std = null, significance = null } = printed.get(key(name, strategy.key))?.printed ?? {};
          const { significance: plain = 0, significanceHolm: holm = null } =
            compared.get(key(name, strategy.key)) ?? {};
          const own = [name, kernel, strategy.key, found.records.length, found.mean, found.std];
          return [[...own, plain, holm, mean, std, significance]];
        }),
      ),
    },
  };
}

function besidePrinted(paper: PaperCell | undefined): Pick<TableCell, "beside" | "agreement"> {
  if (paper === undefined) return {};
  const { printed, meanOff, stdOff, marksDiffer } = paper;
  const same = meanOff === 0 && stdOff === 0 && !marksDiffer;
  const text = `${share(printed.mean)} ±${share(printed.std)}${marks(printed.significance)}`;
  const off = meanOff === 0 ? "≈" : signedShare(meanOff / 1000);
  return { beside: `${text} ${same ? "=" : off}`, agreement: same ? "same" : Math.abs(meanOff) <= 3 ? "near" : "off" };
}

function key(dataset: string, strategy: string): string {
  return JSON.stringify([dataset, strategy]);
}
