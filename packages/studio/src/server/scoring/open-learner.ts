// A project's learner, without any label.

import { type Kernel, Learner, matrixFrom, ridge, type Strategy, strategyNamed, xpalLearned } from "@xpal/core";
import {
  applyRecipe,
  featureColumns,
  labelCostColumn,
  labelCostsOf,
  learningFor,
  predictsByRidge,
  type Recipe,
  withoutColumns,
} from "@xpal/data";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { columnsLeftOut } from "./columns-in-use.ts";
import { evaluationSample } from "./evaluation-sample.ts";
import type { ScorerSpec } from "./scoring-calls.ts";
import { tableFromBytes } from "./table-bytes.ts";

/**
 * Up to how many bytes the model of a project that servers share keeps what only saves time. By itself the engine would take
 * more with each answer, up to a quarter of the machine (decision 0386).
 */
const SHARED_KEEP_BYTES = 2 ** 29;

/** The recipe without the columns that are switched off or only say what labels cost. */
export function recipeInUse({ recipe, table: bytes, columns, labelCostRule }: ScorerSpec): Recipe {
  if (columns.ignored.length === 0 && labelCostRule === null) return recipe;
  const table = tableFromBytes(bytes);
  const cost = labelCostRule === null ? null : labelCostColumn(table, labelCostRule);
  return withoutColumns(recipe, table, columnsLeftOut(recipe, columns, cost));
}

/** Opens the learner of a project with one of the models; its recipe is the one in use. */
export function openLearner(spec: ScorerSpec, kind: ModelKind): Promise<Learner> {
  const { table, recipe, classes, seed, costs, measure, shared } = spec;
  const { features, kernel: base } = applyRecipe({ ...recipe, label: null }, tableFromBytes(table));
  const sample = evaluationSample(features.rows, kind, () => recipe);
  const kernel = kernelFor(spec, kind, base);
  return Learner.create({
    ...{ features, classes, seed, kernel, measure },
    strategy: strategyFor(spec, kernel),
    ...(costs === null ? {} : { lossMatrix: matrixFrom(costs) }),
    ...(byRidge(spec, kind) ? { predictor: ridge() } : {}),
    ...(sample === null ? {} : { evaluation: { sample, seed } }),
    ...(shared ? { engine: { keepWithin: SHARED_KEEP_BYTES } } : {}),
  });
}

/** Whether the model learns, and on these features it is the predictor that does. */
function byRidge({ recipe }: ScorerSpec, kind: ModelKind): boolean {
  return kind === "learn" && predictsByRidge(recipe);
}

function kernelFor(spec: ScorerSpec, kind: ModelKind, base: Kernel): Kernel {
  if (kind === "paper" || byRidge(spec, kind)) return base;
  const { recipe, columns } = spec;
  return xpalLearned({ base, ...learningFor(recipe), pinned: featureColumns(recipe, columns.pinned) }).kernel;
}

/** xPAL as it suits the kernel and the measure, by gain per cost where labels cost differently. */
function strategyFor({ table, measure, labelCostRule }: ScorerSpec, kernel: Kernel): Strategy {
  const { make, optionsFor } = strategyNamed("xpal");
  const options = optionsFor(kernel, measure);
  if (labelCostRule === null) return make(options);
  // Rows that were added later may lack a cost: they count as the mean of the others.
  const labelCosts = labelCostsOf("studio", tableFromBytes(table), labelCostRule, () => false);
  return make({ ...options, labelCosts });
}
