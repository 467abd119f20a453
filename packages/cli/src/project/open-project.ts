// A file with its labels, ready to learn from: the table, the recipe, and every answer that is known, from the label
// column and from the journal beside the file.
import { existsSync } from "node:fs";
import { describeSample, Learner, XpalError } from "@xpal/core";
import {
  fileWarnings,
  fitRecipe,
  guessLabel,
  labelCostColumn,
  learnerOptions,
  type ModelSettings,
  modelFor,
  type Notice,
  type Recipe,
  type Table,
  type TableModel,
  UNLABELLED,
} from "@xpal/data";
import { type Answers, foldEntries } from "../journal/answers.ts";
import { journalPath, type ReadJournal, readJournal } from "../journal/journal.ts";
import type { Stages } from "../terminal/progress.ts";
import { phrasesOf, withPhrases } from "./class-phrases.ts";
import { pinnedColumns, withoutIgnored } from "./column-options.ts";
import { engineOptions } from "./engine-options.ts";
import { declaredClasses, labelsIn, recipeOptions } from "./fitting-options.ts";
import { labelColumnOf, namedLabel } from "./label-column.ts";
import { labelledInOrder } from "./labelled-in-order.ts";
import { openLarge, openTable } from "./open-table.ts";
import type { ProjectOptions } from "./project-options.ts";
import { questionSeconds, readCosts, riskOf } from "./project-risk.ts";
import { rowPlace } from "./row-words.ts";
import { settingsNotices } from "./settings.ts";
import { checkStrategyFits } from "./strategy-option.ts";
import { type LargeFile, openSample } from "./stream/open-sample.ts";
import { withEmptyColumn } from "./with-empty-column.ts";
import { classOf } from "./with-found.ts";
import { withItemVectors } from "./with-item-vectors.ts";

/** A file that is being labelled. */
export interface Project {
  readonly file: string;
  readonly table: Table;
  readonly labelColumn: string;
  readonly recipe: Recipe;
  readonly model: TableModel;
  /** The class index of each row, from the column or the journal; -1 for a row without a label. */
  readonly labels: Int32Array;
  /** The journal as it was read, and the answers that follow from it. */
  readonly journal: ReadJournal;
  readonly answers: Answers;
  readonly notices: readonly Notice[];
  /** Where the file is larger than memory: the table is a sample then, and this says of what. */
  readonly large?: LargeFile;
}

/**
 * Opens a file for labelling.
 * @throws XpalError if the file cannot be read, the label column is missing or has fewer than two classes, or the
 * journal contradicts the column.
 */
export async function openProject(file: string, options: ProjectOptions, stage: Stages): Promise<Project> {
  stage.begin(`Reading ${file}`);
  const source = await openLarge(file, options, namedLabel(options));
  if (source === undefined) return projectOf(file, await openWhole(file, options, stage), options);
  try {
    return projectOf(file, await openSample(file, source, options, stage), options);
  } finally {
    source.close();
  }
}

/** A table to learn from, whole or a sample, and how it is compared. */
interface Opened {
  readonly table: Table;
  readonly labelColumn: string;
  readonly recipe: Recipe;
  readonly notices: readonly Notice[];
  readonly journal?: ReadJournal;
  readonly large?: LargeFile;
}

function projectOf(file: string, opened: Opened, options: ProjectOptions): Project {
  const { table, labelColumn, recipe, large } = opened;
  const journal = opened.journal ?? readJournal({ file, table, labelColumn, rows: large?.rows });
  const answers = foldEntries(journal.entries);
  const { risk, notices } = riskOf(readCosts(options), recipe.label?.classes ?? [], table.rows, options);
  const model = modelFor(table, recipe, {
    ...modelSettings(recipe, options),
    ...risk,
    labelCost: options.labelCost,
    isKnown: (row) => answers.labels.has(row),
  });
  return {
    ...{ file, table, labelColumn, recipe, model, journal, answers, large },
    labels: allLabels(file, table, model, answers),
    notices: [...settingsNotices(options.settings), ...opened.notices, ...model.notices, ...notices].filter(
      // labelling starts with an empty label column
      ({ code, column }) => code !== "empty-column" || column !== labelColumn,
    ),
  };
}

async function openWhole(file: string, options: ProjectOptions, stage: Stages): Promise<Opened> {
  const { table: read, labelColumn, recipe: given } = await openLabelled(file, options);
  const table = await withItemVectors(file, read, { ...options, label: labelColumn }, stage, given);
  stage.begin("Preparing the columns");
  const journal = readJournal({ file, table, labelColumn });
  const phrases = await phrasesOf(options);
  const said = [...(readCosts(options)?.classes ?? []), ...Object.keys(phrases)];
  const { recipe, notices } =
    given !== undefined
      ? { recipe: withoutIgnored(given, table, options), notices: [] }
      : fitRecipe(table, {
          label: labelColumn,
          ...recipeOptions(withoutLabelCost(options, table)),
          ...declaredClasses(labelsIn(table, labelColumn), foldEntries(journal.entries), options, said),
        });
  return {
    ...{ table, labelColumn, journal },
    recipe: await withPhrases(recipe, phrases, options, stage),
    notices: [...table.notices, ...notices],
  };
}

