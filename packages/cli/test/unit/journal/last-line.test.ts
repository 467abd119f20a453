// The last line of a journal without a line feed behind it: many editors leave none, and a crash leaves half a line.
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

let folder: string;
let journal: string;
const TEXT = "x,k\n1,a\n2,b\n3,\n4,\n5,\n";
const run = (words: string, keys = "") => runHere(folder, words.split(" "), keys);
const labelsOf = () =>
  readFileSync(journal, "utf8")
    .split("\n")
    .slice(1, -1)
    .map((line) => JSON.parse(line).label);
const merged = () =>
  readFileSync(join(folder, "e.csv"), "utf8")
    .split("\n")
    .filter((line) => /[ab]$/.test(line)).length;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-last-line-"));
  journal = join(folder, "e.csv.labels.jsonl");
  writeFileSync(join(folder, "e.csv"), TEXT);
  await run("label e.csv --label k", "abq");
  truncateSync(journal, readFileSync(journal).length - 1);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a whole last line without a line feed", () => {
  test("was left out by --merge, which then deleted the journal", async () => {
    expect(await run("label e.csv --merge")).toMatchObject({
      code: 0,
      out: '2 answers were written into the column "k" of e.csv.\n',
      err: "",
    });
    expect(merged()).toBe(4);
    expect(existsSync(journal)).toBe(false);
  });

  test("was overwritten by the next answer", async () => {
    expect((await run("label e.csv", "aq")).code).toBe(0);
    expect(labelsOf()).toEqual(["a", "b", "a"]);
  });

  test("is rejected like any other line where its row is another one now", async () => {
    writeFileSync(join(folder, "e.csv"), TEXT.replace("3,", "33,").replace("4,", "44,").replace("5,", "55,"));
    expect(await run("label e.csv --merge")).toMatchObject({
      code: 2,
      err: expect.stringContaining("that row is another one now"),
    });
    expect(existsSync(journal)).toBe(true);
  });
});

describe("half a last line", () => {
  beforeEach(() => truncateSync(journal, readFileSync(journal).length - 20));
  const NOTE = /note: .*e\.csv\.labels\.jsonl, line 3, was cut off and is left out: \{"row":/;

  test("was deleted by --merge without a word", async () => {
    const { code, out, err } = await run("label e.csv --merge");
    expect([code, out]).toEqual([0, '1 answer was written into the column "k" of e.csv.\n']);
    expect(err).toMatch(NOTE);
    expect(merged()).toBe(3);
  });

  test("was overwritten by the next answer without a word", async () => {
    const { code, err } = await run("label e.csv", "aq");
    expect(code).toBe(0);
    expect(err).toMatch(NOTE);
    expect(labelsOf()).toEqual(["a", "a"]);
  });
});
