// A file with its labels, ready to learn from: the table, the recipe, and every answer that is known, from the label
// column and from the journal beside the file.
import { existsSync } from "node:fs";
import { describeSample, Learner, XpalError } from "@xpal/core";
import {
  fileWarnings,
  fitRecipe,
  guessLabel,
  labelCostColumn,
  labelText,
  learnerOptions,
  type ModelSettings,
  modelFor,
  type Notice,
  nearestName,
  type Recipe,
  type Survey,
  type Table,
  type TableModel,
  UNLABELLED,
} from "@xpal/data";
import { type Answers, foldEntries } from "../journal/answers.ts";
import { journalPath, type ReadJournal, readJournal } from "../journal/journal.ts";
import type { Stages } from "../terminal/progress.ts";
import { phrasesOf, withPhrases } from "./class-phrases.ts";
import { checkColumnOptions, columnList, ignoredRoles, pinnedColumns, withoutIgnored } from "./column-options.ts";
import { engineOptions } from "./engine-options.ts";
import { labelledInOrder } from "./labelled-in-order.ts";
import { openLarge, openTable } from "./open-table.ts";
import type { ProjectOptions } from "./project-options.ts";
import { questionSeconds, readCosts, riskOf } from "./project-risk.ts";
import { readRecipe } from "./read-recipe.ts";
import { rowPlace } from "./row-words.ts";
import { settingsNotices } from "./settings.ts";
import { checkStrategyFits } from "./strategy-option.ts";
import { openLargeProject } from "./stream/open-large-project.ts";
import { withEmptyColumn } from "./with-empty-column.ts";
import { classOf, withFound } from "./with-found.ts";
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
  /** Where the file is read in pieces: the table is a working set then, and this says of what. */
  readonly large?: LargeFile;
}

/** A file of which only a working set is in memory. */
interface LargeFile {
  /** How many rows the file has, and how many of them have a label in it. */
  readonly rows: number;
  readonly labelled: number;
  readonly survey: Survey;
}

/**
 * Opens a file for labelling.
 * @throws XpalError if the file cannot be read, the label column is missing or has fewer than two classes, or the
 * journal contradicts the column.
 */
export async function openProject(file: string, options: ProjectOptions, stage: Stages): Promise<Project> {
  stage.begin(`Reading ${file}`);
  const source = await openLarge(file, options, namedLabel(options));
  if (source !== undefined) {
    try {
      return await openLargeProject(file, source, options, stage);
    } finally {
      source.close();
    }
  }
  const { table: read, labelColumn, recipe } = await openLabelled(file, options);
  const table = await withItemVectors(file, read, { ...options, label: labelColumn }, stage, recipe);
  stage.begin("Preparing the columns");
  const journal = readJournal({ file, table, labelColumn });
  const answers = foldEntries(journal.entries);
  const costs = readCosts(options);
  const phrases = await phrasesOf(options);
  const said = [...(costs?.classes ?? []), ...Object.keys(phrases)];
  const made =
    recipe === undefined
      ? fitRecipe(table, {
          label: labelColumn,
          ...recipeOptions(withoutLabelCost(options, table)),
          ...declaredClasses(table, labelColumn, answers, options, said),
        })
      : { recipe: withoutIgnored(recipe, table, options), notices: [] };
  const fitted = { ...made, recipe: await withPhrases(made.recipe, phrases, options, stage) };
  const { risk, notices: costNotices } = riskOf(costs, fitted.recipe.label?.classes ?? [], table.rows, options);
  const model = modelFor(table, fitted.recipe, {
    ...modelSettings(fitted.recipe, options),
    ...risk,
    labelCost: options.labelCost,
    isKnown: (row) => answers.labels.has(row),
  });
  const labels = allLabels(file, table, model, answers);
  return {
    file,
    table,
    labelColumn,
    recipe: fitted.recipe,
    model,
    labels,
    journal,
    answers,
    notices: [
      ...settingsNotices(options.settings),
      ...table.notices,
      ...fitted.notices,
      ...model.notices,
      ...costNotices,
    ].filter(
      // labelling starts with an empty label column
      ({ code, column }) => code !== "empty-column" || column !== labelColumn,
    ),
  };
}

/**
 * What the options say of a model.
 * @throws XpalError if a column to pin is not compared, or labels have costs and the strategy does not look at them.
 */
