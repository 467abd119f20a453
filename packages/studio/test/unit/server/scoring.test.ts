import { bundled, makeTable } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { createPool, matrix, matrixFrom } from "xpal";
import { auditErrors, judgedByOthers, wilson } from "../../../src/server/scoring/audit.ts";
import { Columns } from "../../../src/server/scoring/columns.ts";
import { GrowingModel } from "../../../src/server/scoring/growing-model.ts";
import { principalPlane } from "../../../src/server/scoring/principal-plane.ts";
import { tableFromBytes, tableToBytes } from "../../../src/server/scoring/table-bytes.ts";

// Two tight pairs, far apart.
const pairs = createPool({ features: matrixFrom([[0], [0.1], [9], [9.1]]), classes: ["left", "right"] });

describe("the audit", () => {
  test("judges each item by the other labels alone", () => {
    const labels = [
      [0, 0],
      [2, 1],
    ] as const;
    expect(judgedByOthers(pairs, labels, 1).decided).toBe(0);
    expect(judgedByOthers(pairs, labels, 0).decided).toBe(1); // its own label is left out; only the far one remains
  });
  test("counts wrong ones, with an interval and a confusion", () => {
    const labels = [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 0],
    ] as const;
    const { audit, confusion } = auditErrors(pairs, labels, [labels[1], labels[3]]);
    expect(audit).toMatchObject({ value: 0.5, count: 2 });
    expect(confusion).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
  test("has Wilson's interval, which is honest for few items", () => {
    // 0 of 10: centre z^2/2n / (1 + z^2/n) = 0.1388, half width the same; 0 to 0.2775.
    expect(wilson(0, 10).low).toBe(0);
    expect(wilson(0, 10).high).toBeCloseTo(0.2775, 4);
    expect(wilson(5, 10)).toMatchObject({ value: 0.5, count: 10 });
    expect(wilson(10, 10).high).toBe(1);
  });
});

describe("the learning curve", () => {
  test("begins with a guess and ends right, and repeats after an undo", () => {
    const growing = new GrowingModel(pairs, new Columns(pairs), Int32Array.of(0, 0, 1, 1));
    const curve = growing.curve([
      [0, 0],
      [2, 1],
    ]);
    expect(curve.map(({ labels, real }) => [labels, real])).toEqual([
      [0, 0.5],
      [1, 0.5],
      [2, 0],
    ]);
    expect(curve[0].expected).toBeCloseTo(0.5, 12);
    expect(growing.curve([[0, 0]])).toEqual(curve.slice(0, 2));
  });
});

describe("the principal plane", () => {
  test("puts the widest spread on the first axis", () => {
    const { x, y } = principalPlane(
      matrixFrom([
        [-10, 1],
        [10, 1],
        [-10, -1],
        [10, -1],
      ]),
    );
    expect(Math.abs(x[0] - x[1])).toBeCloseTo(2, 6);
    expect(x[0]).toBeCloseTo(x[2], 6);
    expect(Math.abs(y[0] - y[2])).toBeCloseTo(2, 6);
  });
});

describe("a table as bytes", () => {
  test("reads back as it was", async () => {
    const table = makeTable([
      { name: "ü", type: "text", values: ["a", null, "\u0000\ud83d\ude00"] },
      { name: "x", type: "number", values: Float64Array.of(1.5, Number.NaN, -0) },
      { name: "when", type: "date", values: Float64Array.of(0, 1e12, Number.NaN) },
      { name: "v", type: "vector", values: matrix(3, 2, Float64Array.of(1, 2, 3, 4, 5, 6)) },
    ]);
    expect(tableFromBytes(tableToBytes(table)).columns).toEqual(table.columns);
    const iris = await bundled("iris");
    expect(tableFromBytes(tableToBytes(iris)).columns).toEqual(
      iris.columns.map(({ name, type, values }) => ({ name, type, values })),
    );
  });
});
