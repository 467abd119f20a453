import { readFileSync } from "node:fs";
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

  test("waited for the libraries of a command before it printed its help", async () => {
    // What is loaded before a command runs: every file that is imported other than by `import()`.
    const loaded = importedFrom(new URL("../../src/main.ts", import.meta.url));
    const usages = importedBy(new URL("../../src/program.ts", import.meta.url), /import\("(\.[^"]+)"\)/g);
    expect(usages.length).toBe((await program(fakeTerminal(), [])).commands.length);
    for (const usage of usages) importedFrom(usage as URL, loaded);
    const libraries = [...loaded].filter((name) => !name.startsWith("file:") && !name.startsWith("node:"));
    expect(libraries.sort()).toEqual(["@xpal/core/check", "@xpal/data/words", "commander"]);
  });
});

/** The files and packages that a file needs, with all that these need. */
function importedFrom(file: URL, seen = new Set<string>()): Set<string> {
  seen.add(file.href);
  for (const next of importedBy(file, /^(?:import|export) (?!type )[^;]*?from "([^"]+)";$/gm)) {
    if (typeof next === "string") seen.add(next);
    else if (!seen.has(next.href)) importedFrom(next, seen);
  }
  return seen;
}

function importedBy(file: URL, form: RegExp): (URL | string)[] {
  const names = [...readFileSync(file, "utf8").matchAll(form)].map(([, name]) => name);
  return names.map((name) => (name.startsWith(".") ? new URL(name, file) : name));
}
