// The labels that a demo or a file has, which the model does not see.
import { cellText, type Table } from "@xpal/data";
import { type ClassInfo, countsFor } from "../../protocol/classes.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { ProjectAbout } from "./project-about.ts";

/** The true class of each item by number, where it is known: as the file calls it, also after a class was renamed. */
export function truthOf(
  table: Table,
  { truth, classes }: ProjectAbout,
  state: Readonly<Folded>,
  all: readonly ClassInfo[],
): Int32Array | null {
  const column = table.columns.find(({ name }) => name === truth);
  if (column === undefined || column.type === "vector") return null;
  const numbers = new Map(all.map(({ name, number }) => [name, number]));
  classes.forEach((name, number) => {
    numbers.set(name, number);
  });
  return Int32Array.from({ length: table.rows }, (_, row) => {
    const number = numbers.get(cellText(column, row) ?? "");
    return number === undefined ? -1 : (countsFor(state, number) ?? -1);
  });
}
