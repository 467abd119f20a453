// Labels: an empty cell, or one that says so in words, means unlabelled. Classes that are declared keep their order; others are sorted, whole numbers by value, so that the same classes have
// the same order whatever file they come from (ties go to the lower class, so the order matters).
import { nearestName, reject } from "@xpal/core/check";
import type { Notice } from "../table/notice.ts";
import { rowPlace } from "../table/row-place.ts";
import { type Column, columnOf, type Table, type VectorColumn } from "../table/table.ts";
import { labelNotices, rejectMeasurements, textLabelNotices } from "./label-notices.ts";
import { labelText } from "./label-text.ts";
import type { LabelRecipe } from "./recipe.ts";
import { sortNames } from "./sort-names.ts";

/**
 * The value in `labels` for an item without a label.
 * @example UNLABELLED // -1
 */
export const UNLABELLED = -1;

/**
 * Learns the classes of a label column, those declared included.
 * @param rowsOf How many rows have each label, where the table has one row for each of them.
 */
export function fitLabel(
  table: Table,
  name: string,
  declared: readonly string[] | undefined,
  rowsOf?: ReadonlyMap<string, number>,
): { label: LabelRecipe; notices: Notice[] } {
  const column = columnOf(table, name, "fitRecipe");
  const where = `column ${JSON.stringify(name)}`;
  if (column.type === "vector") reject("fitRecipe", where, "must hold classes, but it holds vectors");
  const counts = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const label = labelText(column, row, declared);
    if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const seen = new Set(counts.keys());
  const measured = declared === undefined ? measurementNotices(table, column, rowsOf ?? counts) : [];
  const classes = declared === undefined ? sortNames([...seen]) : [...new Set([...declared, ...seen])];
  if (classes.length < 2) {
    const found = seen.size === 0 ? "none is labelled" : `only ${JSON.stringify([...seen][0])} occurs`;
    reject(
      "fitRecipe",
      where,
      `must have at least two classes, but ${found}`,
      undefined,
      "declare all classes, also those that do not occur yet",
    );
  }
  if (declared !== undefined)
    for (const label of seen) if (!declared.includes(label)) rejectLabel("fitRecipe", table, column, label, declared);
  const unused = declared === undefined ? unusedClasses(column, seen) : [];
  return {
    label: { column: name, classes },
    notices: [...labelNotices(table, column, classes), ...measured, ...unused],
  };
}

/** What there is to say about labels that look like measurements, if they are not rejected. */
function measurementNotices(
  { source }: Table,
  column: Exclude<Column, VectorColumn>,
  counts: ReadonlyMap<string, number>,
): Notice[] {
  const { name, type } = column;
  if (type === "text") return textLabelNotices(name, counts, source);
  const filled = column.values.filter((value) => !Number.isNaN(value));
  const found = { name, type, distinct: [...new Set(filled)], labelled: filled.length };
  rejectMeasurements(source === undefined ? found : { ...found, source });
  return [];
}

/** The class index of each row; -1 where the cell is empty or the table has no label column. */
export function applyLabel(label: LabelRecipe, table: Table): Int32Array {
  const labels = new Int32Array(table.rows).fill(UNLABELLED);
  const column = table.columns.find(({ name }) => name === label.column);
  if (column === undefined) return labels;
  const places = new Map(label.classes.map((name, place) => [name, place]));
  for (let row = 0; row < table.rows; row++) {
    const name = labelText(column, row, label.classes);
    if (name === null) continue;
    const place = places.get(name);
    if (place === undefined) rejectLabel("applyRecipe", table, column, name, label.classes);
    labels[row] = place;
  }
  return labels;
}

function rejectLabel(who: string, table: Table, column: Column, label: string, classes: readonly string[]): never {
  let row = 0;
  while (labelText(column, row, classes) !== label) row++;
  const where = rowPlace(table, row);
  const near = nearestName(label, classes);
  reject(
    who,
    `column ${JSON.stringify(column.name)}, ${where},`,
    `must hold one of the classes ${classes.join(", ")}`,
    label,
    near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`,
  );
}

function unusedClasses(column: Column, seen: Set<string>): Notice[] {
  const unused = (column.type === "text" ? (column.categories ?? []) : []).filter((name) => !seen.has(name));
  if (unused.length === 0) return [];
  const listed = unused.map((name) => JSON.stringify(name)).join(", ");
  const message = `column ${JSON.stringify(column.name)} declares ${listed}, which no row has; declare the classes to count it`;
  return [{ code: "unused-class", message, column: column.name }];
}
