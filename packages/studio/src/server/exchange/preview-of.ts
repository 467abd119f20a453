// What a table would become: columns with their inferred roles, the likely label column, classes, duplicates.
import {
  applyRecipe,
  type Column,
  cellText,
  fileWarnings,
  fitRecipe,
  labelClasses,
  labelCount,
  type Recipe,
  summariseTable,
  type Table,
} from "@xpal/data";
import type { ImportPreview } from "../../protocol/import-messages.ts";
import { dateAsWritten } from "../projects/date-as-written.ts";
import { inferPixels } from "../projects/infer-view.ts";
import { ownColumns, withoutOwn } from "./own-columns.ts";
import { likelyLabel, ownClasses } from "./own-label.ts";
import { pageWords } from "./page-words.ts";
import { plainMessage } from "./plain-message.ts";

const SAMPLES = 4;

/** The preview of a table as it was read; `label` overrules the guess where there is such a column, null for none. */
export function previewOf(
  id: string,
  name: string,
  read: Table,
  label?: string | null,
): Omit<ImportPreview, "reading" | "trouble" | "folders" | "readable"> {
  const table = withoutOwn(read, ownColumns(read));
  const isThere = label === null || table.columns.some((column) => column.name === label); // not if it is read otherwise now
  const chosen = label !== undefined && isThere ? label : likelyLabel(read);
  const known = chosen === null ? [] : ownClasses(read, chosen);
  const classes = chosen === null ? [] : labelClasses(table, chosen, known);
  const { recipe, notices } = fit(table, chosen, classes, known.length > 0);
  const roles = new Map(recipe?.columns.map((column) => [column.name, column]));
  const summary = summariseTable(table, chosen === null ? [] : [chosen]);
  const numbers = recipe?.columns.filter(({ role }) => role === "numeric").map((column) => column.name) ?? [];
  return {
    import: id,
    name,
    rows: table.rows,
    columns: table.columns.flatMap((column, at) => {
      if (isEmbedded(column)) return []; // what a model makes of a column is no column that people know
      const { role, reason } = roles.get(column.name) ?? {
        role: column.name === chosen ? "label" : "ignored",
        reason: "",
      };
      const { missing } = summary.columns[at];
      const count = Math.min(SAMPLES, table.rows);
      const samples = Array.from({ length: count }, (_, row) => sampleOf(column, row)?.slice(0, 200) ?? null);
      return [{ name: column.name, type: column.type, role, reason, missing, samples }];
    }),
    label: chosen,
    classes,
    labelled: chosen === null ? 0 : labelCount(table, chosen, known),
    duplicates: summary.duplicates.length,
    notices: [...table.notices.map(({ message }) => pageWords(message)), ...notices, ...warnings(table, recipe)],
    pixels: inferPixels(table, numbers),
  };
}

/** What may spoil a result, said before a project is made. */
function warnings(table: Table, recipe: Recipe | null): string[] {
  if (recipe === null || recipe.label === null) return [];
  const { labels, classes } = applyRecipe(recipe, table);
  return fileWarnings({ table, recipe, labels, classes }).map(({ message }) => pageWords(message));
}

function isEmbedded(column: Column): boolean {
  return column.type === "vector" && column.embedded !== undefined;
}

function sampleOf(column: Column, row: number): string | null {
  return column.type === "date" ? dateAsWritten(column, row) : cellText(column, row);
}

/**
 * A recipe where one can be fitted; while there are fewer than two classes the label is left out.
 * @param isCertain Whether the cells are classes for certain, whatever they look like.
 */
function fit(
  table: Table,
  label: string | null,
  classes: string[],
  isCertain: boolean,
): { recipe: Recipe | null; notices: string[] } {
  const roles = label !== null && classes.length < 2 ? { [label]: "ignored" as const } : {};
  try {
    const declared = isCertain && classes.length >= 2 ? { classes } : {};
    const fitted = fitRecipe(table, { label: classes.length < 2 ? null : label, roles, ...declared });
    return { recipe: fitted.recipe, notices: fitted.notices.map(({ message }) => pageWords(message)) };
  } catch (error) {
    return { recipe: null, notices: [plainMessage(error)] };
  }
}
