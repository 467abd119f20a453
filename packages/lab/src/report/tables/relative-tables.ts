// Areas relative to the reference's: one line per strategy, and every dataset for those who want to see where.
import type { Ranking } from "../../analysis/results/ranking.ts";
import type { RelativeArea } from "../../analysis/results/relative-areas.ts";
import type { Results } from "../../analysis/results/results.ts";
import type { WinsTiesLosses } from "../../analysis/statistics/summary.ts";
import { marks, signedPercent } from "./number-text.ts";
import { cell, EMPTY, type Table } from "./table.ts";

/** The strategies summed up: mean change, wins, ties and losses, rank, extremes. */
export function relativeTable(results: Results, areas: readonly RelativeArea[], ranking: Ranking | null): Table {
  const { reference } = results;
  const best = Math.min(...areas.map(({ mean }) => mean));
  const rankOf = (key: string) => {
    const place = ranking?.strategies.findIndex((one) => one.key === key) ?? -1;
    return ranking === null || place < 0 ? null : ranking.meanRanks[place];
  };
  const rows = areas.map(({ strategy, changes, mean, plain, corrected }) => {
    const ordered = [...changes].sort((a, b) => a.change - b.change);
    const rank = rankOf(strategy.key);
    return [
      cell(strategy.title),
      cell(signedPercent(mean), { strong: mean === best }),
      cell(`${changes.filter(({ change }) => change < 0).length} of ${changes.length}`),
      cell(counts(plain)),
      cell(counts(corrected)),
      rank === null ? EMPTY : cell(rank.toFixed(2)),
      cell(extreme(ordered[0])),
      cell(extreme(ordered[ordered.length - 1])),
    ];
  });
  const own = rankOf(reference.key);
  const ownRank = own === null ? "" : ` Mean rank of ${reference.title}: ${own.toFixed(2)}.`;
  return {
    name: "relative",
    title: `Each strategy against ${reference.title}`,
    caption: `Change: the mean area under the learning curve relative to that of ${reference.title}, averaged over the datasets; below zero the strategy is better, the best is bold. Wins, ties and losses of the strategy at p below .001 (one-sided Wilcoxon signed-rank test over the repetitions), then the same with the p-values corrected after Holm over the datasets.${ownRank}`,
    columns: [
      { title: "Strategy" },
      { title: "Change", numeric: true },
      { title: "Lower on", numeric: true },
      { title: "W/T/L", numeric: true },
      { title: "W/T/L, Holm", numeric: true },
      { title: "Mean rank", numeric: true },
      { title: "Best on" },
      { title: "Worst on" },
    ],
    groups: [{ rows }],
    data: {
      header: [
        "strategy",
        "change",
        "datasets",
        "wins",
        "ties",
        "losses",
        "winsHolm",
        "tiesHolm",
        "lossesHolm",
        "rank",
      ],
      rows: areas.map(({ strategy: { key }, changes, mean, plain, corrected }) => {
        const { wins, ties, losses } = corrected;
        return [key, mean, changes.length, plain.wins, plain.ties, plain.losses, wins, ties, losses, rankOf(key)];
      }),
    },
  };
}

/** The change on every dataset. */
export function relativeByDatasetTable(results: Results, areas: readonly RelativeArea[]): Table {
  const { reference } = results;
  const datasets = results.datasets.filter((one) => areas.some(({ changes }) => findIn(changes, one.name)));
  const shown = datasets.map(({ name }) => [
    cell(name),
    cell(results.cell(name, reference.key)?.mean.toFixed(4) ?? "–"),
    ...areas.map(({ changes }) => {
      const found = findIn(changes, name);
      if (found === undefined) return EMPTY;
      return cell(`${signedPercent(found.change)}${marks(found.significance)}`, { heat: heatOf(found.change) });
    }),
  ]);
  const means = areas.map(({ mean }) => cell(signedPercent(mean), { heat: heatOf(mean) }));
  return {
    name: "relative-by-dataset",
    title: `Area relative to ${reference.title}, by dataset`,
    caption: `Second column: the mean area of ${reference.title}; then how far each strategy's lies below or above it. Stars: ${reference.title} is better with p below .05, .01, .001; daggers: the strategy is.`,
    columns: [
      { title: "Dataset" },
      { title: reference.title, numeric: true },
      ...areas.map(({ strategy }) => ({ title: strategy.title, numeric: true })),
    ],
    groups: [{ rows: shown }, { rows: [[cell("Mean"), cell(""), ...means]] }],
    data: {
      header: ["dataset", "strategy", "repetitions", "change", "significance"],
      rows: areas.flatMap(({ strategy, changes }) =>
        changes.map(({ dataset, repetitions, change, significance }) => {
          return [dataset.name, strategy.key, repetitions, change, significance];
        }),
      ),
    },
  };
}

function findIn(changes: RelativeArea["changes"], name: string): RelativeArea["changes"][number] | undefined {
  return changes.find(({ dataset }) => dataset.name === name);
}

function counts({ wins, ties, losses }: WinsTiesLosses): string {
  return `${wins}/${ties}/${losses}`;
}

function extreme({ dataset, change }: RelativeArea["changes"][number]): string {
  return `${dataset.name} ${signedPercent(change)}`;
}

/** A quarter more or less is the end of the colours. */
function heatOf(change: number): number {
  return Math.max(0, Math.min(1, 0.5 + 2 * change));
}
