// Recipes that version 0.1.0 wrote make the same features of the same tables.
import { describe, expect, test } from "vitest";
import { fittedRecipe, recipeSays, stored } from "./openings.mjs";

interface Case {
  readonly table: string;
  readonly options: object;
  readonly recipe: object;
  readonly says: object;
  readonly fresh: object;
}

describe("a stored recipe", () => {
  test.each(stored<Case[]>("data/recipes.json"))("of $table with $options", async (one) => {
    const { table, options, recipe, says, fresh } = one;
    expect(await recipeSays(recipe, table)).toEqual(says);
    expect(await recipeSays(recipe, `new-${table}`)).toEqual(fresh);
    // Texts and vectors are fitted in another way since; their stored recipes go on as they were.
    if (!/texts|mixed|vectors/.test(table)) expect(await fittedRecipe(table, options)).toEqual(recipe);
  });
});
