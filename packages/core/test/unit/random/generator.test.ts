import { describe, expect, test } from "vitest";
import { generator, restoreGenerator } from "../../../src/random/generator.ts";
import { rejection } from "../../rejection.ts";

describe("generator", () => {
  test("continues from its state, also after JSON", () => {
    const chance = generator(7);
    for (let i = 0; i < 10; i++) chance.nextIndex(100);
    const twin = restoreGenerator(JSON.parse(JSON.stringify(chance.state())));
    for (let i = 0; i < 100; i++) expect(twin.nextUnit()).toBe(chance.nextUnit());
    expect(twin.state()).toEqual(chance.state());
  });

  test("gives another sequence for another seed, high or low, and for another stream", () => {
    const first = (...of: [number, number?]) => generator(...of).nextUnit();
    const drawn = [
      first(0),
      first(1),
      first(2 ** 32),
      first(2 ** 53 - 1),
      first(0, 1),
      first(1, 1),
      first(0, 2 ** 32 - 1),
    ];
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  test("draws integers below the bound, each about equally often", () => {
    const counts = new Array(6).fill(0);
    const chance = generator(11);
    for (let i = 0; i < 60_000; i++) counts[chance.nextIndex(6)]++;
    // Five standard deviations of a binomial count: 5 * sqrt(60000 / 6 * 5 / 6) = 457.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(457);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(60_000);
  });

  test("draws numbers from [0, 1) with the right mean and 53 bits", () => {
    const chance = generator(12);
    let sum = 0;
    let fine = 0;
    for (let i = 0; i < 10_000; i++) {
      const unit = chance.nextUnit();
      expect(unit >= 0 && unit < 1).toBe(true);
      if ((unit * 2 ** 32) % 1 !== 0) fine++;
      sum += unit;
    }
    expect(Math.abs(sum / 10_000 - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / 10_000));
    expect(fine).toBeGreaterThan(9_990);
  });

  test("accepts the largest bound and seed", () => {
    expect(generator(2 ** 53 - 1).nextIndex(2 ** 32)).toBeLessThan(2 ** 32);
    expect(generator(3).nextIndex(1)).toBe(0);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53, "1"])("rejects the seed %s", (seed) => {
    expect(rejection(() => generator(seed as number))).toMatch(
      /^generator: seed must be an integer of at least 0, got /,
    );
  });

  test("rejects a stream of 2^32, a bound of 0, and an invalid state", () => {
    expect(rejection(() => generator(0, 2 ** 32))).toBe(
      "generator: stream must be an integer from 0 to 4294967295, got 4294967296",
    );
    expect(rejection(() => generator(0).nextIndex(0))).toBe(
      "nextIndex: bound must be an integer from 1 to 4294967296, got 0",
    );
    expect(rejection(() => restoreGenerator([1, 2, 3] as never))).toBe(
      "restoreGenerator: state must be four integers of 32 bits, got an Array of length 3",
    );
    expect(rejection(() => restoreGenerator([0, 0, 0, 0]))).toBe(
      'restoreGenerator: state must not be all zeros, got "0, 0, 0, 0"',
    );
  });
});
