import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RandomState } from "../../../../src/paper/numpy/random-state.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe("RandomState", () => {
  test("stays within what was asked for, whatever the seed and the bounds", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 300 }), (seed, low, width) => {
        const random = new RandomState(seed);
        const drawn = random.randint(low, low + width);
        expect(drawn >= low && drawn < low + width && Number.isInteger(drawn)).toBe(true);
        expect([...random.permutation(width)].sort((a, b) => a - b)).toEqual(
          Array.from({ length: width }, (_, i) => i),
        );
        const [unit] = random.randomSample(1);
        expect(unit >= 0 && unit < 1).toBe(true);
      }),
    );
  });

  test("draws nothing when only one result is possible", () => {
    const random = new RandomState(5);
    const twin = new RandomState(5);
    random.nextIndex(1);
    random.permutation(1);
    expect(random.nextUnit()).toBe(twin.nextUnit());
  });

  test("serves as the core's generator: an index is a randint, a unit is a random sample", () => {
    const [random, twin] = [new RandomState(9), new RandomState(9)];
    expect(random.nextIndex(77)).toBe(twin.randint(0, 77));
    expect(random.nextUnit()).toBe(twin.randomSample(1)[0]);
  });

  test.each([
    [() => new RandomState(-1), "RandomState: seed must be an integer from 0 to 4294967295, got -1"],
    [() => new RandomState(0.5), "RandomState: seed must be an integer from 0 to 4294967295, got 0.5"],
    [() => new RandomState(1).randint(3, 3), "randint: high must be an integer from 4 to 4294967299, got 3"],
    [() => new RandomState(1).choice(3, 4), "choice: size must be an integer from 0 to 3, got 4"],
    [() => new RandomState(1).uniform(0, Infinity, 1), "uniform: high - low must be finite, got Infinity"],
  ])("rejects in one sentence (%#)", (call, message) => {
    expect(call).toThrow(message);
  });
});
