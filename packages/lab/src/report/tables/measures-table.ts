import { knowsLabels } from "../../analysis/results/knows-labels.ts";
import { higherIsBetter, measured, measuresIn, measureTitle } from "../../analysis/results/measures.ts";
import { shownStrategies } from "../../analysis/results/ranked-strategies.ts";
import type { Results } from "../../analysis/results/results.ts";
import { share } from "./number-text.ts";
import { cell, EMPTY, type Table } from "./table.ts";

/** The areas under the curves of all other measures; null if the experiment has no other measure. */
export function measuresTable(results: Results): Table | null {
  const { datasets } = results;
  const strategies = shownStrategies(results);
  const cells = datasets.flatMap(({ name }) => results.strategies.map(({ key }) => results.cell(name, key)));
  const measures = measuresIn(cells);
  if (measures.length === 0) return null;
  return {
    name: "measures",
    title: "Other measures",
    caption: "Mean ± standard deviation of the area under the curve of each measure; the best is bold.",
    columns: [{ title: "Dataset" }, ...strategies.map(({ title }) => ({ title, numeric: true }))],
    groups: measures.map((measure) => ({
      title: `${measureTitle(measure)} (${higherIsBetter(measure) ? "higher" : "lower"} is better)`,
      rows: datasets.map(({ name }) => {
        const found = strategies.map(({ key }) => measured(results.cell(name, key), measure));
        const means = found.flatMap((one, s) => (one && !knowsLabels(strategies[s]) ? [one.mean] : []));
        const best = higherIsBetter(measure) ? Math.max(...means) : Math.min(...means);
        const shown = found.map((one) =>
          one === null ? EMPTY : cell(`${share(one.mean)} ±${share(one.std)}`, { strong: one.mean === best }),
        );
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
