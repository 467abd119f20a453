import { readFileSync } from "node:fs";
import { normalQuantile } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { criticalDifference } from "../../src/analysis/statistics/nemenyi.ts";
import { normalBelow } from "../../src/analysis/statistics/normal-distribution.ts";
import { studentQuantile } from "../../src/analysis/statistics/student-quantile.ts";
import { type Alternative, wilcoxon } from "../../src/analysis/statistics/wilcoxon.ts";

interface TestCase {
  x: number[];
  y: number[];
  alternative: Alternative;
  method: "exact" | "normal";
  statistic: number;
  p: number;
}
const golden: {
  wilcoxon: TestCase[];
  student: { share: number; freedom: number; quantile: number }[];
  normal: { z: number; below: number }[];
  studentised_range: { strategies: number; level: number; quantile: number }[];
} = JSON.parse(readFileSync(new URL("statistics.json", import.meta.url), "utf8"));

// Twelve digits: both sides evaluate the same functions in double precision by other series.
const expectDigits = (got: number, want: number, digits = 12) =>
  expect(Math.abs(got / want - 1)).toBeLessThan(10 ** -digits);

describe("as SciPy has it", () => {
  test("are the signed-rank tests, exact and normal, with ties and zeros", () => {
    for (const { x, y, alternative, method, statistic, p } of golden.wilcoxon) {
      const got = wilcoxon(x, y, { alternative, method });
      expect([got.statistic, got.method]).toEqual([statistic, method]);
      expectDigits(got.pValue, p);
    }
  });

  test("is the normal distribution, far tails included, and its inverse", () => {
    for (const { z, below } of golden.normal) {
      expectDigits(normalBelow(z), below);
      if (z < 3) expectDigits(normalQuantile(below), z, 9); // the series' last digits, magnified near 0
    }
  });

  test("are the quantiles of Student's distribution", () => {
    for (const { share, freedom, quantile } of golden.student)
      expectDigits(studentQuantile(share, freedom), quantile, 10);
  });

  test("is the studentised range behind the critical difference", () => {
    for (const { strategies: k, level, quantile } of golden.studentised_range) {
      const difference = criticalDifference(k, 10, level);
      expectDigits((difference * Math.SQRT2) / Math.sqrt((k * (k + 1)) / 60), quantile, 7); // SciPy's own accuracy
    }
  });
});
