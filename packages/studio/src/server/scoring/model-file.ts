// The model as a file, for `xpal predict` and for the library in a browser: the recipe, and a learner over the items that
// its predictions depend on. For a fixed kernel these are the labelled ones. The adaptive kernel also measures how close
// together all items of the pool lie, so all of them go along once it has learnt from that.
import { applyRecipe, type Recipe, takeRows } from "@xpal/data";
import { type Features, isAdaptive, type Kernel, Learner } from "xpal";
import { StudioError } from "../studio-error.ts";
import type { ScorerSpec } from "./scoring-calls.ts";
import { tableFromBytes } from "./table-bytes.ts";

/** A longer text is more than runtimes take as one string. */
const MOST_NUMBERS = 20_000_000;

/** The text of the file. */
export async function modelFileOf(spec: ScorerSpec, learner: Learner): Promise<string> {
  const { table, classes, seed } = spec;
  const recipe = recipeWith(spec.recipe, classes);
  const { labels, pool, strategy } = learner;
  if (labels.count < 2) throw new StudioError("bad-state", "a model needs at least two labelled items");
  const written = (of: Learner) => JSON.stringify({ format: "xpal-model", version: 1, recipe, learner: of.toJSON() });
  if (looksAtAll(pool.kernel, labels.count)) {
    if (numbersIn(pool.features) > MOST_NUMBERS) {
      const wayOut = "choose the paper's model under Settings, which needs the labelled items only";
      throw new StudioError("too-large", `the adaptive model of so many items does not fit one file; ${wayOut}`);
    }
    return written(learner);
  }
  const rows = labels.labelled.map(({ index }) => index);
  const { features } = applyRecipe({ ...recipe, label: null }, takeRows(tableFromBytes(table), Uint32Array.from(rows)));
  const known = labels.labelled.map(({ counts }, at) => [at, classes[counts.indexOf(1)]] as const);
  const small = await Learner.create({ features, kernel: pool.kernel, strategy, classes, seed, labels: known });
  const text = written(small);
  await small.close();
  return text;
}

/** The recipe with the classes of now: some may have come, gone or been renamed since it was fitted. */
function recipeWith(recipe: Recipe, classes: readonly string[]): Recipe {
  return recipe.label === null ? recipe : { ...recipe, label: { ...recipe.label, classes } };
}

/** Whether predictions depend on items without a label. */
function looksAtAll(kernel: Kernel, labels: number): boolean {
  if (isAdaptive(kernel)) return labels >= kernel.from && kernel.members.some(({ locality }) => locality !== 0);
  return kernel.stateAt !== undefined;
}

function numbersIn(features: Features): number {
  if ("groups" in features) return features.groups.reduce((sum, group) => sum + numbersIn(group), 0);
  return "data" in features ? features.data.length : 3 * features.values.length;
}
