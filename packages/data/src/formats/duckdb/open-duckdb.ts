// DuckDB, loaded when it is needed: it is a binary of 70 MB. It may not load extensions from the network.
import type { DuckDBInstance } from "@duckdb/node-api";

/** What DuckDB may use beside the rows that it hands over, in bytes. */
const MEMORY = 2 ** 30;

/** An instance without tables; undefined on a machine on which DuckDB does not run. */
export async function openDuckdb(): Promise<DuckDBInstance | undefined> {
  const duckdb = await import("@duckdb/node-api").catch(() => undefined);
  return duckdb?.DuckDBInstance.create(":memory:", {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    threads: "2",
    memory_limit: `${MEMORY / 2 ** 20}MiB`,
  });
}

/** A text between quotation marks, as SQL wants it. */
export function quoted(text: string, mark: "'" | '"'): string {
  return mark + text.replaceAll(mark, mark + mark) + mark;
}
