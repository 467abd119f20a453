// The column that cells make: numbers, dates or text.
import type { Notice, Places } from "../../table/notice.ts";
import type { Column } from "../../table/table.ts";
import { type CellForm, cellReader } from "./cell-form.ts";
import { ColumnTally, type FileForm } from "./column-tally.ts";
import { withWritten } from "./with-written.ts";

/** A typed column and what to say about it. */
export interface TypedColumn {
  readonly column: Column;
  readonly notices: readonly Notice[];
}

type Cells = readonly (string | null)[];

/** Types a column of cells by what they tell themselves, and what is known of the file. */
export function typeColumn(name: string, cells: Cells, file: FileForm, places: Places): TypedColumn {
  const tally = new ColumnTally(name, file.missing);
  tally.add(cells);
  const { form, notices } = tally.decide(file, places);
  return { column: columnOfForm(name, cells, form), notices };
}

/** The column that cells make under a form; text without one. */
export function columnOfForm(name: string, cells: Cells, form: CellForm | undefined): Column {
  if (form === undefined) return { name, type: "text", values: cells };
  return withWritten(columnOfValues(name, valuesUnder(form, cells), form), cells);
}

/** The numbers or dates of cells under a form. */
export function valuesUnder(form: CellForm, cells: Cells): Float64Array {
  const read = cellReader(form);
  return Float64Array.from(cells, (cell) => read(cell).value);
}

/** A column of numbers or dates with its form. */
export function columnOfValues(name: string, values: Float64Array, form: CellForm): Column {
  return form.kind === "date" ? { name, type: "date", values, form } : { name, type: "number", values, form };
}
