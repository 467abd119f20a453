import { describe, expect, test } from "vitest";
import { show, XpalError } from "../../src/error.ts";

describe("XpalError", () => {
  test("is one sentence of who, argument, rule, value and way out, with the parts readable", () => {
    const parts = { who: "f", argument: "x", rule: "must be 1", value: 2, wayOut: "pass 1" };
    const error = new XpalError("bad-argument", parts);
    expect(error.message).toBe("f: x must be 1, got 2; pass 1");
    expect(error).toMatchObject({ name: "XpalError", code: "bad-argument", who: "f", argument: "x", wayOut: "pass 1" });
    expect(error).toBeInstanceOf(Error);
  });

  test("leaves out a missing value, and says so when it is undefined", () => {
    expect(new XpalError("bad-state", { who: "f", argument: "x", rule: "is late" }).message).toBe("f: x is late");
    const given = { who: "f", argument: "x", rule: "must be 1", value: undefined };
    expect(new XpalError("bad-argument", given).message).toBe("f: x must be 1, got undefined");
  });
});

describe("a value in a sentence", () => {
  test.each([
    [1.5, "1.5"],
    [Number.NaN, "NaN"],
    [null, "null"],
    ["a\nb", '"a\\nb"'],
    [10n, "10n"],
    [Symbol("s"), "Symbol(s)"],
    [() => 1, "a function"],
    [{ a: 1 }, "an object"],
    [[1, 2], "an Array of length 2"],
    [new Float64Array(3), "a Float64Array of length 3"],
    [new Map(), "a Map"],
    [Object.create(null), "an object"],
  ])("%o reads %s", (value, text) => {
    expect(show(value)).toBe(text);
  });

  test("is cut when it is long", () => {
    const text = show("x".repeat(1000));
    expect(text.length).toBeLessThanOrEqual(60);
    expect(text.endsWith('…"')).toBe(true);
  });
});
