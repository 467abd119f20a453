/** Writes what a query of DuckDB gives to a Parquet file: types that other writers at hand do not have. */
export async function writeParquet(path: string, query: string): Promise<void> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
}
