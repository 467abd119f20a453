// A list of suggestions goes out, is filled in by somebody, and comes back.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-import-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...words: string[]) => runHere(folder, words);
const put = (name: string, content: string) => writeFileSync(join(folder, name), content);
const file = () => readFileSync(join(folder, "offers.csv"), "utf8");

beforeEach(() => {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `K${100 + i};${i},50 €;${i % 3};${i < 6 ? ["good", "bad"][i % 2] : ""}`,
  );
  put("offers.csv", `key;price;size;class\n${rows.join("\n")}\n`);
  rmSync(join(folder, "offers.csv.labels.jsonl"), { force: true });
  rmSync(join(folder, "offers.csv.xpal.json"), { force: true });
});

const OPTIONS = ["--label", "class"];

/** The suggested rows with the answers filled in. */
async function filled(answer: (at: number) => string): Promise<string> {
  const { out } = await run("suggest", "offers.csv", ...OPTIONS, "--count", "4", "--csv");
  const [head, ...lines] = out.trim().split("\n");
  expect(head).toBe("row,line,class,key,price,size,score,gain,items,predicted,probability");
  return [head, ...lines.map((line, at) => line.replace(/^(\d+,\d+),/, `$1,${answer(at)}`))].join("\n");
}

describe("a filled-in list of suggestions", () => {
  test("is read back by row, kept in the journal, and merged", async () => {
    put("answers.csv", await filled((at) => (at === 3 ? "" : "good")));
    const { code, out, err } = await run("label", "offers.csv", ...OPTIONS, "--import", "answers.csv");
    expect([code, out, err]).toEqual([
      0,
      '3 answers for "class" imported from answers.csv (1 without an answer).\n',
      "",
    ]);
    const again = await run("label", "offers.csv", ...OPTIONS, "--import", "answers.csv", "--json");
    expect(JSON.parse(again.out)).toMatchObject({ imported: 0, known: 3, empty: 1 });
    await run("label", "offers.csv", ...OPTIONS, "--merge");
    expect(file().match(/;(?:good|bad)$/gm)).toHaveLength(9);
    expect(file()).toContain("K100;0,50 €;0;good\n");
  });

  test("is read back by a key where it has no row numbers, in any order", async () => {
    put("answers.csv", "class,key\nbad,K120\ngood,K110\n");
    expect((await run("label", "offers.csv", ...OPTIONS, "--import", "answers.csv", "--merge")).code).toBe(0);
    expect(file()).toMatch(/^K110;10,50 €;1;good$/m);
    expect(file()).toMatch(/^K120;20,50 €;2;bad$/m);
  });

  test("is read as annotate writes it", async () => {
    put("answers.csv", "row,line,label,no_label_because\n10,12,good,\n11,13,,not sure\n");
    const { out } = await run("label", "offers.csv", ...OPTIONS, "--import", "answers.csv");
    expect(out).toContain("1 answer for");
  });

  test.each([
    [
      "of another row",
      "row,class,key\n10,good,K111\n",
      /line 2, must describe line 12 of offers\.csv, but column "key" is "K111" and not "K110"/,
    ],
    ["beyond the file", "row,class\n99,good\n", /line 2, column "row", must name a row of the file, which has 30/],
    [
      "that contradicts the file",
      "row,class\n0,bad\n",
      /line 2, the answer must be "good" as answered already, but it is "bad"/,
    ],
    [
      "without answers",
      "row,kind\n0,bad\n",
      /must have the column "class" with the answers; its columns are row, kind/,
    ],
    [
      "without row or key",
      "class,size\nbad,1\ngood,1\n",
      /must have the column row, or a column of the file whose values all differ/,
    ],
    [
      "with two answers for a row",
      "row,class\n10,bad\n10,good\n",
      /line 3, must have the answer of line 2, which is of the same row/,
    ],
  ])("%s is rejected, and nothing is kept", async (_, list, sentence) => {
    put("answers.csv", list);
    const { code, err } = await run("label", "offers.csv", ...OPTIONS, "--import", "answers.csv");
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
    expect((await run("label", "offers.csv", ...OPTIONS, "--merge")).code).toBe(2); // there is no answer to merge
  });
});
