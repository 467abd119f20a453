// The paper's Figs. 4 to 6: strategies downwards, datasets across, mean ranks in colour, marks, and the mean at the right.

import { at, type Colours, type Drawing, html, type Markup } from "@xpal/data/chart";
import type { Ranking } from "../../analysis/results/ranking.ts";
import { sameMean } from "../../analysis/statistics/same-mean.ts";
import { kernelTitle } from "../tables/kernel-title.ts";
import { marks } from "../tables/number-text.ts";
import { winsText } from "../tables/test-notes.ts";

const CELL = { width: 52, height: 34 };

/** Mean ranks as a heat map; the strategies in the given order, or that of the ranking. */
export function heatMap(
  ranking: Ranking,
  colours: Colours,
  title = `Mean ranks, ${kernelTitle(ranking.kernel)}`,
): Drawing {
  const { datasets, strategies, ranks, meanRanks, significance, winsTiesLosses } = ranking;
  const left = 16 + 7 * Math.max(...strategies.map((strategy) => strategy.title.length));
  const top = 24 + 4.6 * Math.max(...datasets.map(({ name }) => name.length));
  const best = datasets.map((_, d) => Math.min(...ranks.map((row) => row[d])));
  const bestMean = Math.min(...meanRanks);
  const paint = (s: number, column: number, rank: number, strong: boolean, small: string) => {
    const x = left + column * CELL.width + (column === datasets.length ? 8 : 0);
    return cellOf(
      x,
      top + s * CELL.height,
      rank,
      (rank - 1) / Math.max(1, strategies.length - 1),
      strong,
      small,
      colours,
    );
  };
  const cells = strategies.map((_, s) => {
    const counted = s === 0 || winsTiesLosses === null ? "" : winsText(winsTiesLosses[s]);
    const own = datasets.map((_, d) =>
      paint(s, d, ranks[s][d], sameMean(ranks[s][d], best[d]), marks(significance[s][d])),
    );
    return [own, paint(s, datasets.length, meanRanks[s], sameMean(meanRanks[s], bestMean), counted)];
  });
  const heads = [...datasets.map(({ name }) => name), "Mean"].map((name, column) => {
    const x = left + (column + 0.5) * CELL.width + (column === datasets.length ? 8 : 0);
    return html`<text transform="translate(${at(x)},${at(top - 6)}) rotate(-48)">${name}</text>`;
  });
  const rows = strategies.map(
    (strategy, s) =>
      html`<text x="${left - 8}" y="${at(top + (s + 0.5) * CELL.height + 4)}" text-anchor="end">${strategy.title}</text>`,
  );
  return {
    width: left + (datasets.length + 1) * CELL.width + 60,
    height: top + strategies.length * CELL.height + 8,
    label: title,
    body: html`<g font-size="12" fill="${colours.text}">${heads}${rows}${cells.flat(2)}</g>`,
  };
}

function cellOf(
  x: number,
  y: number,
  rank: number,
  heat: number,
  strong: boolean,
  small: string,
  colours: Colours,
): Markup {
  const colour = heat < 0.5 ? colours.good : colours.bad;
  const middle = at(x + CELL.width / 2 - 1);
  const weight = strong ? html` font-weight="700"` : "";
  return html`<rect x="${at(x)}" y="${at(y)}" width="${CELL.width - 2}" height="${CELL.height - 2}" rx="3" fill="${colour}" fill-opacity="${(Math.abs(heat - 0.5) * 1.1).toFixed(2)}"/><text x="${middle}" y="${at(y + (small === "" ? 20 : 14))}" text-anchor="middle"${weight}>${rank.toFixed(2)}</text>${small === "" ? "" : html`<text x="${middle}" y="${at(y + 27)}" text-anchor="middle" font-size="10">${small}</text>`}`;
}
