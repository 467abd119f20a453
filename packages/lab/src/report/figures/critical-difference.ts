// The critical-difference diagram (Demsar, JMLR 7, 2006): mean ranks on a line, bars join what cannot be told apart.

import { at, type Colours, type Drawing, html, linearScale, type Markup } from "@xpal/data/chart";
import type { Ranking } from "../../analysis/results/ranking.ts";
import { kernelTitle } from "../tables/kernel-title.ts";

const AXIS = 62;
const AXIS_WIDTH = 340;
/** Room for a name at either side, and what a character of it takes at most. */
const MIN_EDGE = 150;
const CHARACTER = 6.8;

/** The diagram, or null for a single dataset. */
export function criticalDifferenceDiagram(ranking: Ranking, colours: Colours): Drawing | null {
  const { strategies, meanRanks, groups, criticalDifference: difference, datasets, kernel } = ranking;
  if (difference === null) return null;
  const texts = strategies.map(({ title }, s) => `${title} ${meanRanks[s].toFixed(2)}`);
  const edge = Math.max(MIN_EDGE, Math.ceil(24 + CHARACTER * Math.max(...texts.map(({ length }) => length))));
  const x = linearScale([1, strategies.length], [edge, edge + AXIS_WIDTH], strategies.length);
  const order = meanRanks.map((_, s) => s).sort((a, b) => meanRanks[a] - meanRanks[b]);
  const half = Math.ceil(order.length / 2);
  const barsEnd = AXIS + 10 + groups.length * 8;
  const names = order.map((s, place): Markup => {
    const leftSide = place < half;
    const y = barsEnd + 16 + (leftSide ? place : order.length - 1 - place) * 21;
    const from = at(x(meanRanks[s]));
    const to = leftSide ? edge - 14 : edge + AXIS_WIDTH + 14;
    return html`<path d="M${from},${AXIS}V${at(y)}H${to}" fill="none" stroke="${colours.soft}"/><text x="${leftSide ? to - 5 : to + 5}" y="${at(y + 4)}" text-anchor="${leftSide ? "end" : "start"}"${s === 0 ? html` font-weight="700"` : ""}>${texts[s]}</text>`;
  });
  const bars = groups.map((group, g) => {
    const ranks = group.map((s) => meanRanks[s]);
    const y = AXIS + 10 + g * 8;
    return html`<line x1="${at(x(Math.min(...ranks)) - 4)}" x2="${at(x(Math.max(...ranks)) + 4)}" y1="${y}" y2="${y}" stroke="${colours.text}" stroke-width="4" stroke-linecap="round"/>`;
  });
  const ticks = x.ticks.map(
    (rank) =>
      html`<line x1="${at(x(rank))}" x2="${at(x(rank))}" y1="${AXIS - 5}" y2="${AXIS}" stroke="${colours.soft}"/><text x="${at(x(rank))}" y="${AXIS - 9}" text-anchor="middle" font-size="11" fill="${colours.soft}">${rank}</text>`,
  );
  const ruler = x(1) + Math.min(difference, strategies.length - 1) * (x(2) - x(1));
  return {
    width: 2 * edge + AXIS_WIDTH,
    height: barsEnd + 16 + half * 21,
    label: `Critical-difference diagram, ${kernelTitle(kernel)}: ${order.map((s) => texts[s]).join(", ")}`,
    body: html`<g font-size="12.5" fill="${colours.text}"><path d="M${at(x(1))},16v8m0,-4H${at(ruler)}m0,-4v8" fill="none" stroke="${colours.text}"/><text x="${at(ruler + 8)}" y="24">CD = ${difference.toFixed(2)}, ${datasets.length} datasets</text><line x1="${at(x(1))}" x2="${at(x(strategies.length))}" y1="${AXIS}" y2="${AXIS}" stroke="${colours.text}"/>${ticks}${names}${bars}</g>`,
  };
}
