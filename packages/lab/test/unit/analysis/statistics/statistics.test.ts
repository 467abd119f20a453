import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { averageRanks } from "../../../../src/analysis/statistics/average-ranks.ts";
import { hodgesLehmann } from "../../../../src/analysis/statistics/hodges-lehmann.ts";
import { holm } from "../../../../src/analysis/statistics/holm.ts";
import { labelsToReach } from "../../../../src/analysis/statistics/labels-to-reach.ts";
import { meanCurve } from "../../../../src/analysis/statistics/mean-curve.ts";
import { criticalDifference, nemenyiGroups } from "../../../../src/analysis/statistics/nemenyi.ts";
import { significance, summarise } from "../../../../src/analysis/statistics/summary.ts";
import { aulc } from "../../../../src/replay/aulc.ts";

const numbers = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 30 });

describe("aulc", () => {
  test("is the plain mean, the first point included", () => {
    expect(aulc([0.5, 0.25, 0])).toBe(0.25);
    expect(() => aulc([])).toThrow("aulc: testErrors must have at least 1 number, got 0");
  });
});

describe("averageRanks", () => {
  test("gives equal values the mean of the ranks they span", () => {
    expect([...averageRanks([3, 1, 3, 0, 3])]).toEqual([4, 2, 4, 1, 4]);
  });
  test("sums to n (n + 1) / 2 and is one plus the number below plus half the equal others", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        averageRanks(values).forEach((rank, i) => {
          const below = values.filter((value) => value < values[i]).length;
          const equal = values.filter((value) => value === values[i]).length;
          expect(rank).toBe(below + (equal + 1) / 2);
        });
      }),
    );
  });
});

describe("holm", () => {
  test("multiplies the smallest by the number of tests, the next by one less, and never falls", () => {
    expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
    expect(holm([0.9, 0.8])).toEqual([1, 1]);
  });
  test("rejects what is no p-value", () => {
    expect(() => holm([0.1, 2])).toThrow("holm: pValues[1] must be from 0 to 1, got 2");
  });
});

describe("hodgesLehmann", () => {
  test("is the median of the pairwise means", () => {
    // Differences 2, 4, 3: means 2, 3, 2.5, 4, 3.5, 3; the interval is all of them with so few pairs.
    expect(hodgesLehmann([3, 5, 4], [1, 1, 1])).toEqual({ estimate: 3, lower: 2, upper: 4 });
  });
  test("has the tabulated exact interval: of ten pairs the 9th smallest and largest mean at 95 %", () => {
    // Signed-rank table, n = 10: P(T <= 8) = .0244, so the 95 % interval leaves out 8 means on each side.
    const x = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
    const means = x.flatMap((a, i) => x.slice(i).map((b) => (a + b) / 2)).sort((a, b) => a - b);
    const { lower, upper } = hodgesLehmann(
      x,
      x.map(() => 0),
    );
    expect([lower, upper]).toEqual([means[8], means[means.length - 9]]);
  });
  test("moves with the first sample and turns with the order", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: -9, max: 9 }), (x, shift) => {
        const zeros = x.map(() => 0);
        const plain = hodgesLehmann(x, zeros);
        const moved = hodgesLehmann(
          x.map((value) => value + shift),
          zeros,
        );
        expect(moved).toEqual({
          estimate: plain.estimate + shift,
          lower: plain.lower + shift,
          upper: plain.upper + shift,
        });
        expect(hodgesLehmann(zeros, x).upper + plain.lower).toBe(0);
      }),
    );
  });
});

describe("criticalDifference", () => {
  test("is the worked example of Demsar (2006): five learners on 30 sets at .05, q = 2.728", () => {
    expect(criticalDifference(5, 30)).toBeCloseTo(2.728 * Math.sqrt(30 / 180), 3);
  });
  test("joins what cannot be told apart, each bar as long as it can be", () => {
    expect(nemenyiGroups([2, 1, 4, 3.2], 1.5)).toEqual([
      [1, 0],
      [0, 3],
      [3, 2],
    ]);
    expect(nemenyiGroups([1, 2, 3], 5)).toEqual([[0, 1, 2]]);
    expect(nemenyiGroups([1, 3], 1)).toEqual([]);
  });
});

