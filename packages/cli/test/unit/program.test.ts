import { describe, expect, test } from "vitest";
import { program } from "../../src/program.ts";
import { fakeTerminal } from "./fake-terminal.ts";

describe("the command line", () => {
  test.each([
    [["--help"], []],
    [["suggest"], ["suggest"]],
    [["help", "demo"], ["demo"]],
  ])("loads for %j no more than the command that is named", async (words, loaded) => {
    const { commands } = await program(fakeTerminal(), words);
    expect(commands.filter(({ options }) => options.length > 0).map((command) => command.name())).toEqual(loaded);
  });

  test("has every command under its own name, with a description and a summary", async () => {
    const [all, overview] = [await program(fakeTerminal(), ["completion"]), await program(fakeTerminal(), [])];
    expect(all.commands.map((command) => command.name())).toEqual(overview.commands.map((command) => command.name()));
    for (const command of all.commands) {
      expect(command.description().length).toBeGreaterThan(0);
      expect(command.summary().length).toBeGreaterThan(0);
    }
  });
});
