// How the columns of a recipe are learned: from a table that is there whole, or from what a pass over a file found.
import type { Notice } from "../table/notice.ts";
import type { Column, Table } from "../table/table.ts";
import { fitLabel } from "./label-encoder.ts";
import { fitNumeric, type NumericOptions } from "./numeric-encoder.ts";
import { fitOneHot } from "./one-hot-encoder.ts";
import type { LabelRecipe, NumericEncoder, OneHotEncoder, VectorEncoder } from "./recipe.ts";
import { type InferredRole, inferRole, missingCount } from "./role.ts";
import { fitVector } from "./vector-encoder.ts";

/** Learns columns one by one; undefined for one that has no information. */
export interface ColumnFitters {
  /** How many rows there are in all. */
  readonly rows: number;
  label(name: string, declared: readonly string[] | undefined): { label: LabelRecipe; notices: Notice[] };
  role(column: Column): InferredRole;
  missing(column: Column): number;
  numeric(column: Column, options: NumericOptions): NumericEncoder | undefined;
  oneHot(column: Column, missing: "category" | "reject"): OneHotEncoder | undefined;
  vector(column: Column, centred: boolean): VectorEncoder;
}

/** Learns from the rows of a table. */
export function plainFitters(table: Table): ColumnFitters {
  return {
    rows: table.rows,
    label: (name, declared) => fitLabel(table, name, declared),
    role: inferRole,
    missing: missingCount,
    numeric: (column, options) => fitNumeric(table, column, options),
    oneHot: (column, missing) => fitOneHot(table, column, missing),
    vector: fitVector,
  };
}
