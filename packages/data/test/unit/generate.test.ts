import { generator } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { balanceScale } from "../../src/catalogue/generate/balance-scale.ts";
import { checkerboard } from "../../src/catalogue/generate/checkerboard.ts";
import { clusters } from "../../src/catalogue/generate/clusters.ts";
import { exampleBlobs } from "../../src/catalogue/generate/example-blobs.ts";
import { pointsTable } from "../../src/catalogue/generate/labelled-points.ts";
import { log } from "../../src/catalogue/generate/log.ts";
import { monks } from "../../src/catalogue/generate/monks.ts";
import { moons } from "../../src/catalogue/generate/moons.ts";
import { normals } from "../../src/catalogue/generate/normal.ts";
import { rare } from "../../src/catalogue/generate/rare.ts";
import { ticTacToe } from "../../src/catalogue/generate/tic-tac-toe.ts";
import { cellText, type Table } from "../../src/table/table.ts";

const rowsOf = (table: Table) =>
  Array.from({ length: table.rows }, (_, row) => table.columns.map((column) => cellText(column, row)).join());

const countsOf = (values: Iterable<unknown>) => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
};

describe("points by chance", () => {
  const drawn = {
    exampleBlobs: (seed: number) => exampleBlobs({ seed }),
    clusters: (seed: number) => clusters({ seed, pointCount: 60, classCount: 3 }),
    moons: (seed: number) => moons({ seed, pointCount: 60 }),
    rare: (seed: number) => rare({ seed, pointCount: 100 }),
    checkerboard: (seed: number) => checkerboard({ seed, pointCount: 60 }),
  };
  for (const [name, draw] of Object.entries(drawn)) {
    test(`${name} repeats itself for a seed and differs for another`, () => {
      expect(draw(7)).toEqual(draw(7));
      expect(draw(7).features.data).not.toEqual(draw(8).features.data);
      expect(draw(7).features.data.every(Number.isFinite)).toBe(true);
    });
  }

  test("the paper's example has 100 points, 20 a blob, and classes that alternate from blob to blob", () => {
    const { features, labels, classes } = exampleBlobs({ seed: 1 });
    expect([features.rows, features.cols, classes.length]).toEqual([100, 2, 2]);
    expect(countsOf(labels)).toEqual({ 0: 60, 1: 40 }); // blobs 0, 2, 4 against 1, 3
  });

  test("a blob spreads by its deviation", () => {
    const { features } = exampleBlobs({ seed: 3, pointCount: 50_000, blobCount: 1 });
    const x = Array.from({ length: features.rows }, (_, i) => features.data[i * 2]);
    const mean = x.reduce((a, b) => a + b) / x.length;
    const deviation = Math.sqrt(x.reduce((a, b) => a + (b - mean) ** 2, 0) / x.length);
    expect(Math.abs(deviation - 0.7)).toBeLessThan(0.7 * (5 / Math.sqrt(2 * x.length))); // five standard errors
  });

  test("clusters have equally many points per class but for the noise, and class centres apart", () => {
    const { labels, features } = clusters({ seed: 5, pointCount: 1200, classCount: 4, noise: 0 });
    expect(countsOf(labels)).toEqual({ 0: 300, 1: 300, 2: 300, 3: 300 });
    expect(features.cols).toBe(10);
  });

  test("more clusters than the hypercube has corners are rejected", () => {
    expect(() => clusters({ seed: 1, pointCount: 10, featureCount: 1, classCount: 2 })).toThrow(
      "clusters: classCount * clustersPerClass must be an integer from 1 to 2, got 4",
    );
  });

  test("moons without noise lie on their half circles", () => {
    const { features, labels } = moons({ seed: 1, pointCount: 100, noise: 0 });
    labels.forEach((label, i) => {
      const x = features.data[i * 2];
      const y = features.data[i * 2 + 1];
      const [fromX, fromY] = label === 0 ? [x, y] : [1 - x, 0.5 - y];
      expect(fromX ** 2 + fromY ** 2).toBeCloseTo(1, 12);
      expect(fromY).toBeGreaterThanOrEqual(0);
    });
  });

  test("neighbouring squares of the checkerboard differ in class", () => {
    const { features, labels } = checkerboard({ seed: 2, pointCount: 500 });
    labels.forEach((label, i) => {
      const [x, y] = features.data.subarray(i * 2, i * 2 + 2);
      expect(label).toBe((Math.floor(4 * x) + Math.floor(4 * y)) % 2);
    });
  });

  test("points become a table with one column per feature and the class last", () => {
    const table = pointsTable(moons({ seed: 1, pointCount: 4 }));
    expect(table.columns.map(({ name }) => name)).toEqual(["x1", "x2", "class"]);
    expect(table.target).toBe("class");
  });
});

describe("numbers without the engine's own functions", () => {
  test("the logarithm agrees with Math.log to a few last bits", () => {
    const random = generator(1);
    for (let i = 0; i < 2000; i++) {
      const x = random.nextUnit() ** (i % 5) || 1;
      expect(Math.abs(log(x) - Math.log(x))).toBeLessThanOrEqual(
        4 * Number.EPSILON * Math.max(1, Math.abs(Math.log(x))),
      );
    }
  });

  test("normal deviates have mean 0, variance 1 and the normal's share beyond two", () => {
    const normal = normals(generator(4));
    const values = Array.from({ length: 100_000 }, normal);
    const mean = values.reduce((a, b) => a + b) / values.length;
    const variance = values.reduce((a, b) => a + b * b, 0) / values.length;
    const beyond = values.filter((value) => Math.abs(value) > 2).length / values.length;
    expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(1e5));
    expect(Math.abs(variance - 1)).toBeLessThan(5 * Math.sqrt(2 / 1e5));
    expect(Math.abs(beyond - 0.0455)).toBeLessThan(5 * Math.sqrt(0.0455 / 1e5));
  });
});

describe("sets by rule", () => {
  test("tic-tac-toe has the 958 final boards, 626 won by x, of which none is impossible", () => {
    const table = ticTacToe();
    expect(table.rows).toBe(958);
    expect(new Set(rowsOf(table)).size).toBe(958);
    const last = table.columns[9];
    expect(countsOf(last.type === "text" ? last.values : [])).toEqual({ positive: 626, negative: 332 });
    for (const row of rowsOf(table)) {
      const squares = row.split(",").slice(0, 9);
      const lead = squares.filter((s) => s === "x").length - squares.filter((s) => s === "o").length;
      expect([0, 1]).toContain(lead);
    }
    expect(rowsOf(table)[0]).toBe("x,x,x,x,o,o,x,o,o,positive");
  });

  test("balance scale has 625 settings with 288 L, 49 B and 288 R", () => {
    const rows = rowsOf(balanceScale());
    expect(new Set(rows).size).toBe(625);
    expect(countsOf(rows.map((row) => row.split(",")[4]))).toEqual({ B: 49, L: 288, R: 288 });
    expect(rows).toContain("5,3,4,4,R"); // 15 against 16
  });

  test("monks has 432 robots, half of them in the class", () => {
    const rows = rowsOf(monks());
    expect(new Set(rows).size).toBe(432);
    expect(countsOf(rows.map((row) => row.split(",")[6]))).toEqual({ 0: 216, 1: 216 });
    expect(rows).toContain("1,1,1,1,3,1,1");
    expect(rows).toContain("1,2,1,1,3,1,0");
  });
});
