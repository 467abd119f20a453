import { bestOfRow } from "../../analysis/results/best-of-row.ts";
import type { PriorStudy } from "../../analysis/results/prior-study.ts";
import { sameMean } from "../../analysis/statistics/same-mean.ts";
import { besideRuns, runsNote } from "./run-notes.ts";
import { cell, EMPTY, type Table } from "./table.ts";
import { winsText } from "./test-notes.ts";

/** The prior study in two rows. */
export function priorTable({ priors, amongOthers, runs, amongPriors, places, scope }: PriorStudy): Table {
  const { meanRanks, winsTiesLosses, strategies } = amongPriors;
  const best = Math.min(...meanRanks);
  const bestAmongOthers = bestOfRow(amongOthers, runs);
  return {
    name: "priors",
    title: "Priors of xPAL",
    caption: `Mean rank over ${scope}; the best is bold.${runsNote(runs)}${winsTiesLosses === null ? "" : ` Small print: on how many datasets this prior wins, ties or loses against ${strategies[0].title} at p below .001.`}`,
    columns: [{ title: "Ranked among" }, ...priors.map((prior) => ({ title: String(prior), numeric: true }))],
    groups: [
      {
        rows: [
          [
            cell("the other strategies"),
            ...amongOthers.map((rank, i) => {
              if (rank === null) return EMPTY;
              return cell(rank.toFixed(2), { strong: bestAmongOthers[i], ...besideRuns(runs[i]) });
            }),
          ],
          [
            cell("the priors"),
            ...places.map((s) => {
              const more = s === 0 || winsTiesLosses === null ? {} : { beside: winsText(winsTiesLosses[s]) };
              return cell(meanRanks[s].toFixed(2), { strong: sameMean(meanRanks[s], best), ...more });
            }),
          ],
        ],
      },
    ],
    data: {
      header: ["prior", "meanRankAmongStrategies", "meanRankAmongPriors", "wins", "ties", "losses"],
      rows: priors.map((prior, i) => {
        const { wins = null, ties = null, losses = null } = winsTiesLosses?.[places[i]] ?? {};
        return [prior, amongOthers[i], meanRanks[places[i]], wins, ties, losses];
      }),
    },
  };
}
