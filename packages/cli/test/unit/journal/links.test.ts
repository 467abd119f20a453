// A file that is labelled under the name of a symbolic link is one file: one lock, one journal.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
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
/** A journal beside a link, as earlier versions began it, which is found nowhere else than there. */
async function beginBesideLink(link: string): Promise<void> {
  await run("label data/d.tsv --label k", "aq");
  renameSync(at("data/d.tsv.labels.jsonl"), at(`${link}.labels.jsonl`));
  renameSync(at("data/d.tsv.xpal.json"), at(`${link}.xpal.json`));
}

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

  test("answers that an earlier version kept beside a link were not seen under the name of the file", async () => {
    await beginBesideLink("link.tsv");
    const { labelled, journal } = JSON.parse((await run("label data/d.tsv --json", "bq")).out);
    expect([labelled, journal]).toEqual([4, "link.tsv.labels.jsonl"]);
    expect((await run("label data/d.tsv --merge")).code).toBe(0);
    expect(readFileSync(at("data/d.tsv"), "utf8").match(/[ab]$/gm)).toHaveLength(4);
    expect(existsSync(at("link.tsv.labels.jsonl"))).toBe(false);
  });

  test("answers beside a link that is used again stay there, and it is said who does not see them", async () => {
    mkdirSync(at("mine"));
    symlinkSync(join("..", "data", "d.tsv"), at("mine/far.tsv"));
    await beginBesideLink("mine/far.tsv");
    const { code, err } = await run("suggest mine/far.tsv");
    expect(code).toBe(0);
    expect(err).toMatch(
      /note: the answers are in mine.far\.tsv\.labels\.jsonl, beside a link: a command that is given the name of the file itself finds them only if it is run in the folder of the link; move them to .*data.d\.tsv\.labels\.jsonl to have them under both names\n/,
    );
    renameSync(at("mine/far.tsv.labels.jsonl"), at("data/d.tsv.labels.jsonl"));
    for (const name of ["mine/far.tsv", "data/d.tsv"]) {
      const again = await run(`label ${name} --label k --json`, "q");
      expect([JSON.parse(again.out).labelled, again.err]).toEqual([3, expect.not.stringContaining("beside a link")]);
    }
  });

  test("answers beside another link were left out without a word", async () => {
    symlinkSync(join("data", "d.tsv"), at("other.tsv"));
    await beginBesideLink("link.tsv");
    renameSync(at("link.tsv"), at("kept.tsv")); // so that it is not found, and a second journal begins
    await run("label data/d.tsv --label k", "bq");
    renameSync(at("kept.tsv"), at("link.tsv"));
    const said =
      "link.tsv.labels.jsonl holds answers for the same file, which are not used here; xpal label link.tsv --merge writes them into the file";
    for (const name of ["data/d.tsv", "other.tsv"])
      expect((await run(`suggest ${name} --label k`)).err).toContain(said);
    renameSync(at("data/d.tsv.labels.jsonl"), at("other.tsv.labels.jsonl"));
    expect((await run("suggest other.tsv --label k")).err).toContain(said);
    expect(await run("suggest data/d.tsv --label k")).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /must have one journal, but link\.tsv\.labels\.jsonl and other\.tsv\.labels\.jsonl hold answers for the same file; merge one/,
      ),
    });
    expect((await run("label other.tsv --label k --merge")).code).toBe(0); // each can be merged under its own name
  });

  test.each([
    ["a file that nobody may write", "read.tsv"],
    ["a store of Hugging Face or DVC", "2b5ca9f6d5f3c4e1a0987654321fedcba0123456"],
    ["a store of git-annex", "SHA256E-s27--0f343b0931126a20f133d67c2b018a3b0f343b0931126a20f133d67c2b018a3b.tsv"],
  ])("answers to %s stay beside the link", async (_, name) => {
    writeFileSync(at(`data/${name}`), TEXT, name === "read.tsv" ? { mode: 0o444 } : {});
    symlinkSync(join("data", name), at("stored.tsv"));
    const { out, err } = await run("label stored.tsv --label k --json", "aq");
    expect(JSON.parse(out).journal).toBe("stored.tsv.labels.jsonl");
    expect(err).toContain("beside a link");
    expect(err).not.toContain("move them");
    expect(readdirSync(at("data")).sort()).toEqual([name, "d.tsv"].sort());
    expect(JSON.parse((await run("label stored.tsv --json", "bq")).out).labelled).toBe(4);
    const found = await run(`suggest data/${name} --label k --json`); // by the link in the current folder
    expect(JSON.parse(found.out).unlabelled).toBe(1);
  });

  test("are told apart where each has answers of its own", async () => {
    await beginBesideLink("link.tsv");
    renameSync(at("link.tsv.labels.jsonl"), at("kept"));
    await run("label data/d.tsv --label k", "bq");
    renameSync(at("kept"), at("link.tsv.labels.jsonl"));
    const { code, err } = await run("label link.tsv", "bq");
    expect(code).toBe(2);
    expect(err).toMatch(
      /link\.tsv must have one journal, but .*link\.tsv\.labels\.jsonl and .*d\.tsv\.labels\.jsonl hold answers for the same file; merge one of them under its own name/,
    );
    expect((await run("label data/d.tsv --merge")).code).toBe(0);
    expect((await run("suggest link.tsv")).code).toBe(2); // the file says b by now, the answer a
  });

  test("a folder named by a link to it keeps its journal", async () => {
    symlinkSync("data", at("short"));
    await run("label short/d.tsv --label k", "aq");
    expect(JSON.parse((await run("label data/d.tsv --json", "q")).out).labelled).toBe(3);
    expect((await run("label short/d.tsv", "bq")).code).toBe(0);
  });
});
