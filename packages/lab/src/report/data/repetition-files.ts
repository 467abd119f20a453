// The curves of every single run, from which everything else in a report can be computed again: one row per run, measure
// and number of labels. CSV is split by dataset, since the paper's experiment has more than five million rows.
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Results } from "../../analysis/results/results.ts";
import type { RunRecord } from "../../records/experiment.ts";
import { fileName } from "../file-name.ts";
import type { ReportFile } from "../report-folder.ts";
import { dataCsv } from "../tables/data-csv.ts";

const COLUMNS = [
  ["dataset", "STRING"],
  ["strategy", "STRING"],
  ["repetition", "INT32"],
  ["seed", "INT32"],
  ["measure", "STRING"],
  ["labels", "INT32"],
  ["value", "DOUBLE"],
] as const;

type Row = [
  dataset: string,
  strategy: string,
  repetition: number,
  seed: number,
  measure: string,
  labels: number,
  value: number,
];

/** One Parquet file for all datasets, and one CSV file for each. */
export function repetitionFiles(results: Results): ReportFile[] {
  const names = repetitionFileNames(results);
  const header = COLUMNS.map(([name]) => name);
  const csv = results.datasets.map(({ name }): ReportFile => {
    return [names.get(name) as string, dataCsv({ header, rows: rowsOf(results, name) })];
  });
  const rows = results.datasets.flatMap(({ name }) => rowsOf(results, name));
  const columnData = COLUMNS.map(([name, type], c) => ({ name, type, data: rows.map((row) => row[c]) }));
  return [["repetitions.parquet", new Uint8Array(parquetWriteBuffer({ columnData }))], ...csv];
}

/** The path of each dataset's CSV file; names that are the same in the eyes of a file system get a number. */
export function repetitionFileNames({ datasets }: Results): Map<string, string> {
  const taken = new Map<string, number>();
  return new Map(
    datasets.map(({ name }) => {
      const base = fileName(name);
      const before = taken.get(base.toLowerCase()) ?? 0;
      taken.set(base.toLowerCase(), before + 1);
      return [name, `repetitions/${base}${before === 0 ? "" : `-${before + 1}`}.csv`];
    }),
  );
}

function rowsOf({ strategies, cell }: Results, dataset: string): Row[] {
  return strategies.flatMap(({ key }) => (cell(dataset, key)?.records ?? []).flatMap(rowsOfRun));
}

function rowsOfRun({ dataset, strategy, repetition, seed, errors, measures = {} }: RunRecord): Row[] {
  return [["error", errors] as const, ...Object.entries(measures)].flatMap(([measure, values]) =>
    values.map((value, labels): Row => [dataset, strategy, repetition, seed, measure, labels, value]),
  );
}
