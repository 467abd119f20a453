// The paper's heat maps of mean ranks as tables, datasets downwards so that they fit a narrow page.

import type { Comparison } from "../../analysis/results/comparisons.ts";
import type { Ranking } from "../../analysis/results/ranking.ts";
import { sameMean } from "../../analysis/statistics/same-mean.ts";
import { fileName } from "../file-name.ts";
import { kernelTitle } from "./kernel-title.ts";
import { marks } from "./number-text.ts";
import { sharedNote } from "./run-notes.ts";
import { cell, type Table } from "./table.ts";
import { HOLM_NOTE, holmText, marksNote, winsNote, winsText } from "./test-notes.ts";

/** Mean ranks of one kernel, with marks, and each strategy's wins, ties and losses against the reference. */
export function rankTable(ranking: Ranking, comparisons: readonly Comparison[] = []): Table {
  const { kernel, datasets, strategies, ranks, meanRanks, significance, winsTiesLosses } = ranking;
  const repetitions = Math.max(...ranking.shared.map(({ has }) => has)); // what the marks beside ranks are over
  const repetitionsOn = new Map(ranking.shared.map(({ dataset, has }) => [dataset, has]));
  const holmOf = (dataset: string, strategy: string) =>
    comparisons.find((one) => one.dataset.name === dataset && one.strategy.key === strategy)?.significanceHolm;
  const heat = (rank: number) => (strategies.length < 2 ? 0.5 : (rank - 1) / (strategies.length - 1));
  const rows = datasets.map(({ name }, d) => {
    const best = Math.min(...ranks.map((row) => row[d]));
    return [
      cell(name),
      ...strategies.map(({ key }, s) => {
        const rank = ranks[s][d];
        const holm = holmText(significance[s][d], holmOf(name, key));
        const text = `${rank.toFixed(2)}${marks(significance[s][d])}`;
        return cell(text, {
          strong: sameMean(rank, best),
          heat: heat(rank),
          ...(holm === undefined ? {} : { beside: holm }),
        });
      }),
    ];
  });
  const fewer = sharedNote(ranking.shared);
  const best = Math.min(...meanRanks);
  const overall = strategies.map((_, s) => {
    const shown = { strong: sameMean(meanRanks[s], best), heat: heat(meanRanks[s]) };
    if (s === 0 || winsTiesLosses === null) return cell(meanRanks[s].toFixed(2), shown);
    return cell(meanRanks[s].toFixed(2), { ...shown, beside: winsText(winsTiesLosses[s]) });
  });
  const last =
    winsTiesLosses === null
      ? `Last row: mean over the datasets.${winsNote(repetitions)}`
      : `Last row: mean over the datasets, and on how many of them the strategy wins, ties or loses against ${strategies[0].title} at p below .001.`;
  const holmNote = ` ${HOLM_NOTE}${fewer === "" ? "" : " These are over the repetitions that two strategies have."}`;
  const testNotes = comparisons.length === 0 ? "" : `${holmNote}${marksNote(repetitions)}`;
  return {
    name: `ranks-${fileName(kernel)}`,
    title: `Mean ranks, ${kernelTitle(kernel)}`,
    caption: `Rank of the area under the learning curve within each repetition, averaged; 1 is best, and the best is bold. Stars: ${strategies[0].title} is better with p below .05, .01, .001; daggers: the other strategy is.${testNotes}${fewer} ${last}`,
    columns: [{ title: "Dataset" }, ...strategies.map(({ title }) => ({ title, numeric: true }))],
    groups: [{ rows }, { rows: [[cell("Mean"), ...overall]] }],
    data: {
      header: ["dataset", "strategy", "meanRank", "significance", "repetitions"],
      rows: datasets.flatMap(({ name }, d) =>
        strategies.map(({ key }, s) => [name, key, ranks[s][d], significance[s][d], repetitionsOn.get(name) ?? null]),
      ),
    },
  };
}
