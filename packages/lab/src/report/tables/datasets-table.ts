import type { Results } from "../../analysis/results/results.ts";
import { count } from "./number-text.ts";
import { cell, type Table } from "./table.ts";

/** The datasets as the paper describes them. */
export function datasetsTable({ datasets }: Results): Table {
  return {
    name: "datasets",
    title: "Datasets",
    caption: "Share of each class in the order of the sorted class names.",
    columns: [
      { title: "Dataset" },
      { title: "OpenML", numeric: true },
      { title: "Kernel" },
      { title: "Instances", numeric: true },
      { title: "Features", numeric: true },
      { title: "Classes", numeric: true },
      { title: "Distribution" },
    ],
    groups: [
      {
        rows: datasets.map(({ name, openmlId, kernel, instances, features, classes, classCounts }) => {
          const total = classCounts.reduce((sum, members) => sum + members, 0);
          const shares = classCounts.map((members) => (members / total).toFixed(2).replace(/^0/, "")).join(" ");
          return [name, openmlId ?? "–", kernel, count(instances), features, classes.length, shares].map((text) =>
            cell(text),
          );
        }),
      },
    ],
    data: {
      header: ["dataset", "openmlId", "kernel", "instances", "features", "class", "classCount"],
      rows: datasets.flatMap(({ name, openmlId, kernel, instances, features, classes, classCounts }) =>
        classes.map((title, y) => [name, openmlId ?? null, kernel, instances, features, title, classCounts[y]]),
      ),
    },
  };
}
