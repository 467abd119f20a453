import { describe, expect, test } from "vitest";
import { classKeys } from "../../../../src/journal/labelling/class-keys.ts";

describe("classKeys", () => {
  test("are the names themselves where these are single characters", () => {
    expect(classKeys(["0", "1", "9"])).toEqual(["0", "1", "9"]);
  });
  test("are digits, then letters, where a name is long or means something else", () => {
    expect(classKeys(["u", "v"])).toEqual(["1", "v"]);
    const names = Array.from({ length: 12 }, (_, i) => `class ${i}`);
    expect(classKeys(names).join("")).toBe("123456789abc");
  });
  test.each([
    [["-1", "0", "1"], "201"],
    [Array.from({ length: 11 }, (_, i) => String(i)), "0123456789a"],
    [["2", "cat", "dog", "1"], "2341"],
  ])("contradicted the names of the classes %j", (names, keys) => {
    expect(classKeys(names).join("")).toBe(keys);
  });
  test("follow the order in which the classes were declared", () => {
    expect(classKeys(["bad", "good", "none"], ["good", "bad"])).toEqual(["2", "1", "3"]);
    expect(classKeys(["bad", "good"], ["gone", "good"])).toEqual(["2", "1"]);
  });
  test("are all different, and none of them undoes, skips or quits", () => {
    const keys = classKeys(Array.from({ length: 58 }, (_, i) => `class ${i}`));
    expect(new Set(keys).size).toBe(58);
    expect(keys.filter((key) => "usq? ".includes(key))).toEqual([]);
  });
  test("reject more classes than there are keys", () => {
    expect(() => classKeys(Array.from({ length: 59 }, (_, i) => `c${i}`))).toThrow(/at most 58 classes/);
  });
});
