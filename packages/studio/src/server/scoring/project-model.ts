// The model of a project, as it is for every command on the same table and answers.
import { Learner, matrixFrom } from "@xpal/core";
import { labelCostColumn, learnerOptions, modelFor, type Recipe, type TableModel, withoutColumns } from "@xpal/data";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { columnsLeftOut } from "./columns-in-use.ts";
import type { ScorerSpec } from "./scoring-calls.ts";
import { tableFromBytes } from "./table-bytes.ts";

/** The recipe without the columns that are switched off or only say what labels cost. */
export function recipeInUse({ recipe, table: bytes, columns, labelCostRule }: ScorerSpec): Recipe {
  if (columns.ignored.length === 0 && labelCostRule === null) return recipe;
  const table = tableFromBytes(bytes);
  const cost = labelCostRule === null ? null : labelCostColumn(table, labelCostRule);
  return withoutColumns(recipe, table, columnsLeftOut(recipe, columns, cost));
}

/** The model of one of the kinds; the spec's recipe is the one in use. */
export function projectModel(spec: ScorerSpec, kind: ModelKind): TableModel {
  const { table, recipe, classes, seed, costs, measure, labelCostRule, columns } = spec;
  return modelFor(
    tableFromBytes(table),
    { ...recipe, label: null },
    {
      ...{ classes, seed, measure, pinned: columns.pinned },
      learns: kind === "learn",
      lossMatrix: costs === null ? undefined : matrixFrom(costs),
      labelCost: labelCostRule ?? undefined,
      isKnown: () => true, // rows that were added later may lack a cost: they count as the mean of the others
    },
  );
}

/** Opens the learner of a model, without any label. */
export function openLearner(model: TableModel, { keepBytes }: Pick<ScorerSpec, "keepBytes">): Promise<Learner> {
  return Learner.create({
    ...learnerOptions(model),
    engine: keepBytes === null ? undefined : { keepWithin: keepBytes },
  });
}
