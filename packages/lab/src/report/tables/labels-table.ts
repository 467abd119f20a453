import { bestOfRow } from "../../analysis/results/best-of-row.ts";
import { type LabelsNeeded, pacemaker } from "../../analysis/results/labels-needed.ts";
import { shownStrategies } from "../../analysis/results/ranked-strategies.ts";
import type { Results } from "../../analysis/results/results.ts";
import { cellShares } from "../../analysis/results/run-shares.ts";
import { share } from "./number-text.ts";
import { besideRuns, runsNote } from "./run-notes.ts";
import { cell, EMPTY, type Table } from "./table.ts";

/** How many labels each strategy needs to be as good as random sampling at the end. */
export function labelsTable(results: Results, needed: readonly LabelsNeeded[]): Table {
  const strategies = shownStrategies(results);
  const paced = strategies.findIndex(({ key }) => key === pacemaker(results));
  const pace = strategies[paced]?.title ?? "";
  const shares = needed.map(({ dataset }) => cellShares(results, [dataset], strategies));
  return {
    name: "labels",
    title: "Labels needed",
    caption: `The first number of labels at which the mean error is at most the target, which is what ${pace} reaches with the whole budget; the fewest are bold, – where it is not reached.${runsNote(shares.flat())}`,
    columns: [
      { title: "Dataset" },
      { title: "Target error", numeric: true },
      ...strategies.map(({ title }) => ({ title, numeric: true })),
    ],
    groups: [
      {
        rows: needed.map(({ dataset, target, labels }, d) => {
          const runs = shares[d];
          const fewest = bestOfRow(
            strategies.map(({ key }) => labels.get(key) ?? null),
            runs,
          );
          const counts = strategies.map(({ key }, s) => {
            const found = labels.get(key) ?? null;
            if (found === null) return cell(EMPTY.text, besideRuns(runs[s]));
            return cell(found, { strong: fewest[s], ...besideRuns(runs[s]) });
          });
          return [cell(dataset.name), cell(share(target), paced < 0 ? {} : besideRuns(runs[paced])), ...counts];
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
