// A file of this machine that is too large to be read whole: a pass over it draws a sample of its rows, which become the items
// of a project together with those that have a label.
import {
  type CsvOptions,
  makeTable,
  openRowSource,
  type RowSource,
  type Survey,
  sampledTable,
  surveyOnce,
  type Table,
} from "@xpal/data";
import type { LargeFile } from "../projects/project-about.ts";
import { likelyLabel } from "./own-label.ts";

/** Rows that say which column looks like a label. */
const LOOKED_AT = 1000;
const SEED = 0;

/** Of which files of this machine a sample is taken. */
export interface LargeReading {
  /** Also of those that could be read whole. */
  readonly stream?: boolean;
}

/** The items that stand for a file, and what the project remembers of it. */
export async function largeTable(
  path: string,
  csv: CsvOptions,
  onShare: (share: number) => void,
): Promise<{ readonly table: Table; readonly large: LargeFile }> {
  const { source, label } = await openWithLabel(path, csv);
  try {
    const survey = await surveyOnce(source, {
      label: label ?? undefined,
      seed: SEED,
      onRows: (done) => onShare(done / Math.max(1, source.rows)),
    });
    const large = { rows: source.rows, column: numberColumn(source) };
    const table = sampledTable(survey.sample, survey.labelled);
    const labelled = [...survey.labels.values()].reduce((sum, count) => sum + count, 0);
    const notices = [...source.notices, { code: "sampled", message: describeSample(survey, table.rows, labelled) }];
    return { table: { ...numbered(table, large.column), notices }, large };
  } finally {
    source.close();
  }
}

/** The file, the column that looks like a label, and how the file is read so that its cells stay as they were written. */
async function openWithLabel(path: string, csv: CsvOptions): Promise<{ source: RowSource; label: string | null }> {
  const source = await openRowSource(path, { csv });
  let isKept = false;
  try {
    const head = await source.at(Array.from({ length: Math.min(LOOKED_AT, source.rows) }, (_, row) => row));
    const label = likelyLabel(head);
    const type = source.columns.find(({ name }) => name === label)?.type;
    isKept = label === null || type === "text" || source.format !== "csv";
    if (label === null || isKept) return { source, label };
    return { source: await openRowSource(path, { csv: { ...csv, keepWritten: [label] } }), label };
  } finally {
    if (!isKept) source.close();
  }
}

/** A name for the row's number that is free, and that every reader of names takes for an id. */
function numberColumn({ columns }: RowSource): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  let name = "row";
  for (let more = 2; taken.has(name); more++) name = more === 2 ? "row_id" : `row_${more}_id`;
  return name;
}

/** The table with the numbers of its rows in front. */
function numbered(table: Table, column: string): Table {
  const values = Float64Array.from(table.numbers ?? []);
  return makeTable([{ name: column, type: "number", values }, ...table.columns], { notices: table.notices });
}

function describeSample({ rows, labelled }: Survey, items: number, known: number): string {
  const learned = known > labelled.rows ? `, ${labelled.rows} of its ${known} labelled rows among them` : "";
  return `the file has ${rows} rows: the project has ${items} of them at random${learned}, and what is said of the file is estimated from these`;
}
