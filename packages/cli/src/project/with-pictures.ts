// A table with the vectors of its pictures: a folder's own pictures, or files that lie beside the table.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { addPictures, picturesIn, type Recipe, type Table } from "@xpal/data";
import type { Stages } from "../terminal/progress.ts";

/** Reads the pictures of a table, by what a recipe has learnt where one is given. */
export async function withPictures(file: string, table: Table, stage: Stages, recipe?: Recipe): Promise<Table> {
  const folder =
    statSync(file, { throwIfNoEntry: false })?.isDirectory() || /\.zip$/i.test(file) ? file : dirname(file);
  return addPictures(table, {
    source: picturesIn(folder),
    ...(recipe === undefined ? {} : { recipe }),
    onShare: (share) => stage.begin(`Reading pictures, ${Math.round(100 * share)} %`),
  });
}
