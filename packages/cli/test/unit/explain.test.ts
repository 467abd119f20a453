import { describe, expect, test } from "vitest";
import { XpalError } from "xpal";
import { explain } from "../../src/explain.ts";

describe("explain", () => {
  test("names the command instead of the function that refused", () => {
    const error = new XpalError("bad-argument", { who: "readCsv", argument: "row 17", rule: "is too long" });
    expect(explain(error, ["suggest", "a.csv"])).toEqual({ sentence: "xpal suggest: row 17 is too long", exitCode: 2 });
  });

  test("says one sentence about what nobody expected, with exit code 1", () => {
    const { sentence, exitCode } = explain(new TypeError("x is not a function\nmore"), ["suggest"]);
    expect(sentence).toBe("xpal suggest: failed (x is not a function); set XPAL_DEBUG=1 to see where");
    expect(exitCode).toBe(1);
  });

  test("does not take an option for the name of a command", () => {
    expect(explain("odd", ["--what"]).sentence).toMatch(/^xpal: failed/);
  });
});
