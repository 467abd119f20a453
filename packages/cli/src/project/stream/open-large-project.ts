// A file that is larger than memory, ready to learn from: a pass over it fits the recipe and draws a reserve of rows; a
// working set of these, and every row that has an answer, are then treated as a file of that size.

import { type LearnedKernelOptions, XpalError } from "@xpal/core";
import {
  drawWorkingSet,
  fitSurvey,
  modelFor,
  type Notice,
  type RowSource,
  RowStore,
  type Survey,
  type SurveyOptions,
  surveyOnce,
  type Table,
  workingRows,
  workingTable,
} from "@xpal/data";
import { foldEntries } from "../../journal/answers.ts";
import { journalRows, readJournal } from "../../journal/journal.ts";
import type { Stages } from "../../terminal/progress.ts";
import { withoutIgnored } from "../column-options.ts";
import {
  allLabels,
  declaredClasses,
  labelColumnOf,
  modelSettings,
  type Project,
  recipeOptions,
} from "../open-project.ts";
import type { ProjectOptions } from "../project-options.ts";
import { readCosts, riskOf } from "../project-risk.ts";
import { settingsNotices } from "../settings.ts";
import { withEmptyColumn } from "../with-empty-column.ts";
import { withFound } from "../with-found.ts";

/** The reserve has this many times the rows of the working set, so that a renewed one has others. */
export const RESERVE = 3;
/** Rows of a working set if nothing is said of memory, and at most. */
export const WORKING = { default: 100_000, most: 1_000_000 };
/**
 * What is learned of the kernel: scales and column weights. How close together all rows lie takes the square of their number,
 * and each further view or metric compares all of them once more after every fit.
 */
const LEARNT: Omit<LearnedKernelOptions, "base"> = { localities: [0], views: ["given"], metrics: ["weights"] };
/** Labels after which the working set is drawn anew; then at twice as many, and so on. */
const FIRST_RENEWAL = 10;

/** Opens the project of a source. */
export async function openLargeProject(
  file: string,
  source: RowSource,
  options: ProjectOptions,
  stage: Stages,
): Promise<Project> {
  rejectOptions(options);
  const { labelColumn, isNew, recipe: given } = labelColumnOf(source, options);
  const rows = await workingRows(source, { ...WORKING, memory: options.memory });
  const survey = await surveyed(source, labelColumn, rows, options, stage);
  const answered = journalRows(file).filter((row) => row < source.rows);
  stage.begin("Preparing the columns");
  const known = await rowsWithAnswers(survey, source, answered, labelColumn, isNew);
  const journal = readJournal({ file, table: known, labelColumn, rows: source.rows });
  const answers = foldEntries(journal.entries);
  const costs = readCosts(options);
  const fitted =
    given === undefined
      ? fitSurvey(survey, {
          label: labelColumn,
          ...recipeOptions(options),
          ...withFileClasses(
            declaredClasses(known, labelColumn, answers, options, costs?.classes ?? []),
            options,
            survey,
          ),
        })
      : { recipe: withoutIgnored(given, survey.reserve, options), notices: [] };
  stage.begin("Drawing the working set");
  const renewal = renewalAt(answers.labels.size);
  const drawn = drawWorkingSet(fitted.recipe, survey.reserve, known, {
    ...{ rows, evaluation: 1, seed: options.seed, renewal },
  });
  const worked = workingTable(survey.reserve, known, drawn);
  const table = isNew ? withEmptyColumn(worked.table, labelColumn) : worked.table;
  const { risk, notices: costNotices } = riskOf(costs, fitted.recipe.label?.classes ?? [], table.rows, options);
  const settings = { ...modelSettings(fitted.recipe, options), ...risk };
  const model = modelFor(table, fitted.recipe, { ...settings, learned: LEARNT });
  const again = readJournal({ file, table, labelColumn, rows: source.rows });
  const answersAgain = foldEntries(again.entries);
  const labels = allLabels(file, table, model, answersAgain);
  const labelled = [...survey.labels.values()].reduce((sum, count) => sum + count, 0);
  return {
    ...{ file, table, labelColumn, recipe: fitted.recipe, model, labels },
    ...{ journal: again, answers: answersAgain },
    large: { rows: source.rows, labelled, survey },
    notices: [
      ...settingsNotices(options.settings),
      ...source.notices,
      ...fitted.notices,
      ...costNotices,
      ...samplingNotices(survey, table, drawn.regions, labelled, renewal),
    ],
  };
}

