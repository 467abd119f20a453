// `xpal inspect`: what the command makes of a file, before anything is learned from it.

import {
  applyRecipe,
  describeRecipe,
  fitRecipe,
  guessLabel,
  type LearnedColumns,
  modelFor,
  type Notice,
  type PoolData,
  type Recipe,
  summariseTable,
  type Table,
} from "@xpal/data";
import { checkOutputs } from "../project/check-outputs.ts";
import { pinnedColumns } from "../project/column-options.ts";
import { columnsLearnedFrom } from "../project/columns-learned-from.ts";
import { recipeOptions } from "../project/fitting-options.ts";
import { classCounts, neighbourCheck, neighbourWords } from "../project/inspection.ts";
import { isInFile } from "../project/is-in-file.ts";
import { learnedColumnsTable, learnedJson } from "../project/learned-columns-table.ts";
import { openProject, warningsOf } from "../project/open-project.ts";
import { openTable } from "../project/open-table.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { settingsNotices } from "../project/settings.ts";
import { examineLarge, largeJson, largeWords } from "../project/stream/inspect-large.ts";
import { withItemVectors } from "../project/with-item-vectors.ts";
import { amount } from "../terminal/amount.ts";
import { INK, painter } from "../terminal/paint.ts";
import { type Stages, stages } from "../terminal/progress.ts";
import { distinct } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../write-whole.ts";

/** What the options hold. */
export interface InspectOptions extends ProjectOptions {
  readonly writeRecipe?: string;
  readonly json?: true;
}

/** Says what a file holds and how it would be read. */
export async function inspect(file: string, options: InspectOptions, terminal: Terminal): Promise<void> {
  checkOutputs({ "--write-recipe": options.writeRecipe }, [file, options.costs, options.embeddings]);
  const stage = stages(terminal);
  if (await inspectLarge(file, options, terminal, stage)) return;
  const found = await examine(file, options, stage);
  stage.end();
  if (options.writeRecipe !== undefined) writeWhole(options.writeRecipe, `${JSON.stringify(found.recipe, null, 2)}\n`);
  if (options.json) terminal.out.write(`${JSON.stringify(asJson(found))}\n`);
  else terminal.out.write(`${inWords(file, found, terminal.out).join("\n")}\n`);
}

/** The same for a file that is read in pieces; false for any other. */
async function inspectLarge(
  file: string,
  options: InspectOptions,
  terminal: Terminal,
  stage: Stages,
): Promise<boolean> {
  const found = await examineLarge(file, options, stage);
  stage.end();
  if (found === undefined) return false;
  if (options.writeRecipe !== undefined) writeWhole(options.writeRecipe, `${JSON.stringify(found.recipe, null, 2)}\n`);
  const paint = painter(terminal.out.colour);
  const notes = distinct(found.notices).map((message) => `${paint(INK.warn, "note:")} ${message}`);
  const text = options.json ? JSON.stringify(largeJson(found)) : [...largeWords(file, found), ...notes].join("\n");
  terminal.out.write(`${text}\n`);
  return true;
}

interface Found {
  readonly table: Table;
  readonly recipe: Recipe;
  readonly pool: PoolData;
  /** Null without a label column. */
  readonly learned: LearnedColumns | null;
  readonly notices: readonly Notice[];
}

async function examine(file: string, options: InspectOptions, stage: Stages): Promise<Found> {
  if (options.label !== undefined || options.recipe !== undefined) return withLabel(file, options, stage);
  const read = await openTable(file, options);
  if (read.target !== undefined) return withLabel(file, options, stage);
  const table = await withItemVectors(file, read, options, stage);
  const fitted = fitRecipe(table, { label: null, ...recipeOptions(options) });
  const pool = applyRecipe(fitted.recipe, table);
  const said = [...settingsNotices(options.settings), ...table.notices, ...fitted.notices, ...pool.notices];
  return { table, recipe: fitted.recipe, pool, learned: null, notices: said };
}

/** A file with a label column; what the journal beside it knows counts too. */
async function withLabel(file: string, options: InspectOptions, stage: Stages): Promise<Found> {
  const project = await openProject(file, options, stage);
  const { table, recipe, notices, labels } = project;
  const pool = { ...project.model, labels };
  stage.begin("Weighing the columns");
  const isFixed = options.kernel === "auto"; // what it would learn is told all the same
  const model = isFixed ? modelFor(table, recipe, { pinned: pinnedColumns(recipe, options) }) : project.model;
  const learned = columnsLearnedFrom({ ...project, model });
  return { table, recipe, pool, learned, notices: [...notices, ...warningsOf(project)] };
}

