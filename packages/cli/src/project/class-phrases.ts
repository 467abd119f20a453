// What the options say of the classes before anything is labelled: a phrase for each.
import { XpalError } from "@xpal/core";
import { type Column, cellText, type Recipe, readTable, withClassPhrases } from "@xpal/data";
import type { Stages } from "../terminal/progress.ts";
import type { ProjectOptions } from "./project-options.ts";

/** The phrases of `--phrases` and `--phrase`, which takes precedence. */
export async function phrasesOf({ phrases, phrase }: ProjectOptions): Promise<Readonly<Record<string, string>>> {
  return { ...(phrases === undefined ? {} : await readPhrases(phrases)), ...phrase };
}

async function readPhrases(file: string): Promise<Record<string, string>> {
  const { columns, rows } = await readTable(file);
  const [classes, texts] = ["class", "phrase"].map((name) => columns.find((column) => column.name === name));
  if (classes === undefined || texts === undefined) {
    throw new XpalError("bad-argument", {
      who: "xpal",
      argument: `${file}, the file of --phrases,`,
      rule: "must have the columns class and phrase",
      value: columns.map(({ name }) => name).join(", "),
    });
  }
  const cell = (column: Column, row: number) => cellText(column, row) ?? "";
  return Object.fromEntries(Array.from({ length: rows }, (_, row) => [cell(classes, row), cell(texts, row)]));
}

/** A recipe with the points of phrases, or of classes' names; a model that does not learn leaves them alone. */
export async function withPhrases(
  recipe: Recipe,
  phrases: Readonly<Record<string, string>>,
  options: ProjectOptions,
  stage: Stages,
): Promise<Recipe> {
  const isFitted = options.recipe !== undefined && Object.keys(phrases).length === 0; // it has its own
  if (isFitted) return recipe;
  stage.begin("Reading the phrases of the classes");
  return withClassPhrases(recipe, { phrases });
}