/** Classes that occur in the file count as declared too, unless all were given. */
function withFileClasses(
  { classes }: { readonly classes?: readonly string[] },
  options: ProjectOptions,
  { labels }: Survey,
): { classes?: readonly string[] } {
  if (classes === undefined) return {};
  return { classes: classes === options.classes ? classes : withFound(classes, labels.keys()) };
}

function rejectOptions(options: ProjectOptions): void {
  const given = (["embed", "embeddings", "labelCost"] as const).find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const flag = `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new XpalError("bad-argument", {
    who: "xpal",
    argument: flag,
    rule: "must not be given for a file that is read in pieces",
    wayOut: given === "labelCost" ? "take a part of the rows" : "write the vectors into a column of the Parquet file",
  });
}

/** The number of the draw: how often the labels have doubled. */
export function renewalAt(labels: number): number {
  return labels < FIRST_RENEWAL ? 0 : 1 + Math.floor(Math.log2(labels / FIRST_RENEWAL));
}

async function surveyed(
  source: RowSource,
  label: string,
  rows: number,
  { seed, classes }: ProjectOptions,
  stage: Stages,
): Promise<Survey> {
  const options = { label, seed, reserve: RESERVE * rows, ...(classes === undefined ? {} : { classes }) };
  return surveyShown(source, options, stage);
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

/** The labelled rows of the survey, and those that the journal speaks of; what is not in a sample is fetched. */
async function rowsWithAnswers(
  { reserve, labelled }: Survey,
  source: RowSource,
  answered: readonly number[],
  labelColumn: string,
  isNew: boolean,
): Promise<Table> {
  const inFile = new Set(labelled.numbers);
  const places = new Map(Array.from(reserve.numbers ?? [], (row, place) => [row, place]));
  const others = answered.filter((row) => !inFile.has(row));
  const missing = others.filter((row) => !places.has(row));
  const fetched = await source.at(missing);
  const store = new RowStore(source.columns, labelled.rows + others.length);
  const numbers: number[] = [];
  const put = (table: Table, row: number, number: number) => {
    store.put(numbers.length, table, row);
    numbers.push(number);
  };
  for (let row = 0; row < labelled.rows; row++) put(labelled, row, labelled.numbers?.[row] ?? row);
  for (const row of others) {
    const place = places.get(row);
    if (place === undefined) put(fetched, missing.indexOf(row), row);
    else put(reserve, place, row);
  }
  const table = store.table(numbers.length, { source: source.path, numbers: Uint32Array.from(numbers) });
  return isNew ? withEmptyColumn(table, labelColumn) : table;
}

/** What is exact and what is sampled. */
function samplingNotices(
  { rows, reserve, labelled: kept }: Survey,
  table: Table,
  regions: number,
  labelled: number,
  renewal: number,
): Notice[] {
  const how = regions === 0 ? "uniform" : `half of them uniform, half spread over ${regions} regions`;
  const sentences = [
    `read in pieces: counts, means, deviations, categories and classes are those of all ${rows} rows; medians, roles and the words of texts those of a sample of ${reserve.rows}`,
    `${table.rows} rows are candidates or labelled (draw ${renewal + 1}; ${how})`,
    ...(kept.rows < labelled ? [`of the ${labelled} labelled rows a sample of ${kept.rows} is learned from`] : []),
  ];
  return sentences.map((message) => ({ code: "sampled", message }));
}
