// The labels that a demo or a file has, which the model does not see.
import { cellText, type Table } from "@xpal/data";
import { classInfos, countsFor } from "../../protocol/classes.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { ProjectAbout } from "./project-about.ts";

/** The true class of each item by id, where it is known: as the file calls it, also after a class was renamed. */
export function truthOf(table: Table, { truth, classes }: ProjectAbout, state: Readonly<Folded>): Int32Array | null {
  const column = table.columns.find(({ name }) => name === truth);
  if (column === undefined || column.type === "vector") return null;
  const ids = new Map(classInfos(state).map(({ name, id }) => [name, id]));
  for (const [id, name] of classes.entries()) ids.set(name, id);
  return Int32Array.from({ length: table.rows }, (_, row) => {
    const id = ids.get(cellText(column, row) ?? "");
    return id === undefined ? -1 : (countsFor(state, id) ?? -1);
  });
}
