// Which columns of a table a model can read.
import { givenRole } from "../recipe/recipe-options.ts";
import { inferRole, type Role } from "../recipe/role.ts";
import type { Table } from "../table/table.ts";
import type { Readable } from "./model-files.ts";

/** What a person said about columns. */
export interface ReadableOptions {
  /** Roles that a person gave to columns. */
  readonly roles?: Readonly<Record<string, Role>>;
  /** Columns that are not read, such as the label. */
  readonly except?: readonly string[];
}

/** The role of a column that can be read. */
export const ROLE_OF: Readonly<Record<Readable, Role>> = { texts: "text", images: "image" };

/**
 * The names of the columns of texts, or of images.
 * @example readableColumns(balanceScale(), "texts", { roles: { class: "text" } }) // ["class"]
 */
export function readableColumns(
  table: Table,
  reads: Readable,
  { roles = {}, except = [] }: ReadableOptions = {},
): string[] {
  return table.columns
    .filter((column) => !except.includes(column.name) && column.name !== table.truth)
    .filter((column) => (givenRole(roles, column.name) ?? inferRole(column).role) === ROLE_OF[reads])
    .map(({ name }) => name);
}
