import { bestOfRow } from "../../analysis/results/best-of-row.ts";
import type { Calibration } from "../../analysis/results/calibration.ts";
import { knowsLabels } from "../../analysis/results/knows-labels.ts";
import { runShares } from "../../analysis/results/run-shares.ts";
import { share, signedShare } from "./number-text.ts";
import { besideRuns, runsNote } from "./run-notes.ts";
import { cell, EMPTY, type Table } from "./table.ts";

/** The expected calibration error along the labels, and how overconfident the classifier is in the end. */
export function calibrationTable(calibrations: readonly Calibration[]): Table {
  const strategies = [...new Set(calibrations.map(({ strategy }) => strategy))];
  const places = [...new Set(calibrations.map(({ at }) => at))].sort(byPlace);
  const find = (key: string, at: Calibration["at"]) =>
    calibrations.find((one) => one.strategy.key === key && one.at === at);
  const shares = places.map((at) =>
    runShares(strategies.map((one) => ({ names: find(one.key, at)?.runs ?? [], competes: !knowsLabels(one) }))),
  );
  const best = places.map((at, p) =>
    bestOfRow(
      strategies.map(({ key }) => find(key, at)?.error ?? null),
      shares[p],
    ),
  );
  const counted = places.map((at) => Math.max(...strategies.map(({ key }) => find(key, at)?.datasets.length ?? 0)));
  const fewest = Math.min(...counted) < Math.max(...counted);
  return {
    name: "calibration",
    title: "Calibration",
    caption: `Expected calibration error after so many labels: the gap between the probability of the predicted class and the share of right predictions, over ten bins of the test rows, added up over the repetitions of a dataset and averaged over the datasets; 0 is best, the best is bold.${fewest ? " In brackets: how many datasets have so many labels, where it is not all." : ""}${runsNote(shares.flat())} Last column: mean probability minus share of right predictions at the end; above zero the classifier is too sure of itself.`,
    columns: [
      { title: "Strategy" },
      ...places.map((at, p) => {
        const some = counted[p] < Math.max(...counted) ? ` (${counted[p]} ${counted[p] === 1 ? "set" : "sets"})` : "";
        return { title: at === "end" ? "At the end" : `${at} labels${some}`, numeric: true };
      }),
      { title: "Too sure by", numeric: true },
    ],
    groups: [
      {
        rows: strategies.map(({ key, title }, s) => [
          cell(title),
          ...places.map((at, p) => {
            const found = find(key, at);
            if (found === undefined) return EMPTY;
            return cell(share(found.error), { strong: best[p][s], ...besideRuns(shares[p][s]) });
          }),
          cell(signedShare(find(key, "end")?.overconfidence ?? 0)),
        ]),
      },
    ],
    data: {
      header: ["strategy", "labels", "dataset", "calibrationError", "overconfidence"],
      rows: calibrations.flatMap(({ strategy, at, datasets }) =>
        datasets.map(({ dataset, error, overconfidence }) => [strategy.key, at, dataset, error, overconfidence]),
      ),
    },
  };
}

function byPlace(a: Calibration["at"], b: Calibration["at"]): number {
  return (a === "end" ? Infinity : a) - (b === "end" ? Infinity : b);
}
