import { bestOfRow } from "../../analysis/results/best-of-row.ts";
import { knowsLabels } from "../../analysis/results/knows-labels.ts";
import { betterValues, measured, measuresIn, measureTitle, runsWith } from "../../analysis/results/measures.ts";
import { shownStrategies } from "../../analysis/results/ranked-strategies.ts";
import type { Results } from "../../analysis/results/results.ts";
import { type RunShare, runShares } from "../../analysis/results/run-shares.ts";
import { share } from "./number-text.ts";
import { besideRuns, runsNote } from "./run-notes.ts";
import { cell, EMPTY, type Table } from "./table.ts";

/** The areas under the curves of all other measures; null if the experiment has no other measure. */
export function measuresTable(results: Results): Table | null {
  const { datasets } = results;
  const strategies = shownStrategies(results);
  const cells = datasets.flatMap(({ name }) => results.strategies.map(({ key }) => results.cell(name, key)));
  const measures = measuresIn(cells);
  if (measures.length === 0) return null;
  const sharesOf = (measure: string, dataset: string): RunShare[] =>
    runShares(
      strategies.map((strategy) => ({
        names: runsWith(results.cell(dataset, strategy.key), measure).map(({ repetition }) => repetition),
        competes: !knowsLabels(strategy),
      })),
    );
  const note = runsNote(measures.flatMap((measure) => datasets.flatMap(({ name }) => sharesOf(measure, name))));
  return {
    name: "measures",
    title: "Other measures",
    caption: `Mean ± standard deviation of the area under the curve of each measure; the best is bold.${note}`,
    columns: [{ title: "Dataset" }, ...strategies.map(({ title }) => ({ title, numeric: true }))],
    groups: measures.map((measure) => ({
      title: `${measureTitle(measure)} (${betterText(measure)})`,
      rows: datasets.map(({ name }) => {
        const found = strategies.map(({ key }) => measured(results.cell(name, key), measure));
        const runs = sharesOf(measure, name);
        const means = found.map((one) => one?.mean ?? null);
        const better = betterValues(measure);
        const best = better === null ? means.map(() => false) : bestOfRow(means, runs, { higher: better === "higher" });
        const shown = found.map((one, s) => {
          if (one === null) return EMPTY;
          return cell(`${share(one.mean)} ±${share(one.std)}`, { strong: best[s], ...besideRuns(runs[s]) });
        });
        return [cell(name), ...shown];
      }),
    })),
    data: {
      header: ["measure", "dataset", "strategy", "mean", "std"],
      rows: measures.flatMap((measure) =>
        datasets.flatMap(({ name }) =>
          results.strategies.flatMap(({ key }) => {
            const one = measured(results.cell(name, key), measure);
            return one === null ? [] : [[measure, name, key, one.mean, one.std]];
          }),
        ),
      ),
    },
  };
}

function betterText(measure: string): string {
  const better = betterValues(measure);
  return better === null ? "what was spent, neither good nor bad" : `${better} is better`;
}
