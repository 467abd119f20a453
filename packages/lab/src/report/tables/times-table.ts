// The paper's table of execution times beside ours. Its machines were a mixed cluster, so only the order of magnitude says much.

import { isPapers } from "../../analysis/results/paper-differences.ts";
import { shownStrategies } from "../../analysis/results/ranked-strategies.ts";
import type { Results } from "../../analysis/results/results.ts";
import { printedSeconds } from "../../paper/printed/printed.ts";
import { count, duration } from "./number-text.ts";
import { cell, EMPTY, type Table } from "./table.ts";

/** Mean seconds per query. */
export function timesTable(results: Results, paper: boolean): Table {
  const { datasets, cell: cellOf } = results;
  const strategies = shownStrategies(results);
  const theirSets = new Set(paper ? datasets.filter(isPapers).map(({ name }) => name) : []);
  const printed = (dataset: string, strategy: string) =>
    theirSets.has(dataset) ? printedSeconds(dataset, strategy) : null;
  const note = paper
    ? " Small print: the paper's time on its authors' cluster, and how many times quicker ours is."
    : "";
  const learned = strategies.some(({ options }) => options.kernel !== undefined)
    ? " With a learned kernel, uncertainty and random sampling find it learned by the test of the classifier: their times leave that out."
    : "";
  return {
    name: "times",
    title: "Time per query",
    caption: `Mean over all labels and repetitions, without the test of the classifier.${note}${learned}`,
    columns: [
      { title: "Dataset" },
      { title: "Instances", numeric: true },
      ...strategies.map(({ title }) => ({ title, numeric: true })),
    ],
    groups: [
      {
        rows: datasets.map(({ name, instances }) => [
          cell(name),
          cell(count(instances)),
          ...strategies.map(({ key }) => {
            const seconds = cellOf(name, key)?.seconds;
            if (seconds === undefined || !Number.isFinite(seconds)) return EMPTY;
            const theirs = printed(name, key);
            return cell(
              duration(seconds),
              theirs === null ? {} : { beside: `${duration(theirs)}, ${ratio(theirs / seconds)}` },
            );
          }),
        ]),
      },
    ],
    data: {
      header: ["dataset", "instances", "strategy", "seconds", "printedSeconds"],
      rows: datasets.flatMap(({ name, instances }) =>
        results.strategies.flatMap(({ key }) => {
          const found = cellOf(name, key);
          return found === null ? [] : [[name, instances, key, found.seconds, printed(name, key)]];
        }),
      ),
    },
  };
}

function ratio(times: number): string {
  if (!Number.isFinite(times)) return "–";
  return `×${times < 10 ? times.toFixed(1) : count(Number(times.toPrecision(2)))}`;
}
