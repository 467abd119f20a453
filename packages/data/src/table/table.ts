// A table as it was read: typed columns of equal length, and what the reader wants to say about them. A boolean is
// text ("true", "false"), so that the same file gives the same table in every format.
import type { Matrix } from "@xpal/core";
import { checkOneOf, checkParts, checkText, nearestName, reject } from "@xpal/core/check";
import type { EmbeddedBy } from "../embed/embedded-by.ts";
import type { DateForm, NumberForm, TimeForm } from "../formats/cells/cell-form.ts";
import type { ImageModel } from "../images/image-model.ts";
import type { Notice } from "./notice.ts";

/** Numbers; NaN stands for a missing value. */
export interface NumberColumn {
  readonly name: string;
  readonly type: "number";
  readonly values: Float64Array;
  /** How the cells are written, where they were not plain numbers. */
  readonly form?: NumberForm | TimeForm;
  /** Cells that were written otherwise than `cellText` gives them ("83.00", "NA"), by row; see `withWrittenCells`. */
  readonly written?: ReadonlyMap<number, string>;
}

/** Points in time, in milliseconds since 1970 (UTC); NaN stands for a missing value. */
export interface DateColumn {
  readonly name: string;
  readonly type: "date";
  readonly values: Float64Array;
  /** How the cells are written. */
  readonly form?: DateForm;
  /** Cells that were written otherwise than `cellText` gives them ("83.00", "NA"), by row; see `withWrittenCells`. */
  readonly written?: ReadonlyMap<number, string>;
}

/** Text; null stands for a missing value. */
export interface TextColumn {
  readonly name: string;
  readonly type: "text";
  readonly values: readonly (string | null)[];
  /** The values that the file declares (ARFF, dictionaries), in its order; more than those that occur, perhaps. */
  readonly categories?: readonly string[];
}

/** One vector of equal length per row, such as an embedding. */
export interface VectorColumn {
  readonly name: string;
  readonly type: "vector";
  readonly values: Matrix;
  /** For vectors made from images: the column of images, and what was learned to make them. */
  readonly images?: { readonly column: string; readonly model: ImageModel };
  /** For vectors that a model made of other columns. */
  readonly embedded?: EmbeddedBy;
  /** Whether the vectors are from another file than the rest of the table. */
  readonly joined?: true;
}

/** A column of a table. */
export type Column = NumberColumn | DateColumn | TextColumn | VectorColumn;

/** What a line of a text ends with. */
export type LineEnd = "\n" | "\r\n" | "\r";

/** Columns of equal length, as read. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** What the reader was in doubt about or changed; empty when the file left no question open. */
  readonly notices: readonly Notice[];
  /** The line in the file on which each row begins, or the row of the sheet that it is, from 1; only for formats that have such. */
  readonly lines?: Uint32Array;
  /** What `lines` counts, where it is not lines. */
  readonly lineWord?: "sheet row";
  /** The row of the file that each row is, from 0, where the table is a part of its rows. */
  readonly numbers?: Uint32Array;
  /** How the lines of a delimited text ended, for exports; see `withWrittenCells`. */
  readonly lineEnd?: LineEnd;
  /** Where it came from, for messages. */
  readonly source?: string;
  /** The column that the source names as its class (OpenML's default target, the generators' `class`). */
  readonly target?: string;
  /** A column that may be the label but never a feature: the sub-folder that a file lies in, which people sort files into. */
  readonly truth?: string;
}

/**
 * A table from columns.
 * @throws XpalError if columns differ in length or share a name.
 * @example makeTable([{ name: "x", type: "number", values: Float64Array.of(1, 2) }]).rows // 2
 */
export function makeTable(columns: readonly Column[], more: Partial<Omit<Table, "rows" | "columns">> = {}): Table {
  if (!Array.isArray(columns)) reject("makeTable", "columns", "must be a list of columns", columns);
  columns.forEach((column, i) => {
    checkParts("makeTable", `columns[${i}]`, column, "a column with a name, a type and values", [
      "name",
      "type",
      "values",
    ]);
    checkText("makeTable", `columns[${i}].name`, column.name);
    checkOneOf("makeTable", `columns[${i}].type`, column.type, ["number", "date", "text", "vector"]);
  });
  const rows = columns.length === 0 ? 0 : columnLength(columns[0]);
  const seen = new Set<string>();
  for (const column of columns) {
    if (seen.has(column.name)) reject("makeTable", "columns", "must have different names", column.name);
    seen.add(column.name);
    if (columnLength(column) === rows) continue;
    reject(
      "makeTable",
      `column ${JSON.stringify(column.name)}`,
      `must have ${rows} rows as the first column has`,
      columnLength(column),
    );
  }
  return { rows, columns, notices: [], ...more };
}

/** How many rows a column has. */
export function columnLength(column: Column): number {
  return column.type === "vector" ? column.values.rows : column.values.length;
}

/**
 * The column with this name.
 * @throws XpalError if the table has no such column; the message offers the nearest name.
 * @example columnOf(balanceScale(), "class").type // "text"
 */
export function columnOf(table: Table, name: string, who = "columnOf"): Column {
  checkParts(who, "table", table, "a table, as readTable or makeTable gives it", ["columns"]);
  checkText(who, "name", name);
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column;
  const names = table.columns.map((candidate) => candidate.name);
  const near = nearestName(name, names);
  const listed =
    names.length <= 12 ? names.join(", ") : `${names.slice(0, 12).join(", ")} and ${names.length - 12} more`;
  reject(
    who,
    `column ${JSON.stringify(name)}`,
    "must be a column of the table",
    undefined,
    near === undefined ? `its columns are ${listed}` : `did you mean ${JSON.stringify(near)}?`,
  );
}

/**
 * The cell as text, as it would stand in a CSV file; null where it is missing.
 * @example cellText({ name: "x", type: "number", values: Float64Array.of(1.5, Number.NaN) }, 0) // "1.5"
 */
export function cellText(column: Column, row: number): string | null {
  switch (column?.type) {
    case "text":
      return column.values[row];
    case "number":
      return Number.isNaN(column.values[row]) ? null : String(column.values[row]);
    case "date":
      return Number.isNaN(column.values[row]) ? null : dateText(column.values[row]);
    case "vector": {
      const { cols, data } = column.values;
      return JSON.stringify(Array.from(data.subarray(row * cols, (row + 1) * cols)));
    }
    default:
      return reject("cellText", "column", "must be a column of a table", column);
  }
}

/**
 * The cell as it was written, where the table knows that ("83.00", "NA"); else as `cellText` gives it.
 * @example writtenText({ name: "x", type: "number", values: Float64Array.of(83), written: new Map([[0, "83.00"]]) }, 0) // "83.00"
 */
export function writtenText(column: Column, row: number): string | null {
  const written = column?.type === "number" || column?.type === "date" ? column.written?.get(row) : undefined;
  return written ?? cellText(column, row);
}

/** ISO 8601 without the parts that are zero: a day as 2024-02-29, an instant as 2024-02-29T13:00:00.000Z. */
function dateText(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, -14) : text;
}
