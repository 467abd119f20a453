import { TARGETS } from "../../analysis/stopping/compared-rules.ts";
import {
  datasetsOf,
  type Half,
  type StopResult,
  type StopSummary,
  summaryOf,
} from "../../analysis/stopping/stop-results.ts";
import { cell, EMPTY, type Table, type TableCell } from "./table.ts";

const HALVES: readonly (readonly [Half, string])[] = [
  ["all", "all datasets"],
  ["chosen on", "the half that constants were chosen on"],
  ["others", "the other half"],
];

/** What each stop rule spends, and how often the error was low enough where it stopped. */
export function stoppingTable(results: readonly StopResult[]): Table {
  const outcomes = results[0].outcomes;
  const summaries = HALVES.flatMap(([half, title]) => {
    const datasets = datasetsOf(outcomes, half);
    return datasets.size === 0
      ? []
      : [{ half, title, rows: results.map((result) => ({ result, summary: summaryOf(result, datasets) })) }];
  });
  return {
    name: "stopping",
    title: "Stop rules",
    caption:
      "All rules along the same runs of the reference. Stops: the share of runs in which a rule stops before the run ends. Labels and audits: means over these; audits (items drawn at random) are counted among the labels and not learned from. Held: among the stops, the share with an error of at most so much, among the open items and, smaller, on the test rows; a rule that promises an error is judged by that one. Regret: labels and wrong open items together, more than at the best stop in hindsight, over all runs. Where errors have costs, an error is the mean cost of an item as a share of the largest cost.",
    columns: [
      { title: "Rule" },
      ...["Stops", "Labels", "Audits", ...TARGETS.map((target) => `≤ ${100 * target} %`), "Regret"].map((title) => ({
        title,
        numeric: true,
      })),
    ],
    groups: summaries.map(({ title, rows }) => ({
      title,
      rows: rows.map(({ result, summary }) => rowOf(result.compared.title, summary)),
    })),
    data: {
      header: ["rule", "half", "runs", "stopped", "labels", "audits", "target", "heldOpen", "heldTest", "regret"],
      rows: summaries.flatMap(({ half, rows }) =>
        rows.flatMap(({ result, summary: { runs, stopped, labels, audits, held, regret } }) =>
          held.map(({ target, open, test }) => [
            result.compared.title,
            ...[half, runs, stopped, labels, audits, target, open, test, regret],
          ]),
        ),
      ),
    },
  };
}

function rowOf(title: string, { stopped, labels, audits, held, regret }: StopSummary): TableCell[] {
  return [
    cell(title),
    cell(percent(stopped)),
    labels === null ? EMPTY : cell(labels.toFixed(0)),
    audits === null ? EMPTY : cell(audits.toFixed(0)),
    ...TARGETS.map((target) => {
      const found = held.find((one) => one.target === target);
      if (found?.open == null || found.test === null) return EMPTY;
      return cell(percent(found.open), { beside: percent(found.test) });
    }),
    cell(regret.toFixed(0)),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
