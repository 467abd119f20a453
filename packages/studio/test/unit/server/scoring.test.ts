import { bundled, makeTable } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { createPool, type Labels, matrix, matrixFrom, openSession } from "xpal";
import { auditErrors, wilson } from "../../../src/server/scoring/audit.ts";
import { GrowingModel } from "../../../src/server/scoring/growing-model.ts";
import { LeftOut } from "../../../src/server/scoring/left-out.ts";
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
    const leftOut = new LeftOut(pairs, labels);
    const [near, far] = leftOut.at(1, pairs.kernel);
    expect(near).toBeGreaterThan(far);
    expect(leftOut.at(0, pairs.kernel)[0]).toBe(0); // its own label is left out; only the far one remains
  });
  test("counts wrong ones, with an interval and a confusion", () => {
    const labels = [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 0],
    ] as const;
    const { audit, confusion } = auditErrors(pairs, new LeftOut(pairs, labels), pairs.kernel, labels, [
      labels[1],
      labels[3],
    ]);
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
  test("begins with a guess and ends right, and repeats after an undo", async () => {
    const session = await openSession(pairs, "definition");
    const growing = new GrowingModel(pairs, Int32Array.of(0, 0, 1, 1), (labels) => session.frequencies(labels));
    const curve = await growing.curve([
      [0, 0],
      [2, 1],
    ]);
    expect(curve.map(({ labels, real }) => [labels, real])).toEqual([
      [0, 0.5],
      [1, 0.5],
      [2, 0],
    ]);
    expect(curve[0].expected).toBeCloseTo(0.5, 12);
    expect(await growing.curve([[0, 0]])).toEqual(curve.slice(0, 2));
  });
  test("has some points of a long history, the first and the last among them, and every new one", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [i, i * i]);
    const pool = createPool({ features: matrixFrom(rows), classes: ["a", "b"] });
    const asked: number[] = [];
    const growing = new GrowingModel(pool, null, async (labels: Labels) => {
      asked.push(labels.count);
      return matrix(60, 2);
    });
    const answers = rows.map((_, i) => [i, i % 2] as const);
    const before = await growing.curve(answers.slice(0, 50));
    expect(before.length).toBeLessThan(30);
    expect([before[0].labels, before.at(-1)?.labels]).toEqual([0, 50]);
    asked.length = 0;
    expect((await growing.curve(answers.slice(0, 52))).slice(-2).map(({ labels }) => labels)).toEqual([51, 52]);
    expect(asked).toEqual([51, 52]);
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