describe("labelsToReach", () => {
  test("is the first number of labels at or below the error, or null", () => {
    expect(labelsToReach([0.5, 0.3, 0.4, 0.1], 0.3)).toBe(1);
    expect(labelsToReach([0.5, 0.3], 0.2)).toBeNull();
  });
  test("did not see that a mean error of .3 is reached where it was summed up from other errors", () => {
    const { mean } = meanCurve([
      [0.9, 0.2],
      [0.9, 0.4],
    ]);
    expect(mean[1]).not.toBe(0.3); // one digit off
    expect(labelsToReach(mean, meanCurve([[0.3], [0.3]]).mean[0])).toBe(1);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 2, maxLength: 30 }), (wrong) => {
        const inOrder = meanCurve(wrong.map((count) => [count / 40])).mean;
        const backwards = meanCurve([...wrong].reverse().map((count) => [count / 40])).mean;
        expect(labelsToReach(inOrder, backwards[0])).toBe(0);
      }),
    );
  });
  test("does not take an error for reached that is one wrong row of a thousand repetitions above it", () => {
    expect(labelsToReach([0.3 + 1 / (1000 * 5000)], 0.3)).toBeNull();
  });
});

describe("meanCurve", () => {
  test("has Student's band: of 0 and 1 the mean is .5, the half width 12.706 times .5", () => {
    const { mean, lower, upper } = meanCurve([
      [0, 0.25],
      [1, 0.25],
    ]);
    expect([...mean]).toEqual([0.5, 0.25]);
    expect(upper[0] - mean[0]).toBeCloseTo(6.3531, 4);
    expect([lower[1], upper[1]]).toEqual([0.25, 0.25]);
  });
  test("of an error went beyond 0 and 1; its band ends there", () => {
    const curves = [
      [0, 0.25, 0],
      [1, 0.25, 0.1],
    ];
    const { lower, upper } = meanCurve(curves, { range: [0, 1] });
    // Of 0 and .1: half width 12.7062 times .05.
    expect([...lower]).toEqual([0, 0.25, 0]);
    expect([upper[0], upper[1], upper[2].toFixed(4)]).toEqual([1, 0.25, "0.6853"]);
    expect(() => meanCurve(curves, { range: [1, 0] })).toThrow(
      "meanCurve: range must be two numbers, the least and the largest value",
    );
  });
  test("of one curve has no width", () => {
    expect(meanCurve([[0.5, 0.4]]).upper).toEqual(new Float64Array([0.5, 0.4]));
  });
  test("rejects curves of different length", () => {
    expect(() => meanCurve([[1, 2], [1]])).toThrow("meanCurve: curves[1] must have 2 points as the first has, got 1");
  });
});

describe("summarise", () => {
  const low = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2];
  const high = low.map((value, i) => value + 1 + i);
  const summary = summarise([
    [low, high, low],
    [high, low, high],
  ]);
  test("counts a win where strategy 0 is lower beyond doubt and a loss where it is higher", () => {
    expect(summary.significanceCode).toEqual([
      [0, 3, 0],
      [0, -3, 0],
    ]);
    expect(summary.winsTiesLosses[1]).toEqual({ wins: 1, ties: 0, losses: 1 });
    expect(summary.pLess[0][1]).toBe(2 ** -12);
  });
  test("has no p-value where all differences are zero, and shares ranks there", () => {
    expect([summary.pLess[0][2], summary.pGreater[0][2]]).toEqual([null, null]);
    expect(summary.meanRanks).toEqual([
      [1.5, 2.5],
      [3, 1],
      [1.5, 2.5],
    ]);
    expect(summary.bestStrategy).toEqual([0, 1]);
  });
  test("asks for the other side only when the first is not significant", () => {
    expect([
      significance(0.0005, 0.9),
      significance(0.04, 0.96),
      significance(0.2, 0.005),
      significance(0.5, 0.5),
    ]).toEqual([3, 1, -2, 0]);
  });
  test("rejects ragged results", () => {
    expect(() => summarise([[[1, 2], [1]]])).toThrow("summarise: performances[0][1] must have 2 repetitions, got 1");
  });
});
