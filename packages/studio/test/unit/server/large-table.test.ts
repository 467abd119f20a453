// A file that is too large to be read whole: its items are some of its rows, and know which.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Column, labelClasses, type Table } from "@xpal/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { largeTable } from "../../../src/server/exchange/large-table.ts";

const ROWS = 30_000;
let folder: string;
let file: string;
const before = process.env.XPAL_CACHE;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-large-table-"));
  process.env.XPAL_CACHE = join(folder, "cache");
  file = join(folder, "many.csv");
  const lines = Array.from({ length: ROWS }, (_, row) => {
    return `${row * 2},${(row * 7919) % 1000},${row % 1000 === 0 ? (row % 2000 === 0 ? "a" : "b") : ""}`;
  });
  writeFileSync(file, `twice,x,class\n${lines.join("\n")}\n`);
});
afterAll(() => {
  if (before === undefined) delete process.env.XPAL_CACHE;
  else process.env.XPAL_CACHE = before;
  rmSync(folder, { recursive: true });
});

const numbersOf = ({ columns }: Table, name: string): Float64Array => {
  const column = columns.find((one: Column) => one.name === name);
  if (column?.type !== "number") throw new Error(`no numbers in ${name}`);
  return column.values;
};

describe("a large file in the studio", () => {
  test("becomes 20,000 of its rows and all that are labelled, each with its number and its own cells", async () => {
    const { table, large } = await largeTable(file, {}, () => {});
    expect(large).toEqual({ rows: ROWS, column: "row" });
    expect(table.rows).toBe(20_000 + 30);
    const rows = numbersOf(table, "row");
    expect(new Set(rows).size).toBe(table.rows);
    expect(rows.filter((row) => row % 1000 === 0)).toHaveLength(30);
    expect(numbersOf(table, "twice").every((value, at) => value === 2 * rows[at])).toBe(true);
    expect(table.notices.map(({ message }) => message).join()).toContain(
      "the file has 30000 rows: the project has 20030 of them at random",
    );
  });

  test("had its labels read as numbers, so that 1.1 and 1.10 became one class", async () => {
    const versions = join(folder, "versions.csv");
    const cells = ["1.1", "1.10", "", "", ""];
    const lines = Array.from({ length: 3000 }, (_, row) => `${(row * 7919) % 1000},${cells[row % 5]}`);
    writeFileSync(versions, `x,class\n${lines.join("\n")}\n`);
    const { table } = await largeTable(versions, {}, () => {});
    expect(labelClasses(table, "class")).toEqual(["1.1", "1.10"]);
    expect(table.columns.map(({ type }) => type)).toEqual(["number", "number", "text"]);
  });
});
