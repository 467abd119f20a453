import type { PaperCell } from "../../analysis/results/paper-differences.ts";
import { marks, share, signedShare } from "./number-text.ts";
import { cell, type Table } from "./table.ts";

/** Every cell that is not the paper's to the printed digit, with its likely reason. */
export function paperTable(cells: readonly PaperCell[]): Table {
  const differing = cells.filter(({ reason }) => reason !== "");
  return {
    name: "paper",
    title: "Differences from the paper",
    caption: `Every one of the ${cells.length} printed cells whose mean, standard deviation or marks differ after rounding.`,
    columns: [
      { title: "Dataset" },
      { title: "Strategy" },
      { title: "Ours", numeric: true },
      { title: "Paper", numeric: true },
      { title: "Difference", numeric: true },
      { title: "Likely reason" },
    ],
    groups: [
      {
        rows: differing.map(({ dataset, strategy, cell: own, printed, significance, reason }) =>
          [
            dataset.name,
            strategy.title,
            `${share(own.mean)} ±${share(own.std)}${marks(significance)}`,
            `${share(printed.mean)} ±${share(printed.std)}${marks(printed.significance)}`,
            signedShare(own.mean - printed.mean),
            reason,
          ].map((text) => cell(text)),
        ),
      },
    ],
    data: {
      header: [
        "dataset",
        "strategy",
        "mean",
        "printedMean",
        "std",
        "printedStd",
        "significance",
        "printedSignificance",
        "reason",
      ],
      rows: differing.map(({ dataset, strategy, cell: own, printed, significance, reason }) => {
        const pairs = [own.mean, printed.mean, own.std, printed.std, significance, printed.significance];
        return [dataset.name, strategy.key, ...pairs, reason];
      }),
    },
  };
}
