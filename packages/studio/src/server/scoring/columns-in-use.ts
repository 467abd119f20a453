// Which columns items are compared by: those of the recipe, less what was switched off. A column that says what labels cost is
// about the work and no feature, unless it is pinned or the only one.
import { comparedColumns, type Recipe } from "@xpal/data";
import type { ScorerSpec } from "./scoring-calls.ts";

type Groups = Pick<Recipe, "groups">;

/** The columns that are left out; `cost` is the one that says what labels cost, or null. */
export function columnsLeftOut(recipe: Groups, columns: ScorerSpec["columns"], cost: string | null): string[] {
  const left = comparedColumns(recipe).filter((name) => !columns.ignored.includes(name));
  const isLeftOut = cost !== null && left.includes(cost) && left.length > 1 && !columns.pinned.includes(cost);
  return [...columns.ignored, ...(isLeftOut ? [cost] : [])];
}
