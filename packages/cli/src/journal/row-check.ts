// A short fingerprint of a row, kept beside its answer: when the file was sorted or edited in between, the answer is
// not put on another row. It is one of what the file says of the row. Vectors of another file, and those that were made of the
// row's images or texts, can be computed anew; the type of a column changes with other rows (docs/design/label-journal.md).
import { createHash } from "node:crypto";
import { type Table, untypedText } from "@xpal/data";
import { isInFile } from "../project/is-in-file.ts";

/** Twelve hexadecimal digits for the cells of a row, the label column left out. */
export function rowCheck(table: Table, row: number, labelColumn: string): string {
  const columns = table.columns.filter((column) => isInFile(column) && column.name !== labelColumn);
  const cells = columns.map((column) => untypedText(column, row));
  return createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 12);
}
