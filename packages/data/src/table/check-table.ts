// What is passed for a table is one: the check on entry of every function that takes a table.
import { checkParts, reject } from "@xpal/core/check";
import type { Table } from "./table.ts";

/** Rejects what is not a table. */
export function checkTable(who: string, value: Table, argument = "table"): void {
  checkParts(who, argument, value, "a table, as readTable or makeTable gives it", ["rows", "columns"]);
  if (!Array.isArray(value.columns)) reject(who, `${argument}.columns`, "must be a list of columns", value.columns);
}
