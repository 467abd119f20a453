// What a recipe is fitted with: the options of the command line, and the classes that are known besides those in the file.
import { labelText, type Table } from "@xpal/data";
import type { Answers } from "../journal/answers.ts";
import { ignoredRoles } from "./column-options.ts";
import type { ProjectOptions } from "./project-options.ts";
import { withFound } from "./with-found.ts";

/** The part of the options that a recipe is fitted with. */
export function recipeOptions({ kernel, bandwidth, role, ignore }: ProjectOptions) {
  return {
    ...(kernel === "learned" ? {} : { kernel }),
    ...(bandwidth === undefined ? {} : { bandwidth }),
    ...(role === undefined && !ignore ? {} : { roles: { ...role, ...ignoredRoles(ignore || []) } }),
  };
}

/**
 * Classes that only the journal, the settings, the costs or phrases know count as declared; those given on the command line are all.
 * @param found The labels of the file.
 * @param said The classes that costs and phrases name.
 */
export function declaredClasses(
  found: Iterable<string>,
  answers: Answers,
  { classes, settings }: ProjectOptions,
  said: readonly string[],
): { classes?: readonly string[] } {
  const remembered = settings?.used.includes("classes") === true;
  if (classes !== undefined && !remembered) return { classes };
  if (answers.labels.size === 0 && !remembered && said.length === 0) return {};
  return { classes: withFound([...new Set([...(classes ?? []), ...said])], answers.labels.values(), found) };
}

/** The labels of a file, as they are written in it. */
export function labelsIn(table: Table, labelColumn: string): Set<string> {
  const column = table.columns.find(({ name }) => name === labelColumn);
  const found = new Set<string>();
  for (let row = 0; row < table.rows; row++) {
    const text = column === undefined ? null : labelText(column, row);
    if (text !== null) found.add(text);
  }
  return found;
}
