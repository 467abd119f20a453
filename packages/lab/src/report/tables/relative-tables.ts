// Areas relative to the reference's: one line per strategy, and every dataset for those who want to see where.
import { bestOfRow } from "../../analysis/results/best-of-row.ts";
import type { Ranking } from "../../analysis/results/ranking.ts";
import type { RelativeArea } from "../../analysis/results/relative-areas.ts";
import type { Results } from "../../analysis/results/results.ts";
import { marks, signedPercent } from "./number-text.ts";
import { besideRuns, runsNote, sharedNote } from "./run-notes.ts";
import { cell, EMPTY, type Table, type TableCell } from "./table.ts";
import { HOLM_NOTE, holmText, marksNote, OVERLAP_NOTE, winsNote, winsText } from "./test-notes.ts";

/** The strategies summed up: mean change, wins, ties and losses, rank, extremes. */
export function relativeTable(results: Results, areas: readonly RelativeArea[], ranking: Ranking | null): Table {
  const { reference } = results;
  const best = bestOfRow(
    areas.map(({ mean }) => 1 + mean), // the ratio: a change near zero has no digits to compare
    areas.map(({ runs }) => runs),
  );
  const rankOf = (key: string) => {
    const place = ranking?.strategies.findIndex((one) => one.key === key) ?? -1;
    return ranking === null || place < 0 ? null : ranking.meanRanks[place];
  };
  const plainShown = areas.some(({ plain }) => plain !== null);
  const correctedShown = areas.some(({ corrected }) => corrected !== null);
  const { most, tests } = sizeOf(areas);
  const rows = areas.map(({ strategy, runs, changes, mean, plain, corrected }, s) => {
    const ordered = [...changes].sort((a, b) => a.change - b.change);
    const rank = rankOf(strategy.key);
    return [
      cell(strategy.title),
      cell(signedPercent(mean), { strong: best[s], ...besideRuns(runs) }),
      cell(`${changes.filter(({ change }) => change < 0).length} of ${changes.length}`),
      ...(plainShown ? [winsCell(plain)] : []),
      ...(correctedShown ? [winsCell(corrected)] : []),
      rank === null ? EMPTY : cell(rank.toFixed(2)),
      cell(extreme(ordered[0])),
      cell(extreme(ordered[ordered.length - 1])),
    ];
  });
  const own = rankOf(reference.key);
  const ownRank =
    own === null ? "" : ` Mean rank of ${reference.title}: ${own.toFixed(2)}.${sharedNote(ranking?.shared ?? [])}`;
  const wins = [
    plainShown
      ? ` W/T/L: on how many datasets the strategy wins, ties or loses against ${reference.title} at p below .001 (one-sided Wilcoxon signed-rank test over the repetitions)`
      : winsNote(most),
    correctedShown
      ? ", then the same with the p-values corrected after Holm over the datasets."
      : plainShown
        ? `.${winsNote(most, { tests })}`
        : "",
  ].join("");
  return {
    name: "relative",
    title: `Each strategy against ${reference.title}`,
    caption: `Change: the mean area under the learning curve relative to that of ${reference.title}, as the geometric mean of the ratios over the datasets; below zero the strategy is better, the best is bold.${runsNote(areas.map(({ runs }) => runs))}${wins} ${OVERLAP_NOTE}${ownRank}`,
    columns: [
      { title: "Strategy" },
      { title: "Change", numeric: true },
      { title: "Lower on", numeric: true },
      ...(plainShown ? [{ title: "W/T/L", numeric: true }] : []),
      ...(correctedShown ? [{ title: "W/T/L, Holm", numeric: true }] : []),
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
        const counts = [plain, corrected].flatMap((one) => [one?.wins ?? null, one?.ties ?? null, one?.losses ?? null]);
        return [key, mean, changes.length, ...counts, rankOf(key)];
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
      const holm = holmText(found.significance, found.significanceHolm);
      const more = { heat: heatOf(found.change), ...(holm === undefined ? {} : { beside: holm }) };
      return cell(`${signedPercent(found.change)}${marks(found.significance)}`, more);
    }),
  ]);
  const means = areas.map(({ mean }) => cell(signedPercent(mean), { heat: heatOf(mean) }));
  return {
    name: "relative-by-dataset",
    title: `Area relative to ${reference.title}, by dataset`,
    caption: `Second column: the mean area of ${reference.title}; then how far each strategy's lies below or above it. Stars: ${reference.title} is better with p below .05, .01, .001; daggers: the strategy is. ${HOLM_NOTE}${marksNote(sizeOf(areas).most)} Last row: geometric mean of the ratios.`,
    columns: [
      { title: "Dataset" },
      { title: reference.title, numeric: true },
      ...areas.map(({ strategy }) => ({ title: strategy.title, numeric: true })),
    ],
    groups: [{ rows: shown }, { rows: [[cell("Mean"), cell(""), ...means]] }],
    data: {
      header: ["dataset", "strategy", "repetitions", "change", "significance", "significanceHolm"],
      rows: areas.flatMap(({ strategy, changes }) =>
        changes.map(({ dataset, repetitions, change, significance, significanceHolm }) => {
          return [dataset.name, strategy.key, repetitions, change, significance, significanceHolm];
        }),
      ),
    },
  };
}

function findIn(changes: RelativeArea["changes"], name: string): RelativeArea["changes"][number] | undefined {
  return changes.find(({ dataset }) => dataset.name === name);
}

/** The most repetitions of a comparison, and the most datasets of a strategy. */
function sizeOf(areas: readonly RelativeArea[]): { most: number; tests: number } {
  return {
    most: Math.max(0, ...areas.flatMap(({ changes }) => changes.map(({ repetitions }) => repetitions))),
    tests: Math.max(1, ...areas.map(({ changes }) => changes.length)),
  };
}

function winsCell(counts: RelativeArea["plain"]): TableCell {
  return counts === null ? EMPTY : cell(winsText(counts));
}

function extreme({ dataset, change }: RelativeArea["changes"][number]): string {
  return `${dataset.name} ${signedPercent(change)}`;
}

/** A quarter more or less is the end of the colours. */
function heatOf(change: number): number {
  return Math.max(0, Math.min(1, 0.5 + 2 * change));
}
