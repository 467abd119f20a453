// Which column of a studio's own export holds the answers. Its name does not tell: it is that of the file, and another column of the
// file may be called `label`. What tells is that the rows which `status` calls labelled are those in which it is filled, and that
// exports write it directly before our columns.
import { type Column, guessLabel, type Table, writtenText } from "@xpal/data";
import { type OwnColumns, ownColumns, withoutOwn } from "./own-columns.ts";
import { isFolderTable } from "./source-reading.ts";

/** The column of a file that most likely holds the labels, or null; the answers where a studio or another program exported it. */
export function likelyLabel(table: Table): string | null {
  const own = ownColumns(table);
  const labels = own === null ? [] : ownLabels(table, own);
  if (labels.length === 1) return labels[0];
  const { target } = table; // of exports of other programs the column of the answers, whatever the items' own columns are called
  return target !== undefined && !isFolderTable(table) ? target : guessLabel(withoutOwn(table, own));
}

/** The columns that may be the answers of an own export: one, where its status or the order of its columns decides it. */
export function ownLabels(table: Table, own: OwnColumns): string[] {
  const ours = new Set(Object.values(own).map(({ name }) => name));
  const theirs = table.columns.filter(({ name, type }) => type !== "vector" && !ours.has(name));
  const labelled = Array.from({ length: table.rows }, (_, row) => isLabelled(own, row));
  // Not only those that agree in all rows: labels may have been written into the file since.
  const misfits = theirs.map((column) => labelled.filter((is, row) => is !== isFilled(column, row)).length);
  const fewest = Math.min(...misfits);
  const fitting = theirs.filter((_, at) => misfits[at] === fewest).map(({ name }) => name);
  const before = columnBefore(table, own.status.name);
  if (before !== undefined && fitting.includes(before)) return [before];
  return labelled.includes(true) ? fitting : []; // where nothing is labelled every empty column fits
}

/**
 * The classes that the answers of an own export name for certain, also ones that are spelt like a marker for "no label", such as NA;
 * none of another column or another file.
 */
export function ownClasses(table: Table, label: string): string[] {
  const own = ownColumns(table);
  const column = table.columns.find(({ name }) => name === label);
  if (own === null || column === undefined || !ownLabels(table, own).includes(label)) return [];
  const texts = Array.from({ length: table.rows }, (_, row) =>
    isLabelled(own, row) ? writtenText(column, row) : null,
  );
  return [...new Set(texts.filter((text) => text !== null && text !== ""))] as string[];
}

/** Whether a row has an answer that is a class. */
function isLabelled(own: OwnColumns, row: number): boolean {
  return own.status.type === "text" && own.status.values[row] === "labelled";
}

/** The name of the column before another; undefined where the order says nothing, since names such as "0" come first in our rows. */
function columnBefore({ columns }: Table, name: string): string | undefined {
  const names = columns.map((column) => column.name);
  return names.some((one) => /^\d+$/.test(one)) ? undefined : names[names.indexOf(name) - 1];
}

function isFilled(column: Column, row: number): boolean {
  return (writtenText(column, row) ?? "").trim() !== "";
}
