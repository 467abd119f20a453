import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-phrases-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(
  join(folder, "t.csv"),
  `id,message
1,The app crashes when I open the settings page
2,How do I change my password?
3,Crash on start after the last update
4,Where can I find my invoices?
`,
);
writeFileSync(
  join(folder, "p.csv"),
  "class,phrase\nbug,something crashes or does not work\nquestion,how can I do something\n",
);
writeFileSync(join(folder, "wrong.csv"), "name,text\nbug,crashes\n");

const suggest = (...words: string[]) =>
  runHere(folder, ["suggest", "t.csv", "--label", "kind", "--new-label", "--json", ...words]);
const predicted = (out: string) =>
  JSON.parse(out)
    .suggestions.map(({ line, predicted: name }: { line: number; predicted: string }) => `${line} ${name}`)
    .sort();

describe("phrases of classes", () => {
  test("name the classes and predict them before the first label", async () => {
    const { out } = await suggest("--phrases", "p.csv", "--count", "4");
    expect(predicted(out)).toEqual(["2 bug", "3 question", "4 bug", "5 question"]);
  });

  test("are rejected in a sentence where they cannot be read or used", async () => {
    expect((await suggest("--phrases", "wrong.csv")).err).toContain("must have the columns class and phrase, got");
    expect((await suggest("--phrase", "bug")).err).toContain("--phrase must be a class, an equals sign and a phrase");
    const { err } = await suggest("--phrases", "p.csv", "--classes", "bug,other");
    expect(err).toContain('the class of a phrase must be one of bug, other, got "question"');
    expect((await suggest("--phrases", "p.csv", "--embed", "none")).err).toContain(
      "need texts that a model has encoded",
    );
  });
});
