import { matrixFrom } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { makeTable } from "../../src/table/table.ts";
import { takeRows } from "../../src/table/take-rows.ts";

const table = makeTable(
  [
    { name: "n", type: "number", values: Float64Array.of(1, 2, 3) },
    { name: "t", type: "text", values: ["a", null, "c"], categories: ["a", "b", "c"] },
    {
      name: "v",
      type: "vector",
      values: matrixFrom([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    },
  ],
  { lines: Uint32Array.of(2, 3, 5) },
);

describe("takeRows", () => {
  test("gives the chosen rows in the given order, with their lines", () => {
    const taken = takeRows(table, [2, 0]);
    expect(taken.rows).toBe(2);
    expect(taken.columns.map(({ values }) => ("data" in values ? [...values.data] : [...values]))).toEqual([
      [3, 1],
      ["c", "a"],
      [5, 6, 1, 2],
    ]);
    expect(Array.from(taken.lines ?? [])).toEqual([5, 2]);
  });
  test("rejects a row that is not there", () => {
    expect(() => takeRows(table, [3])).toThrow("takeRows: rows[0] must be an integer from 0 to 2, got 3");
  });
});
