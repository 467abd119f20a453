// What was learnt from the labelled rows of a file: the recipe and a learner over these rows alone, which is all that
// a prediction depends on, unless the kernel learns how dense the rows lie: then the features of all rows are kept.
import { applyRecipe, type Recipe, recipeFromJSON, type Table, takeRows, UNLABELLED } from "@xpal/data";
import { isAdaptive, type Kernel, Learner, type LearnerJSON, XpalError } from "xpal";
import type { Project } from "../open-project.ts";
import { strategyOf } from "../strategies.ts";

/** A trained model. */
export interface Model {
  readonly recipe: Recipe;
  readonly learner: Learner;
}

/** A model as written to a file. */
export interface ModelJSON {
  readonly format: "xpal-model";
  readonly version: 1;
  readonly recipe: Recipe;
  readonly learner: LearnerJSON;
}

/**
 * The model of a project's labelled rows.
 * @throws XpalError if fewer than two rows are labelled.
 */
export async function trainModel({ table, recipe, pool, labels, labelColumn }: Project, seed: number): Promise<Model> {
  const rows = Uint32Array.from(labels.keys()).filter((row) => labels[row] !== UNLABELLED);
  if (rows.length < 2) {
    throw new XpalError("bad-argument", {
      who: "trainModel",
      argument: `column ${JSON.stringify(labelColumn)}`,
      rule: "must have at least two labelled rows to predict from",
      value: rows.length,
      wayOut: "xpal label asks for the most useful ones",
    });
  }
  const { kernel, classes } = pool;
  const keepsAll = looksAtAllRows(kernel);
  const { features } = keepsAll ? pool : applyRecipe(recipe, withoutColumn(takeRows(table, rows), labelColumn));
  const known = Array.from(rows, (row, i): [number, string] => [keepsAll ? row : i, classes[labels[row]]]);
  const strategy = strategyOf("strategy", "xpal").make(kernel);
  const learner = await Learner.create({ features, kernel, classes, labels: known, strategy, seed });
  return { recipe, learner };
}

/** A model as JSON. */
export function modelToJSON({ recipe, learner }: Model): ModelJSON {
  return { format: "xpal-model", version: 1, recipe, learner: learner.toJSON() };
}

/**
 * The model that `modelToJSON` wrote.
 * @throws XpalError if it is none, or of another version.
 */
export async function modelFromJSON(json: unknown, file: string): Promise<Model> {
  const { format, version, recipe, learner } = json as Partial<ModelJSON>;
  if (format !== "xpal-model" || version !== 1) {
    throw new XpalError("bad-argument", {
      who: "modelFromJSON",
      argument: file,
      rule: 'must say format "xpal-model", version 1',
      value: `${format}, ${version}`,
    });
  }
  return { recipe: recipeFromJSON(recipe), learner: await Learner.fromJSON(learner as LearnerJSON) };
}

/** Whether similarities of labelled rows depend on the unlabelled ones: a learnt locality is measured on the whole pool. */
function looksAtAllRows(kernel: Kernel): boolean {
  if (!isAdaptive(kernel)) return kernel.stateAt !== undefined; // views and metrics are those of the whole pool
  return kernel.members.some(({ locality }) => locality !== 0);
}

function withoutColumn(table: Table, name: string): Table {
  return { ...table, columns: table.columns.filter((column) => column.name !== name) };
}