/**
 * What the options say of a model.
 * @throws XpalError if a column to pin is not compared, or labels have costs and the strategy does not look at them.
 */
function modelSettings(recipe: Recipe, options: ProjectOptions): ModelSettings {
  const { strategy, labelCost, seed, exact, kernel } = options;
  if (labelCost !== undefined && strategy !== undefined && strategy !== "xpal") rejectLabelCost(strategy);
  return { seed, exact, strategy, learns: kernel === "learned", pinned: pinnedColumns(recipe, options) };
}

function rejectLabelCost(strategy: string): never {
  throw new XpalError("bad-argument", {
    who: "xpal",
    argument: "--label-cost",
    rule: "must go with --strategy xpal, whose score is a gain",
    value: strategy,
  });
}

/** A column that says what a label costs is no feature of its row, unless it was said to be one. */
function withoutLabelCost(options: ProjectOptions, table: Table): ProjectOptions {
  const { labelCost, role } = options;
  const column = labelCost === undefined ? null : labelCostColumn(table, labelCost);
  return column === null ? options : { ...options, role: { [column]: "ignored", ...role } };
}

/** The table and the name of its label column, and the recipe to apply where one is given. */
export async function openLabelled(
  file: string,
  options: ProjectOptions,
): Promise<{ table: Table; labelColumn: string; recipe?: Recipe }> {
  checkRememberedVectors(options);
  const table = await openTable(file, options, { label: namedLabel(options) });
  const { labelColumn, isNew, recipe } = labelColumnOf(table, options, () => guessLabel(table));
  const labelled = isNew ? withEmptyColumn(table, labelColumn) : table;
  return { table: labelled, labelColumn, recipe };
}

/** Rejects vectors that only the settings name and that are gone, in words that say who named them. */
function checkRememberedVectors({ embeddings, settings }: ProjectOptions): void {
  if (embeddings === undefined || !settings?.used.includes("embeddings") || existsSync(embeddings)) return;
  throw new XpalError("bad-argument", {
    who: "xpal",
    argument: `the file of --embeddings that ${settings.path} remembers`,
    rule: "must exist",
    value: embeddings,
    wayOut: "put it back, name it with --embeddings, or give --no-remembered to do without it",
  });
}

/** What may spoil a result, said before anything is learned. */
export function warningsOf({ table, recipe, labels, model }: Project): Notice[] {
  return fileWarnings({ table, recipe, labels, classes: model.classes, isBalanced: model.measure === "balanced" });
}

/** A learner that knows all labels of a project. */
export async function learnerOf(
  project: Project,
  options: ProjectOptions,
  stage: Stages,
  { once = false }: { readonly once?: boolean } = {},
): Promise<Learner> {
  const { model, table } = project;
  checkStrategyFits(model.strategy, model.features);
  const seconds = Math.round(questionSeconds(model, model.classes.length, table.rows));
  const slow = `; by costs or balanced, with so many classes, a question takes about ${seconds} s`;
  stage.begin(`Comparing ${table.rows} rows${seconds < 5 ? "" : slow}`);
  const learner = await Learner.create({
    ...learnerOptions(model),
    labels: labelledInOrder(project).map((row): [number, string] => [row, model.classes[project.labels[row]]]),
    engine: engineOptions(options, once),
  });
  for (const row of project.answers.skipped) if (project.labels[row] === UNLABELLED) await learner.skip(row);
  return learner;
}

/** What there is to say about a project, and what of a large one is compared. */
export function noticesOf({ notices }: Project, { pool }: Learner): Notice[] {
  const sampled = describeSample(pool);
  return sampled === null ? [...notices] : [...notices, { code: "sampled", message: sampled }];
}

function allLabels(file: string, table: Table, model: TableModel, answers: Answers): Int32Array {
  const labels = model.labels.slice();
  for (const [row, name] of answers.labels) {
    const answer = model.classes.indexOf(classOf(name, model.classes));
    if (answer < 0) rejectAnswer(file, table, row, `is ${JSON.stringify(name)}, which is not among the classes`);
    if (labels[row] !== UNLABELLED && labels[row] !== answer) {
      rejectAnswer(
        file,
        table,
        row,
        `is ${JSON.stringify(name)}, and the file says ${JSON.stringify(model.classes[labels[row]])}`,
      );
    }
    labels[row] = answer;
  }
  return labels;
}

function rejectAnswer(file: string, table: Table, row: number, found: string): never {
  throw new XpalError("bad-argument", {
    who: "openProject",
    argument: `the answer for ${rowPlace(table, row)} in ${journalPath(file)}`,
    rule: `must fit the file, but it ${found}`,
    wayOut: "correct one of the two",
  });
}
