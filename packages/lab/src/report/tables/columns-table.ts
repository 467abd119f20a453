import type { CountedColumn, CountedColumns } from "../../analysis/results/learned-columns.ts";
import { cell, type Table } from "./table.ts";

/** Columns of a dataset that the table shows; the CSV file has all of them. */
const MAX_SHOWN = 12;

/** How much each column counts at the end of the runs. */
export function columnsTable(counted: readonly CountedColumns[]): Table {
  return {
    name: "columns",
    title: "What counts",
    caption: `Weight of each column at the end of the runs: how much a difference in it counts, relative to the mean of all columns of the dataset, which is 1. Mean over the runs in which columns were weighed, and the range of nine of ten of them. Of each dataset the ${MAX_SHOWN} heaviest columns; the CSV file has all.`,
    columns: [
      { title: "Column" },
      { title: "Weight", numeric: true },
      { title: "From", numeric: true },
      { title: "To", numeric: true },
    ],
    groups: counted.map((one) => ({
      title: groupTitle(one),
      rows: one.columns.slice(0, MAX_SHOWN).map(row),
    })),
    data: {
      header: ["strategy", "dataset", "column", "weight", "low", "high", "weighed", "runs", "share"],
      rows: counted.flatMap(({ strategy, dataset, columns, weighed, runs, share }) =>
        columns.map(({ name, weight, low, high }) => {
          return [strategy.key, dataset.name, name, weight, low, high, weighed, runs, share];
        }),
      ),
    },
  };
}

function groupTitle({ dataset, strategy, columns, weighed, runs, share }: CountedColumns): string {
  const left = columns.length - MAX_SHOWN;
  const more = left > 0 ? `, ${left} lighter ones not shown` : "";
  const percent = Math.round(100 * share);
  return `${dataset.name}, ${strategy.title}: weighed in ${weighed} of ${runs} ${runs === 1 ? "run" : "runs"}, ${percent} % of the kernel there${more}`;
}

function row({ name, weight, low, high }: CountedColumn) {
  return [cell(name), cell(weight.toFixed(2)), cell(low.toFixed(2)), cell(high.toFixed(2))];
}
