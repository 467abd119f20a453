// Vectors in Parquet files: both readers, the one of DuckDB and the plain one of pages, have them back as vectors.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseTable, readTable, type VectorColumn } from "@xpal/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportParquet } from "../../../src/server/exchange/export-parquet.ts";

const ROWS = 5001; // more than one group
const vectorOf = (row: number) => [row, -row / 8, 1e-300];

let folder: string;
let bytes: Uint8Array;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-parquet-"));
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    image: `${row}.png`,
    "image features": vectorOf(row),
    size: row / 4,
    none: null,
  }));
  bytes = Buffer.concat([...exportParquet(rows)]);
  writeFileSync(join(folder, "export.parquet"), bytes);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a vector came back as the text of its digits", () => {
  test.each([
    ["in a page", () => parseTable(bytes, "export.parquet")],
    ["on a server", () => readTable(join(folder, "export.parquet"))],
  ])("%s", async (_, read) => {
    const { rows, columns } = await read();
    expect(rows).toBe(ROWS);
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ["image", "text"],
      ["image features", "vector"],
      ["size", "number"],
      ["none", "text"],
    ]);
    const { cols, data } = (columns[1] as VectorColumn).values;
    expect(cols).toBe(3);
    for (const row of [0, 4999, 5000]) expect([...data.subarray(row * 3, row * 3 + 3)]).toEqual(vectorOf(row));
  });
});
