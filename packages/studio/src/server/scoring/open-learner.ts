// A project's learner, without any label.
import { applyRecipe, featureColumns, learningFor, predictsByRidge, type Recipe, withoutColumns } from "@xpal/data";
import { Learner, matrixFrom, ridge, xpalAdaptive, xpalLearning } from "xpal";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { evaluationSample } from "./evaluation-sample.ts";
import type { ScorerSpec } from "./scoring-calls.ts";
import { tableFromBytes } from "./table-bytes.ts";

/** The recipe without the columns that are switched off. */
export function recipeInUse({ recipe, table, columns: { ignored } }: ScorerSpec): Recipe {
  return ignored.length === 0 ? recipe : withoutColumns(recipe, tableFromBytes(table), ignored);
}

/** Opens the learner of a project with one of the models; its recipe is the one in use. */
export function openLearner(spec: ScorerSpec, kind: ModelKind): Promise<Learner> {
  const { table, recipe, classes, seed, costs, columns } = spec;
  const { features, kernel } = applyRecipe({ ...recipe, label: null }, tableFromBytes(table));
  const byRidge = predictsByRidge(recipe);
  const sample = evaluationSample(features.rows, kind);
  return Learner.create({
    features,
    classes,
    seed,
    ...(costs === null ? {} : { lossMatrix: matrixFrom(costs) }),
    ...(kind === "learn" && byRidge ? { kernel, predictor: ridge() } : {}),
    ...(kind === "learn" && !byRidge
      ? xpalLearning({ base: kernel, ...learningFor(recipe), pinned: featureColumns(recipe, columns.pinned) })
      : {}),
    ...(kind === "adaptive" ? xpalAdaptive({ base: kernel }) : {}),
    ...(kind === "paper" ? { kernel } : {}),
    ...(sample === null ? {} : { evaluation: { sample, seed } }),
  });
}
