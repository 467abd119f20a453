import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { optionWords } from "../../../src/terminal/option-words.ts";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-option-words-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['correct them, or set ragged to "skip"', "correct them, or give --ragged skip"],
  ['set decimal to "." or ","', "give --decimal . or --decimal ,"],
  ["; set header to true if it holds the names", "; give --header if it holds the names"],
  ["array must be given, since v.npz holds a, b", "--array must name one, since v.npz holds a, b"],
  ['options.sheet must be one of Data, got "x"', '--sheet must be one of Data, got "x"'],
  ['array must be one of a, b, got "x"', '--array must be one of a, b, got "x"'],
  ["declare all classes, also those", "declare all classes with --classes, also those"],
])("a command said %j, which nobody can type", (said, typed) => {
  expect(optionWords(said)).toBe(typed);
});

test.each([
  ["ragged.csv", "x,y\n1,a\n2\n3,b\n", "correct them, or give --ragged skip"],
  ["one.csv", "x,y\n1,a\n2,a\n3,\n", "declare all classes with --classes, also those that do not occur yet"],
])("the way out of %s is an option of the command", async (name, text, wayOut) => {
  writeFileSync(join(folder, name), text);
  const { code, err } = await runHere(folder, ["inspect", name, "--label", "y"]);
  expect([code, err]).toEqual([2, expect.stringContaining(wayOut)]);
});

test("a label column in a first line that was taken for data was offered as a new column only", async () => {
  writeFileSync(join(folder, "list.csv"), "y\na\nb\na\nb\n");
  const { code, err } = await runHere(folder, ["suggest", "list.csv", "--label", "y"]);
  expect(code).toBe(2);
  expect(err).toContain("the first record was taken for data");
  expect(err).toContain("--header takes its first line for the names; --new-label adds a column of this name");
});

test("a studio was made for a file that does not exist, and left behind", async () => {
  const words = ["studio", "nothing.csv", "--no-open", "--data-dir", join(folder, "made")];
  const { code, err } = await runHere(folder, words);
  expect([code, err]).toEqual([2, expect.stringContaining("nothing.csv must exist")]);
  expect(readdirSync(folder)).not.toContain("made");
});
