import { describe, expect, test } from "vitest";
import { checkRuns } from "../../src/formats/parquet/check-runs.ts";

const runs = (...bytes: number[]) => ({ view: new DataView(Uint8Array.from(bytes).buffer), offset: 0 });

describe("runs of a Parquet page", () => {
  test("are walked over to their end", () => {
    // Five times the value 2, then one packed group of eight values of two bits: 2 * 8 bits.
    const whole = runs(5 << 1, 2, (1 << 1) | 1, 0xaa, 0xaa);
    checkRuns(whole, { width: 2, count: 13, length: 5 });
    expect(whole.offset).toBe(5);
    const prefixed = runs(2, 0, 0, 0, 5 << 1, 1);
    checkRuns(prefixed, { width: 1, count: 5 });
    expect(prefixed.offset).toBe(6);
  });
  test("that claim more values than the page has are rejected", () => {
    expect(() => checkRuns(runs(6 << 1, 1), { width: 1, count: 5, length: 2 })).toThrow("must not exceed its page");
    // A packed run of 2^28 groups, of values that take no bits.
    const endless = runs(0x81, 0x80, 0x80, 0x80, 0x02);
    expect(() => checkRuns(endless, { width: 0, count: 5, length: 5 })).toThrow("must not exceed its page");
    expect(() => checkRuns(runs(255, 255, 255, 255, 255, 1), { width: 1, count: 5, length: 6 })).toThrow("five bytes");
  });
  test("that end before their page has its values are rejected", () => {
    expect(() => checkRuns(runs(2 << 1, 1), { width: 1, count: 5, length: 2 })).toThrow(RangeError);
  });
});
