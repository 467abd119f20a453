import { XpalError } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { explain } from "../../src/explain.ts";

describe("explain", () => {
  test("names the command instead of the function that rejected", () => {
    const error = new XpalError("bad-argument", { who: "readCsv", argument: "row 17", rule: "is too long" });
    expect(explain(error, "xpal suggest")).toEqual({ sentence: "xpal suggest: row 17 is too long", exitCode: 2 });
  });

  test("told people of dataDir, who type --data-dir", () => {
    const rejection = (message: string) => Object.assign(new Error(message), { name: "StudioError", code: "locked" });
    const [folder, port] = [
      'startStudio: dataDir must be free, but "/data/dataDir" is in use by another studio; open that one',
      "startStudio: port must be free, got 80; choose another one",
    ].map((message) => explain(rejection(message), "xpal studio"));
    expect(folder).toEqual({
      sentence: 'xpal studio: --data-dir must be free, but "/data/dataDir" is in use by another studio; open that one',
      exitCode: 2,
    });
    expect(port.sentence).toBe("xpal studio: --port must be free, got 80; choose another one");
  });

  test("says one sentence about what nobody expected, with exit code 1", () => {
    const { sentence, exitCode } = explain(new TypeError("x is not a function\nmore"), "xpal suggest");
    expect(sentence).toBe("xpal suggest: failed (x is not a function); set XPAL_DEBUG=1 to see where");
    expect(exitCode).toBe(1);
  });
});
