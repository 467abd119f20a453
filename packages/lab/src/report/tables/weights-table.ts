import {
  BANK_TRAITS,
  type BankTrait,
  bankValues,
  type LearnedWeights,
  weightOf,
} from "../../analysis/results/learned-weights.ts";
import { VIEW_NAMES } from "../../replay/test-part.ts";
import { fraction } from "./number-text.ts";
import { cell, EMPTY, type Table } from "./table.ts";
import { viewTitle } from "./view-title.ts";

/** The weight of each scale and locality at the end of the runs, and all weights along the labels as data. */
export function weightsTable(weights: readonly LearnedWeights[]): Table {
  const strategies = [...new Set(weights.map(({ strategy }) => strategy))];
  const members = weights.flatMap((one) => one.members);
  const columns = BANK_TRAITS.flatMap((of) =>
    bankValues(members, of).map((value) => ({ of, value, title: columnTitle(of, value) })),
  );
  return {
    name: "weights",
    title: "What the kernels have learned",
    caption:
      "Mean weight at the end of the runs, in percent, of each scale g (below 1 wider than the base kernel, above 1 sharper) and of each locality p (0: distances as they are; 1: in units of the neighbours' distances); then of each view of the features and each learned metric.",
    columns: [{ title: "Dataset" }, ...columns.map(({ title }) => ({ title, numeric: true }))],
    groups: strategies.map((strategy) => ({
      title: strategy.title,
      rows: weights
        .filter((one) => one.strategy === strategy)
        .map((one) => {
          const last = one.rows[one.rows.length - 1];
          const shown = columns.map(({ of, value }) => {
            if (!one.members.some((member) => member[of] === value)) return EMPTY;
            return cell(Math.round(100 * weightOf(one, last, of, value)));
          });
          return [cell(one.dataset.name), ...shown];
        }),
    })),
    data: {
      header: ["strategy", "dataset", "labels", "view", "scale", "locality", "weight"],
      rows: weights.flatMap(({ strategy, dataset, members: bank, labels, rows }) =>
        rows.flatMap((row, r) =>
          bank.map(({ scale, locality, view = 0 }, m) => {
            return [strategy.key, dataset.name, labels[r], VIEW_NAMES[view], scale, locality, row[m]];
          }),
        ),
      ),
    },
  };
}

function columnTitle(of: BankTrait, value: number): string {
  return of === "view" ? viewTitle(value) : `${of === "scale" ? "g" : "p"} = ${fraction(value)}`;
}
