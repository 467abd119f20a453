// The mean learning curves as one long table, as CSV and as Parquet.
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Results } from "../../results/results.ts";
import { dataCsv } from "../../tables/data-csv.ts";

type CurveRow = [
  dataset: string,
  strategy: string,
  labels: number,
  mean: number,
  lower: number,
  upper: number,
  runs: number,
];

const HEADER = ["dataset", "strategy", "labels", "mean", "lower", "upper", "repetitions"] as const;

/** The curves of all strategies with their 95 % bands. */
export function curvesCsv(results: Results): string {
  return dataCsv({ header: HEADER, rows: curveRows(results) });
}

/** The same rows as Parquet. */
export function curvesParquet(results: Results): Uint8Array {
  const rows = curveRows(results);
  const types = ["STRING", "STRING", "INT32", "DOUBLE", "DOUBLE", "DOUBLE", "INT32"] as const;
  const columnData = HEADER.map((name, c) => ({ name, type: types[c], data: rows.map((row) => row[c]) }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function curveRows({ datasets, strategies, cell }: Results): CurveRow[] {
  return datasets.flatMap(({ name }) =>
    strategies.flatMap(({ key }) => {
      const found = cell(name, key);
      if (found === null) return [];
      const { mean, lower, upper } = found.curve;
      return Array.from(mean, (error, t): CurveRow => [name, key, t, error, lower[t], upper[t], found.records.length]);
    }),
  );
}
