import { knowsLabels } from "../../analysis/results/knows-labels.ts";
import { type LabelsNeeded, pacemaker } from "../../analysis/results/labels-needed.ts";
import { shownStrategies } from "../../analysis/results/ranked-strategies.ts";
import type { Results } from "../../analysis/results/results.ts";
import { share } from "./number-text.ts";
import { cell, EMPTY, type Table } from "./table.ts";

/** How many labels each strategy needs to be as good as random sampling at the end. */
export function labelsTable(results: Results, needed: readonly LabelsNeeded[]): Table {
  const strategies = shownStrategies(results);
  const pace = strategies.find(({ key }) => key === pacemaker(results))?.title ?? "";
  return {
    name: "labels",
    title: "Labels needed",
    caption: `The first number of labels at which the mean error is at most the target, which is what ${pace} reaches with the whole budget; the fewest are bold, – where it is not reached.`,
    columns: [
      { title: "Dataset" },
      { title: "Target error", numeric: true },
      ...strategies.map(({ title }) => ({ title, numeric: true })),
    ],
    groups: [
      {
        rows: needed.map(({ dataset, target, labels }) => {
          const fewest = Math.min(
            ...strategies.map((one) => (knowsLabels(one) ? null : labels.get(one.key)) ?? Infinity),
          );
          const counts = strategies.map(({ key }) => {
            const found = labels.get(key) ?? null;
            return found === null ? EMPTY : cell(found, { strong: found === fewest });
          });
          return [cell(dataset.name), cell(share(target)), ...counts];
        }),
      },
    ],
    data: {
      header: ["dataset", "target", "strategy", "labels"],
      rows: needed.flatMap(({ dataset, target, labels }) =>
        [...labels].map(([strategy, found]) => [dataset.name, target, strategy, found]),
      ),
    },
  };
}
