import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fewestPairs } from "../../../../src/analysis/statistics/min-pairs.ts";
import { wilcoxon } from "../../../../src/analysis/statistics/wilcoxon.ts";

describe("the fewest pairs that can reach a level", () => {
  test("are those where 2^-n falls below it, as worked by hand", () => {
    expect([0.05, 0.01, 0.001].map((level) => fewestPairs(level))).toEqual([5, 7, 10]); // 1/32, 1/128, 1/1024
    expect(fewestPairs(0.05, { sides: 2 })).toBe(6); // 2/64
    expect(fewestPairs(0.001, { tests: 3 })).toBe(12); // 3/4096
    expect(fewestPairs(0.5)).toBe(2); // 1/2 is not below 1/2
  });

  test("are enough for the clearest of all samples, and one fewer is not", () => {
    const clearest = (pairs: number) => {
      const lower = Array.from({ length: pairs }, (_, i) => -(i + 1));
      return wilcoxon(
        lower,
        lower.map(() => 0),
        { alternative: "less" },
      ).pValue;
    };
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 0.45, noNaN: true }), (level) => {
        const pairs = fewestPairs(level);
        expect(clearest(pairs)).toBeLessThan(level);
        if (pairs > 1) expect(clearest(pairs - 1)).toBeGreaterThanOrEqual(level);
      }),
    );
  });

  test("rejects a level outside 0 to 1, and fewer than one test", () => {
    expect(() => fewestPairs(0)).toThrow(/level must be a number between 0 and 1/);
    expect(() => fewestPairs(0.05, { tests: 0 })).toThrow(/tests must be an integer of at least 1/);
  });
});
