// A file that is labelled under the name of a symbolic link is one file: one lock, one journal.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockFile } from "../../../src/journal/lock.ts";
import { runHere } from "../run-here.ts";

let folder: string;
const TEXT = "x\tk\n1\ta\n2\tb\n3\t\n4\t\n5\t\n";
const run = (words: string, keys = "") => runHere(folder, words.split(" "), keys);
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-links-"));
  mkdirSync(at("data"));
  writeFileSync(at("data/d.tsv"), TEXT);
  symlinkSync(join("data", "d.tsv"), at("link.tsv"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a file and a link to it", () => {
  test.each([
    ["link.tsv", "data/d.tsv"],
    ["data/d.tsv", "link.tsv"],
  ])("could be labelled by two commands at a time: %s, then %s", async (first, second) => {
    const lock = await lockFile(at(first));
    try {
      expect(await run(`label ${second} --label k`, "a")).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${second} must be labelled or merged by one command at a time`),
      });
    } finally {
      lock.release();
    }
  });

  test("had two journals and two settings, with other answers in each", async () => {
    await run("label data/d.tsv --label k", "aq");
    expect(JSON.parse((await run("label link.tsv --json", "bq")).out)).toMatchObject({
      labelled: 4,
      journal: expect.stringMatching(/data.d\.tsv\.labels\.jsonl$/),
    });
    expect([existsSync(at("link.tsv.labels.jsonl")), existsSync(at("link.tsv.xpal.json"))]).toEqual([false, false]);
    expect((await run("label link.tsv --merge")).code).toBe(0);
    expect(readFileSync(at("data/d.tsv"), "utf8").match(/[ab]$/gm)).toHaveLength(4);
    expect(existsSync(at("data/d.tsv.labels.jsonl"))).toBe(false);
  });

  test("take vectors that are remembered from where they lie", async () => {
    writeFileSync(at("data/e.csv"), "v1,v2\n1.5,2\n2.5,1\n3.5,5\n4.5,2\n5.5,9\n");
    await run("label data/d.tsv --label k --embeddings data/e.csv", "aq");
    expect((await run("suggest link.tsv")).code).toBe(0);
  });

  test.each([
    ["suggest data/d.tsv --label k --json", /"unlabelled":2/],
    ["predict data/d.tsv --label k --json", /"predictions":\[\{[^[]*\},\{[^[]*\}\],"classes"/],
    ["label data/d.tsv --label k --merge --json", /"answers":1/],
    ["label data/d.tsv --label k --json", /"labelled":3/],
  ])("answers that were given under a link were not seen by: %s", async (words, seen) => {
    await run("label link.tsv --label k", "aq");
    const { code, out } = await run(words, "q");
    expect(out).toMatch(seen);
    expect(code).toBe(0);
    expect(readdirSync(folder)).toEqual(["data", "link.tsv"]);
  });

  test("a folder named by a link to it keeps its journal", async () => {
    symlinkSync("data", at("short"));
    await run("label short/d.tsv --label k", "aq");
    expect(JSON.parse((await run("label data/d.tsv --json", "q")).out).labelled).toBe(3);
    expect((await run("label short/d.tsv", "bq")).code).toBe(0);
  });
});
