// What a caller may decide about a recipe; the rest is inferred.
import { checkInteger, checkNumber, checkOneOf, checkOptions, reject } from "@xpal/core/check";
import { columnOf, type Table } from "../table/table.ts";
import { ROLES, type Role } from "./role.ts";
import type { TextOptions } from "./text-encoder.ts";

/** What to use instead of the defaults when a recipe is fitted. */
export interface RecipeOptions {
  /** The label column; by default the one that the table names as its target, null for none. */
  readonly label?: string | null;
  /** All classes, also those that do not occur; by default those that occur. */
  readonly classes?: readonly (string | number)[];
  /** Roles by column name, for the columns to overrule. */
  readonly roles?: Readonly<Record<string, Role>>;
  /** What to do with missing values: the median and an indicator column (the default), or reject them. */
  readonly missing?: "median" | "reject";
  /** Categories: a Hamming kernel of their own (the default), or 0/1 columns beside the numbers. */
  readonly categories?: "hamming" | "one-hot";
  /** Vectors: RBF on centred vectors (the default), or the cosine kernel on vectors as they are, such as counts. */
  readonly vectors?: "cosine" | "rbf";
  /** Texts: RBF on points along a few directions (the default), or the cosine kernel on weighted word counts. */
  readonly texts?: "cosine" | "rbf";
  /** One kernel for all features; by default each kind of column has its own and they are multiplied. */
  readonly kernel?: "auto" | "rbf" | "hamming" | "cosine";
  /** The bandwidth of the RBF or Hamming kernel; by default the mean criterion's. */
  readonly bandwidth?: number;
  readonly text?: TextOptions;
}

/** The role that was given to a column, if any; a plain object answers to names such as "constructor" too. */
export function givenRole(roles: RecipeOptions["roles"], name: string): Role | undefined {
  return roles !== undefined && Object.hasOwn(roles, name) ? roles[name] : undefined;
}

const KNOWN = ["label", "classes", "roles", "missing", "categories", "vectors", "texts", "kernel", "bandwidth", "text"];

/** Rejects options that make no sense for the table. */
export function checkRecipeOptions(table: Table, options: RecipeOptions): void {
  const who = "fitRecipe";
  checkOptions(who, options, KNOWN);
  if (options.label !== undefined && options.label !== null) columnOf(table, options.label, who);
  checkOptions(
    who,
    options.roles,
    table.columns.map(({ name }) => name),
    "options.roles",
  );
  for (const [name, role] of Object.entries(options.roles ?? {})) checkOneOf(who, `the role of ${name}`, role, ROLES);
  if (options.missing !== undefined) checkOneOf(who, "options.missing", options.missing, ["median", "reject"]);
  if (options.categories !== undefined)
    checkOneOf(who, "options.categories", options.categories, ["hamming", "one-hot"]);
  if (options.vectors !== undefined) checkOneOf(who, "options.vectors", options.vectors, ["cosine", "rbf"]);
  if (options.texts !== undefined) checkOneOf(who, "options.texts", options.texts, ["cosine", "rbf"]);
  if (options.kernel !== undefined)
    checkOneOf(who, "options.kernel", options.kernel, ["auto", "rbf", "hamming", "cosine"]);
  if (options.bandwidth !== undefined) checkNumber(who, "options.bandwidth", options.bandwidth, Number.MIN_VALUE);
  checkOptions(who, options.text, ["locale", "maxWords"], "options.text");
  if (options.text?.maxWords !== undefined) checkInteger(who, "options.text.maxWords", options.text.maxWords, 1);
  checkDeclared(options.classes);
}

function checkDeclared(classes: unknown): void {
  if (classes === undefined) return;
  if (!Array.isArray(classes)) reject("fitRecipe", "options.classes", "must be a list of class names", classes);
  classes.forEach((name, i) => {
    const usable = (typeof name === "string" && name !== "") || Number.isFinite(name);
    if (!usable) reject("fitRecipe", `options.classes[${i}]`, "must be a string that is not empty, or a number", name);
    if (classes.findIndex((other) => String(other) === String(name)) !== i) {
      reject("fitRecipe", `options.classes[${i}]`, "must not occur twice", name);
    }
  });
}
