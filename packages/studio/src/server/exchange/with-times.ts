import type { Format, Table } from "@xpal/data";

/** Each such time is a text beside its value: with more of them the table would take several times its memory. */
const MAX_TIMES = 2_000_000;

/** Whether files of a format count time in their own unit, in a zone or in none. */
export function hasTypedTimes(format: Format): boolean {
  return format === "parquet" || format === "arrow";
}

/**
 * The table of a Parquet or Arrow file with the digits and zones of its times, for what is shown and exported.
 * @param table As it is read without them, which says how many they are.
 * @param readWritten Reads the file once more, with them.
 */
export async function withTimes(
  table: Table,
  readWritten: () => Promise<Table>,
  mostTimes = MAX_TIMES,
): Promise<Table> {
  const names = table.columns.flatMap(({ name, type }) => (type === "date" ? [JSON.stringify(name)] : []));
  if (names.length === 0) return table;
  if (names.length * table.rows <= mostTimes) return readWritten();
  const listed = names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
  const message = `the file has more than ${mostTimes} times, which are kept in milliseconds of UTC then: column ${listed}`;
  return { ...table, notices: [...table.notices, { code: "plain-times", message }] };
}