function asJson({ table, recipe, pool, learned, notices }: Found) {
  const label = recipe.label?.column;
  return {
    rows: table.rows,
    columns: recipe.columns,
    ...(label === undefined ? {} : { classes: classCounts(pool).counts, unlabelled: classCounts(pool).unlabelled }),
    missing: Object.fromEntries(gaps(table, label)),
    duplicates: summariseTable(table, label === undefined ? [] : [label]).duplicates,
    kernels: recipe.groups.map(({ name, kernel }) => ({ group: name, ...kernel })),
    neighbours: label === undefined ? null : neighbourCheck(pool),
    learned: learned === null ? null : learnedJson(learned),
    notices,
    recipe,
  };
}

function inWords(file: string, found: Found, { columns, colour }: Terminal["out"]): string[] {
  const paint = painter(colour);
  const { table, recipe, pool, learned, notices } = found;
  const label = recipe.label?.column;
  const described = describeRecipe(recipe);
  const missing = gaps(table, label);
  const duplicates = summariseTable(table, label === undefined ? [] : [label]).duplicates.length;
  return [
    paint.bold(`${file}: ${amount(table.rows, "row")}, ${amount(table.columns.filter(isInFile).length, "column")}`),
    "",
    ...described.slice(0, -1).map((line) => `  ${line}`),
    "",
    ...(label === undefined ? [unnamedLabel(guessLabel(table))] : classLines(pool)),
    missing.length === 0 ? "No value is missing." : `Missing values: ${missingWords(missing)}.`,
    duplicates === 0
      ? "No row occurs twice."
      : `${duplicates} ${duplicates === 1 ? "row repeats" : "rows repeat"} an earlier one.`,
    capital(described[described.length - 1]),
    ...embeddingLines(recipe),
    ...(label === undefined ? [] : [neighbourWords(neighbourCheck(pool))]),
    ...(learned === null ? [] : learnedColumnsTable(learned, { columns, paint })),
    ...distinct(notices).map((message) => `${paint(INK.warn, "note:")} ${message}`),
  ];
}

function unnamedLabel(likely: string | null): string {
  const first = "No label column was named; --label counts the classes and checks the kernel.";
  return likely === null ? first : `${first} It may be --label ${JSON.stringify(likely)}.`;
}

function classLines(pool: PoolData): string[] {
  const { counts, unlabelled } = classCounts(pool);
  return [
    `Classes: ${counts.map(({ class: name, rows }) => `${name} ${rows}`).join(", ")}; ${amount(unlabelled, "row")} ${unlabelled === 1 ? "is" : "are"} unlabelled.`,
  ];
}

/** Where words or pixels are all that is compared, embeddings may tell more. */
function embeddingLines({ groups }: Recipe): string[] {
  const encoders = groups.flatMap((group) => group.encoders);
  if (encoders.some((one) => one.kind === "vector" && one.images === undefined)) return [];
  const made = encoders.flatMap((one) =>
    one.kind === "lsa" || one.kind === "tf-idf" ? ["texts"] : hasImages(one) ? ["images"] : [],
  );
  if (made.length === 0) return [];
  return [
    `Embeddings may tell more about the ${[...new Set(made)].join(" and ")}: --embeddings FILE reads them, --embed MODEL computes them here.`,
  ];
}

function hasImages(encoder: Recipe["groups"][number]["encoders"][number]): boolean {
  return encoder.kind === "vector" && encoder.images !== undefined;
}

/** The columns with missing values, the label column left out. */
function gaps(table: Table, label: string | undefined): [name: string, count: number][] {
  return summariseTable(table)
    .columns.filter(({ name, missing }) => name !== label && missing > 0)
    .map(({ name, missing }) => [name, missing]);
}

/** The columns with most missing values; the JSON output has all of them. */
function missingWords(missing: readonly (readonly [name: string, count: number])[]): string {
  const shown =
    missing.length <= MAX_NAMED ? missing : [...missing].sort((a, b) => b[1] - a[1]).slice(0, MAX_NAMED - 1);
  const rest = missing.length - shown.length;
  const listed = shown.map(([name, count]) => `${name} ${count}`).join(", ");
  return rest === 0 ? listed : `${listed} and ${rest} more columns`;
}

const MAX_NAMED = 12;

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
