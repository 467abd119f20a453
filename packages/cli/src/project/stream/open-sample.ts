// A file that is larger than memory as a table to learn from: a pass over it fits the recipe and draws a sample of its rows,
// which is then treated as a file of that size, with every row that has an answer.
import { XpalError } from "@xpal/core";
import {
  fitSurvey,
  type Notice,
  type Recipe,
  type RowSource,
  RowStore,
  type Survey,
  type SurveyOptions,
  sampledTable,
  surveyOnce,
  type Table,
} from "@xpal/data";
import { foldEntries } from "../../journal/answers.ts";
import { journalRows, readJournal } from "../../journal/journal.ts";
import type { Stages } from "../../terminal/progress.ts";
import { phrasesOf, withPhrases } from "../class-phrases.ts";
import { withoutIgnored } from "../column-options.ts";
import { declaredClasses, recipeOptions } from "../fitting-options.ts";
import { labelColumnOf } from "../label-column.ts";
import type { ProjectOptions } from "../project-options.ts";
import { readCosts } from "../project-risk.ts";
import { withEmptyColumn } from "../with-empty-column.ts";

/** A file of which only a sample is in memory. */
export interface LargeFile {
  /** How many rows the file has, and how many of them have a label in it. */
  readonly rows: number;
  readonly labelled: number;
  readonly survey: Survey;
}

/** The sample, and the recipe of the whole file. */
interface Sample {
  readonly table: Table;
  readonly labelColumn: string;
  readonly recipe: Recipe;
  readonly notices: readonly Notice[];
  readonly large: LargeFile;
}

/** Draws the sample of a source. */
export async function openSample(
  file: string,
  source: RowSource,
  options: ProjectOptions,
  stage: Stages,
): Promise<Sample> {
  rejectOptions(options);
  const { labelColumn, isNew, recipe: given } = labelColumnOf(source, options);
  const { seed, classes } = options;
  const survey = await surveyShown(source, { label: labelColumn, seed, classes }, stage);
  const answered = journalRows(file).filter((row) => row < source.rows);
  const known = await rowsWithAnswers(survey, source, answered);
  const labelledColumn = (table: Table) => (isNew ? withEmptyColumn(table, labelColumn) : table);
  stage.begin("Preparing the columns");
  const journal = readJournal({ file, table: labelledColumn(known), labelColumn, rows: source.rows });
  const phrases = await phrasesOf(options);
  const said = [...(readCosts(options)?.classes ?? []), ...Object.keys(phrases)];
  const fitted =
    given === undefined
      ? fitSurvey(survey, {
          label: labelColumn,
          ...recipeOptions(options),
          ...declaredClasses(survey.labels.keys(), foldEntries(journal.entries), options, said),
        })
      : { recipe: withoutIgnored(given, survey.sample, options), notices: [] };
  const labelled = [...survey.labels.values()].reduce((sum, count) => sum + count, 0);
  return {
    table: labelledColumn(sampledTable(survey.sample, known)),
    labelColumn,
    recipe: await withPhrases(fitted.recipe, phrases, options, stage),
    notices: [...source.notices, ...fitted.notices, ...samplingNotices(survey, labelled)],
    large: { rows: source.rows, labelled, survey },
  };
}

function rejectOptions(options: ProjectOptions): void {
  const given = (["embed", "embeddings", "labelCost"] as const).find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const flag = { embed: "--embed", embeddings: "--embeddings", labelCost: "--label-cost" }[given];
  throw new XpalError("bad-argument", {
    who: "xpal",
    argument: flag,
    rule: "must not be given for a file that is larger than memory",
    wayOut: given === "labelCost" ? "take a part of the rows" : "write the vectors into a column of the Parquet file",
  });
}

/** The survey of a source, with what is left of the pass over it shown. */
export async function surveyShown(source: RowSource, options: SurveyOptions, stage: Stages): Promise<Survey> {
  const begun = performance.now();
  return surveyOnce(source, {
    ...options,
    onRows(done) {
      const left = Math.round(((performance.now() - begun) / done) * (source.rows - done));
      const share = Math.round((100 * done) / source.rows);
      stage.begin(`Reading ${source.path}: ${share} %, ${Math.ceil(left / 1000)} s left`);
    },
  });
}

/** The labelled rows of the survey, and those that the journal speaks of; what is not in the sample is fetched. */
async function rowsWithAnswers(
  { sample, labelled }: Survey,
  source: RowSource,
  answered: readonly number[],
): Promise<Table> {
  const inFile = new Set(labelled.numbers);
  const indices = new Map(Array.from(sample.numbers ?? [], (row, index) => [row, index]));
  const others = answered.filter((row) => !inFile.has(row));
  const missing = others.filter((row) => !indices.has(row));
  const fetched = await source.at(missing);
  const store = new RowStore(source.columns, labelled.rows + others.length);
  const numbers: number[] = [];
  const put = (table: Table, row: number, number: number) => {
    store.put(numbers.length, table, row);
    numbers.push(number);
  };
  for (let row = 0; row < labelled.rows; row++) put(labelled, row, labelled.numbers?.[row] ?? row);
  for (const row of others) {
    const index = indices.get(row);
    if (index === undefined) put(fetched, missing.indexOf(row), row);
    else put(sample, index, row);
  }
  return store.table(numbers.length, { source: source.path, numbers: Uint32Array.from(numbers) });
}

/** What is exact and what is sampled. */
export function samplingNotices({ rows, sample, labelled: kept }: Survey, labelled: number): Notice[] {
  const sentences = [
    `counts, means, deviations, categories and classes are those of all ${rows} rows; medians, roles, the words of texts and the open rows to choose from are those of a random ${sample.rows}`,
    ...(kept.rows < labelled ? [`of the ${labelled} labelled rows a random ${kept.rows} are learned from`] : []),
  ];
  return sentences.map((message) => ({ code: "sampled", message }));
}
