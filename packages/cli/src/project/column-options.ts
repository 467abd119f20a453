// What the command line says about single columns: roles, columns to leave out, and columns that always count.

import { XpalError } from "@xpal/core";
import { nearestName } from "@xpal/core/check";
import { comparedColumns, type Recipe, type Role, type Table, withoutColumns } from "@xpal/data";
import type { ProjectOptions } from "./project-options.ts";

type ColumnOptions = Pick<ProjectOptions, "role" | "ignore" | "pin" | "settings">;

/**
 * Checks the names of columns against the table.
 * @throws XpalError if one is not there, or is the label column, or is pinned and left out at the same time.
 */
export function checkColumnOptions(names: readonly string[], label: string, options: ColumnOptions): void {
  const { role = {}, ignore, pin, settings } = options;
  const given = settings === undefined ? role : (settings.given.role ?? {}); // another column was the label when it was remembered
  for (const [column, one] of Object.entries(role)) {
    checkName(names, `--role ${column}=${one}`, column);
    if (column === label && Object.hasOwn(given, column)) {
      reject(`--role ${column}=${one}`, "must not name the label column", "leave it out");
    }
  }
  for (const column of ignore || []) {
    checkName(names, `--ignore ${column}`, column);
    if (column === label) reject(`--ignore ${column}`, "must not name the label column");
  }
  for (const column of pin || []) {
    checkName(names, `--pin ${column}`, column);
    if (column === label) reject(`--pin ${column}`, "must not name the label column");
    if ((ignore || []).includes(column)) reject(`--pin ${column}`, "must not name a column of --ignore");
  }
}

/** Roles that leave columns out. */
export function ignoredRoles(ignore: readonly string[]): Record<string, Role> {
  return Object.fromEntries(ignore.map((column) => [column, "ignored"]));
}

/** A recipe that was read from a file without the columns to leave out; those that it does not use are out already. */
export function withoutIgnored(recipe: Recipe, table: Table, { ignore }: ColumnOptions): Recipe {
  const used = comparedColumns(recipe);
  return withoutColumns(
    recipe,
    table,
    (ignore || []).filter((column) => used.includes(column)),
  );
}

/**
 * The columns to pin.
 * @throws XpalError if one is not among those that rows are compared by.
 */
export function pinnedColumns(recipe: Recipe, { pin }: ColumnOptions): readonly string[] {
  const used = comparedColumns(recipe);
  const unused = (pin || []).find((column) => !used.includes(column));
  if (unused !== undefined) {
    const wayOut = `these are ${columnList(used)}; --role gives a column another role`;
    reject(`--pin ${unused}`, "must name a column that rows are compared by", wayOut);
  }
  return pin || [];
}

/** Names of columns for a sentence. */
export function columnList(names: readonly string[]): string {
  return names.length <= 12 ? names.join(", ") : `${names.slice(0, 12).join(", ")} and ${names.length - 12} more`;
}

function checkName(names: readonly string[], argument: string, column: string): void {
  if (names.includes(column)) return;
  const near = nearestName(column, names);
  const wayOut = near === undefined ? `its columns are ${columnList(names)}` : `did you mean ${JSON.stringify(near)}?`;
  reject(argument, "must name a column of the table", wayOut);
}

function reject(argument: string, rule: string, wayOut?: string): never {
  const more = wayOut === undefined ? {} : { wayOut };
  throw new XpalError("bad-argument", { who: "openProject", argument, rule, ...more });
}
