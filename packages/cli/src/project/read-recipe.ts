// A recipe that was written to a file, to be applied as it is: roles, encoders, classes and kernels are all in it.
import { readFileSync } from "node:fs";
import { XpalError } from "@xpal/core";
import { type Recipe, recipeFromJSON } from "@xpal/data";
import type { ProjectOptions } from "./project-options.ts";

/**
 * The recipe in a file, for a file with labels.
 * @throws XpalError if the file is not a recipe, the recipe has no label column, or an option contradicts it.
 */
export function readRecipe(path: string, { kernel, label }: Pick<ProjectOptions, "kernel" | "label">): Recipe {
  const recipe = recipeFromJSON(parse(path));
  if (recipe.label === null) {
    reject(path, "must have a label column", "write it again with xpal inspect --label COLUMN --write-recipe FILE");
  }
  if (label !== undefined && label !== recipe.label.column) {
    reject(
      "--label",
      `must be ${JSON.stringify(recipe.label.column)} as in ${path}`,
      "leave one of the two out",
      label,
    );
  }
  if (kernel !== "learned" && kernel !== "auto") {
    reject("--kernel", "must be learned or auto with a recipe, which has its own", undefined, kernel);
  }
  return recipe;
}

function parse(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const rule = code === "ENOENT" ? "must exist" : `must be readable, but reading it failed with ${code}`;
    reject("--recipe", rule, "xpal inspect FILE --write-recipe RECIPE writes one", path);
  }
  try {
    return JSON.parse(text);
  } catch {
    reject("--recipe", "must be a recipe as JSON", "xpal inspect FILE --write-recipe RECIPE writes one", path);
  }
}

function reject(argument: string, rule: string, wayOut?: string, value?: string): never {
  throw new XpalError("bad-argument", {
    who: "readRecipe",
    argument,
    rule,
    ...(value === undefined ? {} : { value }),
    ...(wayOut === undefined ? {} : { wayOut }),
  });
}
