// What came out, in a few numbers, before any table.

import { html, type Markup } from "@xpal/data/chart";
import { mostRepetitions } from "../../analysis/results/comparisons.ts";
import { labelsNeeded, pacemaker } from "../../analysis/results/labels-needed.ts";
import { rankedStrategies } from "../../analysis/results/ranked-strategies.ts";
import { cellShares, lacksRuns } from "../../analysis/results/run-shares.ts";
import { fewerText } from "../../analysis/results/shared-repetitions.ts";
import { fewestPairs } from "../../analysis/statistics/min-pairs.ts";
import { isBelow } from "../../analysis/statistics/same-mean.ts";
import { PRINTED_REPETITIONS } from "../../paper/printed/printed.ts";
import type { ReportParts } from "../report-parts.ts";
import { count, duration, signedPercent } from "../tables/number-text.ts";
import { foundRuns, threadsText } from "./session-facts.ts";

/** The tiles under the title. */
export function glance(parts: ReportParts): Markup {
  const tiles = [
    ...paperTiles(parts),
    relativeTile(parts),
    rankTile(parts),
    winsTile(parts),
    labelsTile(parts),
    runsTile(parts),
  ];
  return html`<ul class="tiles">${tiles.flatMap((tile) => (tile === null ? [] : [tile]))}</ul>`;
}

function tile(number: string, text: string): Markup {
  return html`<li><b>${number}</b> <span>${text}</span></li>`;
}

function paperTiles({ paper, results }: ReportParts): Markup[] {
  if (paper.length === 0) return [];
  const same = paper.filter(({ meanOff }) => meanOff === 0).length;
  const tests = paper.filter(({ strategy }) => strategy !== results.reference);
  const marked = tests.filter(({ marksDiffer }) => !marksDiffer).length;
  const { repetitions } = results.experiment;
  const fewer =
    repetitions === PRINTED_REPETITIONS ? "" : `, with ${repetitions} of its ${PRINTED_REPETITIONS} repetitions`;
  const means = tile(`${same} of ${paper.length}`, `means equal the paper's to the three printed digits${fewer}`);
  return [means, tile(`${marked} of ${tests.length}`, "significance marks equal the paper's")];
}

function relativeTile({ relative, results }: ReportParts): Markup | null {
  const ranked = new Set(rankedStrategies(results)); // not the baseline that knows all labels
  const compared = relative.filter(({ strategy, runs }) => ranked.has(strategy) && runs.compared);
  const [best] = compared.sort((a, b) => a.mean - b.mean);
  if (best === undefined) return null;
  const { strategy, changes, mean } = best;
  const over = changes.length === 1 ? "one dataset" : `geometric mean over ${changes.length} datasets`;
  const text = `area of the best rival, ${strategy.title}, compared with ${results.reference.title} (${over})`;
  return tile(signedPercent(mean), text);
}

function rankTile({ rankings, overall, results }: ReportParts): Markup | null {
  const ranking = overall ?? rankings[0];
  if (ranking === undefined) return null;
  const place = ranking.meanRanks.filter((rank) => isBelow(rank, ranking.meanRanks[0])).length + 1;
  const among = `of ${ranking.strategies.length} strategies over ${ranking.datasets.length} ${ranking.datasets.length === 1 ? "dataset" : "datasets"}`;
  const fewer = fewerText(ranking.shared) === "" ? "" : ", over the repetitions that all of them have";
  const text = `mean rank of ${results.reference.title}, place ${place} ${among}${fewer}`;
  return tile(ranking.meanRanks[0].toFixed(2), text);
}

function winsTile({ comparisons, results }: ReportParts): Markup | null {
  const ranked = new Set(rankedStrategies(results));
  const tests = comparisons.filter(({ strategy }) => ranked.has(strategy));
  const needed = fewestPairs(0.05, { sides: 2, tests: Math.max(1, tests.length) });
  if (tests.length === 0 || mostRepetitions(tests) < needed) return null; // nothing but "0 won" could come out
  const better = tests.filter(({ pHolm, difference }) => (pHolm ?? 1) < 0.05 && difference.estimate > 0).length;
  const worse = tests.filter(({ pHolm, difference }) => (pHolm ?? 1) < 0.05 && difference.estimate < 0).length;
  const text = `comparisons won by ${results.reference.title} after Holm's correction, ${worse} lost`;
  return tile(`${better} of ${tests.length}`, text);
}

function labelsTile({ results }: ReportParts): Markup | null {
  const pace = pacemaker(results);
  if (pace === results.reference.key) return null;
  const both = results.strategies.filter(({ key }) => key === pace || key === results.reference.key);
  const shares = labelsNeeded(results).flatMap(({ dataset, labels }) => {
    if (cellShares(results, [dataset], both).some(lacksRuns)) return []; // errors over different repetitions
    const own = labels.get(results.reference.key);
    const theirs = labels.get(pace);
    return own === undefined || theirs === undefined || !theirs ? [] : [(own ?? Infinity) / theirs];
  });
  const middle = shares.sort((a, b) => a - b)[shares.length >> 1];
  if (middle === undefined || !Number.isFinite(middle)) return null;
  const title = results.strategies.find(({ key }) => key === pace)?.title;
  return tile(`${Math.round(middle * 100)} %`, `of the labels that ${title} needs for the same error (median dataset)`);
}

function runsTile({ results }: ReportParts): Markup {
  const { records, environment } = results.experiment;
  const threads = threadsText(environment);
  const on = threads === null ? "" : ` on ${threads}`;
  const found = foundRuns(results.experiment);
  if (found === records.length) return tile(count(found), "runs, all of them stored before");
  const time = `runs in ${duration(environment.seconds)}${on}`;
  if (found === 0) return tile(count(records.length), time);
  const done = `${count(records.length - found)} of ${count(records.length)}`;
  return tile(done, `${time}; ${count(found)} ${found === 1 ? "was" : "were"} stored before`);
}
