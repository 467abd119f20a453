// What a program is told of an item: the columns that the model uses, the classes with their descriptions, the guidelines.
import { type AnnotationQuestion, cellText } from "@xpal/data";
import { liveClasses } from "../../protocol/classes.ts";
import type { OpenProject } from "../projects/open-project.ts";
import { StudioError } from "../studio-error.ts";

/** Makes the question about each item. */
export function programQuestions({ about, state, table }: OpenProject): (item: number) => AnnotationQuestion {
  const { recipe, truth } = about;
  const readable = recipe.columns.filter(({ role }) => ["numeric", "categorical", "text"].includes(role));
  const names = new Set(readable.map(({ name }) => name));
  const columns = table.columns.filter(
    ({ name }) => names.has(name) && name !== truth && name !== recipe.label?.column,
  );
  if (columns.length === 0) {
    const rule = "a program is not sent images or vectors";
    throw new StudioError("bad-argument", `the project must have a column of texts, words or numbers: ${rule}`);
  }
  const classes = liveClasses(state).map(({ name, text }) => ({
    name,
    ...(text === "" ? {} : { description: text }),
  }));
  const { guidelines = "" } = state.settings;
  return (item) => ({
    classes,
    ...(guidelines === "" ? {} : { guidelines }),
    item: Object.fromEntries(columns.map((column) => [column.name, cellText(column, item) ?? ""])),
  });
}
