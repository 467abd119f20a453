// Which columns of a table its file holds.
import type { Column } from "@xpal/data";

/** Whether a column is in the file itself: not vectors of another file, nor those made of the row's images or texts. */
export function isInFile(column: Column): boolean {
  return (
    column.type !== "vector" ||
    (column.joined === undefined && column.images === undefined && column.embedded === undefined)
  );
}
