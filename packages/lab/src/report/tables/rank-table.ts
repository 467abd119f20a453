// The paper's heat maps of mean ranks as tables, datasets downwards so that they fit a narrow page.

import type { Ranking } from "../../analysis/results/ranking.ts";
import { fileName } from "../file-name.ts";
import { kernelTitle } from "./kernel-title.ts";
import { marks } from "./number-text.ts";
import { cell, type Table } from "./table.ts";

/** Mean ranks of one kernel, with marks, and wins, ties and losses of the reference. */
export function rankTable(ranking: Ranking): Table {
  const { kernel, datasets, strategies, ranks, meanRanks, significance, winsTiesLosses } = ranking;
  const heat = (rank: number) => (strategies.length < 2 ? 0.5 : (rank - 1) / (strategies.length - 1));
  const rows = datasets.map(({ name }, d) => {
    const best = Math.min(...ranks.map((row) => row[d]));
    return [
      cell(name),
      ...strategies.map((_, s) => {
        const rank = ranks[s][d];
        return cell(`${rank.toFixed(2)}${marks(significance[s][d])}`, { strong: rank === best, heat: heat(rank) });
      }),
    ];
  });
  const best = Math.min(...meanRanks);
  const overall = strategies.map((_, s) => {
    const { wins, ties, losses } = winsTiesLosses[s];
    const shown = { strong: meanRanks[s] === best, heat: heat(meanRanks[s]) };
    return cell(meanRanks[s].toFixed(2), s === 0 ? shown : { ...shown, beside: `${wins}/${ties}/${losses}` });
  });
  return {
    name: `ranks-${fileName(kernel)}`,
    title: `Mean ranks, ${kernelTitle(kernel)}`,
    caption: `Rank of the area under the learning curve within each repetition, averaged; 1 is best, and the best is bold. Stars and daggers as above. Last row: mean over the datasets, and how often ${strategies[0].title} wins, neither, or loses with p below .001.`,
    columns: [{ title: "Dataset" }, ...strategies.map(({ title }) => ({ title, numeric: true }))],
    groups: [{ rows }, { rows: [[cell("Mean"), ...overall]] }],
    data: {
      header: ["dataset", "strategy", "meanRank", "significance"],
      rows: datasets.flatMap(({ name }, d) =>
        strategies.map(({ key }, s) => [name, key, ranks[s][d], significance[s][d]]),
      ),
    },
  };
}
