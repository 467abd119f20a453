import { TARGETS } from "../../analysis/stopping/compared-rules.ts";
import { FORECAST_AT, type ForecastOutcome } from "../../analysis/stopping/forecast-coverage.ts";
import { datasetsOf, type Half } from "../../analysis/stopping/stop-results.ts";
import { cell, EMPTY, type Table } from "./table.ts";

const GROUPS: readonly { readonly half: Half; readonly audited: boolean; readonly title: string }[] = [
  { half: "all", audited: false, title: "all datasets, no audits" },
  { half: "all", audited: true, title: "all datasets, one answer in ten an audit" },
  { half: "chosen on", audited: false, title: "the half that constants were chosen on, no audits" },
  { half: "others", audited: false, title: "the other half, no audits" },
];

/** How many of the forecasts' 90 % intervals hold what the runs took. */
export function forecastTable(outcomes: readonly ForecastOutcome[]): Table {
  const found = GROUPS.map((group) => {
    const datasets = datasetsOf(outcomes, group.half);
    return { ...group, of: outcomes.filter((one) => one.audited === group.audited && datasets.has(one.dataset)) };
  }).filter(({ of }) => of.length > 0);
  return {
    name: "forecast",
    title: "Forecasts",
    caption:
      "After so many labels: the share of runs in which the 90 % interval of the forecast held the number of labels that the target took, and the median width of the interval in labels, smaller. A run that ended before the target was reached counts as covered where the interval goes beyond its end. Where errors have costs, an error is the mean cost of an item as a share of the largest cost.",
    columns: [
      { title: "Labels" },
      ...TARGETS.map((target) => ({ title: `to ${100 * target} % error`, numeric: true })),
    ],
    groups: found.map(({ title, of }) => ({
      title,
      rows: FORECAST_AT.map((labels) => [
        cell(labels),
        ...TARGETS.map((target) => {
          const some = of.filter((one) => one.labels === labels && one.target === target);
          if (some.length === 0) return EMPTY;
          const covered = some.filter((one) => one.covered).length / some.length;
          const widths = some.map(({ more }) => more.high - more.low).sort((a, b) => a - b);
          const median = widths[Math.floor((widths.length - 1) / 2)];
          return cell(`${(100 * covered).toFixed(0)} %`, { beside: `±${(median / 2).toFixed(0)}` });
        }),
      ]),
    })),
    data: {
      header: ["dataset", "repetition", "labels", "target", "audited", "low", "median", "high", "took", "covered"],
      rows: outcomes.map(({ dataset, repetition, labels, target, audited, more, took, covered }) => [
        ...[dataset, repetition, labels, target, audited ? 1 : 0],
        ...[more.low, more.median, more.high, took, covered ? 1 : 0],
      ]),
    },
  };
}
