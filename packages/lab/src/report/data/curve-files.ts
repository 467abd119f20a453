// The curves of a report: their means as CSV, and those of every single run as Parquet, from which everything else in a report
// can be computed again. The paper's experiment has more than five million rows of them.
import { parquetWriteBuffer } from "hyparquet-writer";
import { measured, measuresIn } from "../../analysis/results/measures.ts";
import type { Results } from "../../analysis/results/results.ts";
import type { RunRecord } from "../../records/experiment.ts";
import { dataCsv } from "../tables/data-csv.ts";

/** The mean curves of all strategies and measures with their 95 % bands. */
export function curvesCsv({ datasets, strategies, cell }: Results): string {
  const rows = datasets.flatMap(({ name }) =>
    strategies.flatMap(({ key }) => {
      const found = cell(name, key);
      if (found === null) return [];
      const curves = [
        ["error", found.curve] as const,
        ...measuresIn([found]).map((measure) => [measure, measured(found, measure)?.curve] as const),
      ];
      return curves.flatMap(([measure, curve]) => {
        if (curve === undefined) return [];
        const { mean, lower, upper } = curve;
        return Array.from(mean, (value, t) => [
          ...[name, key, measure, t, value, lower[t], upper[t], found.records.length],
        ]);
      });
    }),
  );
  return dataCsv({
    header: ["dataset", "strategy", "measure", "labels", "mean", "lower", "upper", "repetitions"],
    rows,
  });
}

const COLUMNS = [
  ["dataset", "STRING"],
  ["strategy", "STRING"],
  ["repetition", "INT32"],
  ["seed", "INT32"],
  ["measure", "STRING"],
  ["labels", "INT32"],
  ["value", "DOUBLE"],
] as const;

/** One row per run, measure and number of labels. */
export function curvesParquet({ datasets, strategies, cell }: Results): Uint8Array {
  const rows = datasets.flatMap(({ name }) =>
    strategies.flatMap(({ key }) => (cell(name, key)?.records ?? []).flatMap(rowsOfRun)),
  );
  const columnData = COLUMNS.map(([name, type], c) => ({ name, type, data: rows.map((row) => row[c]) }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function rowsOfRun({ dataset, strategy, repetition, seed, errors, measures = {} }: RunRecord) {
  return [["error", errors] as const, ...Object.entries(measures)].flatMap(([measure, values]) =>
    values.map((value, labels) => [dataset, strategy, repetition, seed, measure, labels, value] as const),
  );
}
