// The words that speak for each class, as lines for people.
import { wordEvidence } from "@xpal/data";
import type { Project } from "./open-project.ts";
import { rowPlace } from "./row-words.ts";
import type { RowSuggestion } from "./suggestions.ts";

const PER_CLASS = 3;

/** One line for each class that has such words, then one for each suggested row; a single line if no class has any. */
export function speakingWords(project: Project, suggestions: readonly RowSuggestion[]): string[] {
  const { recipe, table, labels, model } = project;
  const evidence = wordEvidence(recipe, table, labels);
  if (evidence === null) return ["No words can be named: there is no text column, or no text is labelled."];
  const classes = model.classes.flatMap((name, y) => lineOf(name, evidence.forClass(y, PER_CLASS)));
  const rows = suggestions.flatMap(({ row, predicted }) =>
    lineOf(predicted, evidence.inRow(row, model.classes.indexOf(predicted), PER_CLASS), ` in ${rowPlace(table, row)}`),
  );
  const lines = [...classes, ...rows];
  return lines.length > 0 ? lines : ["No word speaks for a class yet; more labels will tell."];
}

function lineOf(name: string, words: readonly string[], where = ""): string[] {
  if (words.length === 0) return [];
  return [`${words.join(", ")}${where} ${words.length === 1 ? "speaks" : "speak"} for ${name}.`];
}
