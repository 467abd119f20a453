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

/** The groups of a recipe that have a column left; their kernels and directions are as fitted on all columns. */
export function groupsLeft({ groups }: Groups, leftOut: readonly string[]): Recipe["groups"] {
  return groups.flatMap((group) => {
    const encoders = group.encoders.filter((encoder) => {
      const names = comparedColumns({ groups: [{ ...group, encoders: [encoder] }] });
      return names.some((name) => !leftOut.includes(name));
    });
    return encoders.length === 0 ? [] : [{ ...group, encoders }];
  });
}
