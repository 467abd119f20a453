// The mean learning curves as one long table, as CSV and as Parquet.
import { parquetWriteBuffer } from "hyparquet-writer";
import { measured, measuresIn } from "../../analysis/results/measures.ts";
import type { Results } from "../../analysis/results/results.ts";
import { dataCsv } from "../tables/data-csv.ts";

type CurveRow = [
  dataset: string,
  strategy: string,
  measure: string,
  labels: number,
  mean: number,
  lower: number,
  upper: number,
  runs: number,
];

const HEADER = ["dataset", "strategy", "measure", "labels", "mean", "lower", "upper", "repetitions"] as const;

/** The curves of all strategies and measures with their 95 % bands. */
export function curvesCsv(results: Results): string {
  return dataCsv({ header: HEADER, rows: curveRows(results) });
}

/** The same rows as Parquet. */
export function curvesParquet(results: Results): Uint8Array {
  const rows = curveRows(results);
  const types = ["STRING", "STRING", "STRING", "INT32", "DOUBLE", "DOUBLE", "DOUBLE", "INT32"] as const;
  const columnData = HEADER.map((name, c) => ({ name, type: types[c], data: rows.map((row) => row[c]) }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function curveRows({ datasets, strategies, cell }: Results): CurveRow[] {
  return datasets.flatMap(({ name }) =>
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
        const runs = found.records.length;
        return Array.from(mean, (value, t): CurveRow => [name, key, measure, t, value, lower[t], upper[t], runs]);
      });
    }),
  );
}
