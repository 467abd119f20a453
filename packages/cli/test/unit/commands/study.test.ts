import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-study-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const strategies = "strategies: [xpal, rand]";
beforeAll(() => {
  write("flowers.csv", "size,class\n1,a\n2,b\n3,a\n4,b\n");
  write("good.yaml", `datasets: [{ file: flowers.csv }, { bundled: iris }]\n${strategies}\n`);
  write("file.yaml", `datasets: [{ file: flowrs.csv }, { bundled: iris }]\n${strategies}\n`);
  write("column.yaml", `datasets: [{ file: flowers.csv, label: clas }, { bundled: iris }]\n${strategies}\n`);
  write("key.yaml", `datasets: [{ file: flowers.csv, lable: class }]\n${strategies}\n`);
  write("set.yaml", `datasets: [{ bundled: irs }]\n${strategies}\n`);
});

describe("xpal study ends with code 2 and one sentence, and runs nothing, for", () => {
  test.each([
    [
      "a misspelt file, though another dataset is fine",
      ["file.yaml"],
      /flowrs\.csv must exist; did you mean "flowers\.csv"\?/,
    ],
    ["a misspelt column", ["column.yaml"], /column "clas" .*did you mean "class"\?/],
    ["a misspelt key", ["key.yaml"], /must not have the key "lable" in datasets\[0\]; did you mean "label"\?/],
    ["a misspelt dataset of the plan", ["set.yaml"], /got "irs"; did you mean "iris"\?/],
    ["a misspelt dataset of an option", ["good.yaml", "--datasets", "irsi"], /got "irsi"; did you mean "iris"\?/],
    ["a misspelt strategy of an option", ["good.yaml", "--strategies", "xpl"], /got "xpl"; did you mean "xpal"\?/],
    ["a misspelt plan", ["goood.yaml"], /goood\.yaml must be a file that can be read.*did you mean "good\.yaml"\?/],
  ])("%s", async (_, words, sentence) => {
    const { code, out, err } = await runHere(folder, ["study", ...words]);
    expect(err).toMatch(sentence);
    expect(err.trimEnd()).not.toContain("\n");
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });
});