export function modelSettings(recipe: Recipe, options: ProjectOptions): ModelSettings {
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
  return { table: labelled, labelColumn, ...(recipe === undefined ? {} : { recipe }) };
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

/** The label column that the options or their recipe name, if they do. */
export function namedLabel(options: ProjectOptions): string | undefined {
  if (options.label !== undefined || options.recipe === undefined) return options.label;
  return readRecipe(options.recipe, options).label?.column;
}

/** The name of the label column, whether it has yet to be added, and the recipe to apply where one is given. */
export function labelColumnOf(
  table: {
    readonly columns: readonly { readonly name: string }[];
    readonly notices: readonly Notice[];
    readonly target?: string;
  },
  options: ProjectOptions,
  guess: () => string | null = () => null,
): { labelColumn: string; isNew: boolean; recipe?: Recipe } {
  const names = table.columns.map(({ name }) => name);
  const recipe = options.recipe === undefined ? undefined : readRecipe(options.recipe, options);
  const labelColumn = options.label ?? recipe?.label?.column ?? table.target;
  if (labelColumn === undefined || labelColumn === "") {
    const likely = guess();
    throw new XpalError("bad-argument", {
      who: "xpal",
      argument: "--label",
      rule: "must name the column that holds the labels",
      wayOut: `${likely === null ? "" : `that may be ${JSON.stringify(likely)}; `}its columns are ${columnList(names)}; --new-label adds another one`,
    });
  }
  checkColumnOptions(names, labelColumn, options);
  const isThere = names.includes(labelColumn);
  const { remembered } = options.settings ?? {};
  const mayBeNew = recipe !== undefined || (remembered?.newLabel === true && remembered.label === labelColumn);
  if (!options.newLabel && !isThere && !mayBeNew) rejectLabelColumn(labelColumn, names, table.notices);
  const isNew = options.newLabel === true || !isThere;
  return { labelColumn, isNew, ...(recipe === undefined ? {} : { recipe }) };
}

/** Where the column may be instead: in a first line that was taken for data, or on another sheet. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "no-header": "--header takes its first line for the names",
  "other-sheets": "--sheet names another sheet",
};

function rejectLabelColumn(labelColumn: string, names: readonly string[], notices: readonly Notice[]): never {
  const elsewhere = notices.find(({ code }) => code in ELSEWHERE);
  const near = nearestName(labelColumn, names);
  const columns = `its columns are ${columnList(names)}`;
  const read =
    elsewhere === undefined
      ? columns
      : `${columns}, since ${elsewhere.message.split(";")[0]}; ${ELSEWHERE[elsewhere.code]}`;
  const found = near === undefined || elsewhere !== undefined ? read : `did you mean ${JSON.stringify(near)}?`;
  throw new XpalError("bad-argument", {
    who: "openProject",
    argument: `column ${JSON.stringify(labelColumn)}`,
    rule: "must be a column of the table",
    wayOut: `${found} --new-label adds a column of this name`.replace(/([^?]) --new/, "$1; --new"),
  });
}

/** The part of the options that a recipe is fitted with. */
export function recipeOptions({ kernel, bandwidth, role, ignore }: ProjectOptions) {
  return {
    ...(kernel === "learned" ? {} : { kernel }),
    ...(bandwidth === undefined ? {} : { bandwidth }),
    ...(role === undefined && !ignore ? {} : { roles: { ...role, ...ignoredRoles(ignore || []) } }),
  };
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

/** Classes that only the journal, the settings or the costs know count as declared; those given on the command line are all. */
export function declaredClasses(
  table: Table,
  labelColumn: string,
  answers: Answers,
  { classes, settings }: ProjectOptions,
  said: readonly string[],
) {
  const remembered = settings?.used.includes("classes") === true;
  if (classes !== undefined && !remembered) return { classes };
  if (answers.labels.size === 0 && !remembered && said.length === 0) return {};
  const known = new Set([...(classes ?? []), ...said, ...answers.labels.values()]);
  const column = table.columns.find(({ name }) => name === labelColumn);
  const found = new Set<string>();
  for (let row = 0; row < table.rows; row++) {
    const text = column === undefined ? null : labelText(column, row);
    if (text !== null) found.add(text);
  }
  return { classes: withFound([...known], found) };
}

export function allLabels(file: string, table: Table, model: TableModel, answers: Answers): Int32Array {
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
