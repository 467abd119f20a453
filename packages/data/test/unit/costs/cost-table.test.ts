import { describe, expect, test } from "vitest";
import { checkCostTable } from "../../../src/costs/cost-table.ts";
import { costWarnings, lossMatrixOf, readCostTable } from "../../../src/index.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const rejection = (call: () => unknown) => {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
};

describe("a table of costs", () => {
  test("is read with the true class in rows and the called one in columns, in the order of the columns", () => {
    const table = readCostTable(bytes("true;ok;fraud\nfraud;50;0\nok;;1.5\n"));
    expect(table).toEqual({
      classes: ["ok", "fraud"],
      costs: [
        [0, 1.5],
        [50, 0],
      ],
    });
    expect([...lossMatrixOf("t", "costs", table, ["fraud", "ok"]).data]).toEqual([0, 50, 1.5, 0]);
  });

  test("may have numbers as classes", () => {
    expect(readCostTable(bytes(",0,1\n0,0,5\n1,1,0\n")).costs).toEqual([
      [0, 5],
      [1, 0],
    ]);
  });

  test("is rejected in words where it is not square, or a cost is not a number", () => {
    expect(rejection(() => readCostTable(bytes(",a,b\na,0,1\n"), "c.csv"))).toContain(
      'c.csv must have a line with 2 costs for the true class "b"',
    );
    expect(rejection(() => readCostTable(bytes(",a,b\na,0,1\nb,1,0\nc,1,1\n"), "c.csv"))).toContain(
      'must have a column for the predicted class "c"',
    );
    expect(rejection(() => readCostTable(bytes(",a,b\na,0,-1\nb,1,0\n"), "c.csv"))).toBe(
      'readCostTable: c.csv, true class "a", called "b" must be a number that is not negative, got "-1"',
    );
    for (const cell of ["NaN", "x", "", "Infinity", "1e400"]) {
      expect(rejection(() => readCostTable(bytes(`,a,b\na,0,${cell}\nb,1,0\n`), "c.csv"))).toContain(
        "must be a number",
      );
    }
    expect(rejection(() => readCostTable(bytes(",a,b\na,0,0\nb,0,0\n"), "c.csv"))).toContain(
      "must have at least one cost above 0",
    );
    expect(
      rejection(() =>
        checkCostTable("t", "costs", {
          classes: ["a", "b"],
          costs: [
            [0, Number.NaN],
            [1, 0],
          ],
        }),
      ),
    ).toContain("must be a number");
  });

  test("is rejected where a class is missing or unknown", () => {
    const table = {
      classes: ["a", "b"],
      costs: [
        [0, 1],
        [1, 0],
      ],
    };
    expect(rejection(() => lossMatrixOf("t", "costs", table, ["a", "b", "c"]))).toContain('"c" is missing');
    expect(
      rejection(() =>
        lossMatrixOf(
          "t",
          "costs",
          {
            classes: ["a", "b", "z"],
            costs: [
              [0, 1, 1],
              [1, 0, 1],
              [1, 1, 0],
            ],
          },
          ["a", "b"],
        ),
      ),
    ).toContain("must name classes only: a, b");
  });

  test("that makes an answer always or never best is warned of in words", () => {
    expect(
      costWarnings({
        classes: ["a", "b"],
        costs: [
          [0, 1],
          [0, 0],
        ],
      })[0],
    ).toContain('calling every item "a" never costs more');
    // c costs 1 where b is true and 1 where a is true; b costs 1 and 0: calling b is never dearer.
    expect(
      costWarnings({
        classes: ["a", "b", "c"],
        costs: [
          [0, 1, 1],
          [2, 0, 1],
          [2, 0, 0],
        ],
      }),
    ).toEqual(['no item will be called "c", since calling it "b" never costs more']);
    expect(
      costWarnings({
        classes: ["a", "b"],
        costs: [
          [3, 1],
          [1, 0],
        ],
      }).length,
    ).toBeGreaterThan(0);
    expect(
      costWarnings({
        classes: ["a", "b"],
        costs: [
          [0, 1],
          [50, 0],
        ],
      }),
    ).toEqual([]);
  });
});
