// A project's learner, without any label.
import { applyRecipe } from "@xpal/data";
import { Learner, matrixFrom, xpalAdaptive, xpalLearning } from "xpal";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { evaluationSample } from "./evaluation-sample.ts";
import type { ScorerSpec } from "./scoring-calls.ts";
import { tableFromBytes } from "./table-bytes.ts";

/** Opens the learner of a project with one of the models. */
export function openLearner({ table, recipe, classes, seed, costs }: ScorerSpec, kind: ModelKind): Promise<Learner> {
  const { features, kernel } = applyRecipe({ ...recipe, label: null }, tableFromBytes(table));
  const sample = evaluationSample(features.rows, kind);
  return Learner.create({
    features,
    classes,
    seed,
    ...(costs === null ? {} : { lossMatrix: matrixFrom(costs) }),
    ...(kind === "learn" ? xpalLearning({ base: kernel }) : {}),
    ...(kind === "adaptive" ? xpalAdaptive({ base: kernel }) : {}),
    ...(kind === "paper" ? { kernel } : {}),
    ...(sample === null ? {} : { evaluation: { sample, seed } }),
  });
}
