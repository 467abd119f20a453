import { describe, expect, test } from "vitest";
import { xpal } from "./run-command.ts";

describe("the command line", () => {
  test("prints its version", () => {
    expect(xpal(["--version"])).toEqual({ code: 0, out: "0.1.0\n", err: "" });
  });

  test("prints the help of a command with an example", () => {
    const { code, out } = xpal(["help", "demo"]);
    expect(code).toBe(0);
    expect(out).toContain("Example:\n  xpal demo");
  });

  test.each([
    [["demo", "--labls", "3"], "xpal: unknown option '--labls'; did you mean --labels?\n"],
    [["dmo"], "xpal: unknown command 'dmo'; did you mean demo?\n"],
    [["demo", "--labels", "many"], 'xpal demo: --labels must be an integer from 1 to 1000, got "many"\n'],
    [["demo", "--seed", "-1"], 'xpal demo: --seed must be an integer of at least 0, got "-1"\n'],
  ])("rejects %j with one sentence and exit code 2", (words, sentence) => {
    expect(xpal(words)).toEqual({ code: 2, out: "", err: sentence });
  });
});
