// A file of this machine that is too large to be read whole: a pass over it, and a working set of its rows as the items of a
// project. As labels come in, more rows are drawn from what the pass kept. docs/decisions/0295-studio-large.md says why.
import {
  type CsvOptions,
  drawWorkingSet,
  fitSurvey,
  labelCount,
  makeTable,
  openRowSource,
  type Recipe,
  type RowSource,
  type Survey,
  surveyOnce,
  type Table,
  takeRows,
  workingRows,
  workingTable,
} from "@xpal/data";
import type { LargeFile } from "../projects/project-about.ts";
import { StudioError } from "../studio-error.ts";
import { likelyLabel } from "./own-label.ts";

/** Items at the beginning, unless a budget holds fewer; each later draw adds a quarter as many. */
const FIRST_ROWS = 20_000;
/** What later draws are taken from: so many times the rows of one. */
const RESERVE = 60;
/** Rows that say which column looks like a label. */
const LOOKED_AT = 1000;
const SEED = 0;

/** Which files of this machine are read in pieces, and how much memory their items may take. */
export interface LargeReading {
  /** Also those that could be read whole. */
  readonly stream?: boolean | undefined;
  /** In bytes; fewer rows become items where it holds fewer than 20,000. */
  readonly memory?: number | undefined;
}

/** The first items of a file, and what the project remembers of it. */
export async function largeTable(
  path: string,
  given: CsvOptions,
  { memory }: LargeReading,
  onShare: (share: number) => void,
): Promise<{ readonly table: Table; readonly large: LargeFile }> {
  const { source, label, csv } = await openWithLabel(path, given);
  try {
    const first = await workingRows(source, { default: FIRST_ROWS, most: FIRST_ROWS, memory });
    const more = Math.ceil(first / 4);
    const survey = await surveyed(source, label, more, onShare);
    const large = {
      rows: source.rows,
      column: numberColumn(source),
      label,
      csv: { ...csv },
      fingerprint: source.fingerprint,
      more,
    };
    const drawn = draw(survey.reserve, recipeOf(survey, label), survey.labelled, first, 0);
    const { table } = workingTable(survey.reserve, survey.labelled, drawn);
    const labelled = [...survey.labels.values()].reduce((sum, count) => sum + count, 0);
    const notices = [...source.notices, { code: "sampled", message: sampled(survey, table.rows, labelled) }];
    return { table: { ...numbered(table, large.column), notices }, large };
  } finally {
    source.close();
  }
}

/** The file, the column that looks like a label, and how the file is read so that its cells stay as they were written. */
async function openWithLabel(
  path: string,
  csv: CsvOptions,
): Promise<{ source: RowSource; label: string | null; csv: CsvOptions }> {
  const source = await openRowSource(path, { csv });
  let isKept = false;
  try {
    const head = await source.at(Array.from({ length: Math.min(LOOKED_AT, source.rows) }, (_, row) => row));
    const label = likelyLabel(head);
    const type = source.columns.find(({ name }) => name === label)?.type;
    isKept = label === null || type === "text" || source.format !== "csv";
    if (label === null || isKept) return { source, label, csv };
    const written = { ...csv, keepWritten: [label] };
    return { source: await openRowSource(path, { csv: written }), label, csv: written };
  } finally {
    if (!isKept) source.close();
  }
}

/** What is drawn from, and for which draw. */
export interface DrawWish {
  readonly path: string;
  readonly large: LargeFile;
  readonly recipe: Recipe;
  /** The items of the project, and which of them have an answer. */
  readonly table: Table;
  readonly answered: Uint32Array;
  readonly draw: number;
}

/**
 * More rows for a project, none of which it has; regions that have few answers come first.
 * @throws StudioError if the file is another one now.
 */
export async function drawMore({ path, large, recipe, table, answered, draw: number }: DrawWish): Promise<Table> {
  const source = await openRowSource(path, { csv: large.csv as CsvOptions });
  try {
    if (source.fingerprint !== large.fingerprint) {
      throw new StudioError(
        "conflict",
        `${path} has changed since the project was made; no more rows are drawn from it`,
      );
    }
    const survey = await surveyed(source, large.label, large.more, () => {});
    const reserve = numbered(survey.reserve, large.column);
    const { rows } = draw(reserve, recipe, takeRows(table, answered), large.more + table.rows, number);
    const numbers = table.columns.find(({ name }) => name === large.column);
    const have = new Set(numbers?.type === "number" ? numbers.values : []);
    const fresh = Array.from(rows).filter((place) => !have.has(survey.reserve.numbers?.[place] ?? -1));
    return takeRows(reserve, Uint32Array.from(evenly(fresh, large.more)));
  } finally {
    source.close();
  }
}

function surveyed(
  source: RowSource,
  label: string | null,
  more: number,
  onShare: (share: number) => void,
): Promise<Survey> {
  return surveyOnce(source, {
    ...(label === null ? {} : { label }),
    reserve: RESERVE * more,
    seed: SEED,
    onRows: (done) => onShare(done / Math.max(1, source.rows)),
  });
}

function draw(reserve: Table, recipe: Recipe, labelled: Table, rows: number, renewal: number) {
  const evaluation = Math.min(1, reserve.rows); // the project chooses its own
  return drawWorkingSet(recipe, reserve, labelled, { rows, evaluation, seed: SEED, renewal });
}

/** A recipe to compare rows with; a column without two classes is no label yet. */
function recipeOf(survey: Survey, label: string | null): Recipe {
  const isLabel = label !== null && labelCount(survey.labelled, label) > 0 && survey.labels.size > 1;
  const roles = label === null || isLabel ? {} : { roles: { [label]: "ignored" as const } };
  // A label column that is guessed wrongly, such as one of prices, is no reason to reject the file.
  const classes = isLabel ? { classes: [...survey.labels.keys()] } : {};
  return fitSurvey(survey, { label: isLabel ? label : null, ...classes, ...roles }).recipe;
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

/** Some of the places, spread over all of them. */
function evenly(places: readonly number[], most: number): number[] {
  if (places.length <= most) return [...places];
  return Array.from({ length: most }, (_, i) => places[Math.floor((i * places.length) / most)]);
}

function sampled({ rows, labelled }: Survey, items: number, known: number): string {
  const learned = known > labelled.rows ? `, ${labelled.rows} of its ${known} labelled rows among them` : "";
  return `the file has ${rows} rows and is read in pieces: the project has ${items} of them${learned}, half of the others uniform and half spread over regions; more are drawn as answers come in, and what is said of the file is estimated from these`;
}
