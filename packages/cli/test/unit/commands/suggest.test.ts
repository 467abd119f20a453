import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-suggest-"));
const run = (...words: string[]) => runHere(folder, words);
const put = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  await run("datasets", "get", "iris", "--labels", "10", "--out", "flowers.csv");
});

describe("xpal suggest", () => {
  test("prints JSON with the row, its gain, and what is predicted", async () => {
    const { code, out, err } = await run(
      "suggest",
      "flowers.csv",
      "--label",
      "class",
      "--count",
      "3",
      "--json",
      "--batch",
      "top",
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { suggestions, labelled, unlabelled } = JSON.parse(out);
    expect(suggestions).toHaveLength(3);
    expect(Object.keys(suggestions[0])).toEqual(["row", "line", "gain", "items", "predicted", "probability", "score"]);
    expect(suggestions[0].items).toBeCloseTo(150 * suggestions[0].gain, 10);
    expect(suggestions.map((s: { score: number }) => s.score)).toEqual(
      suggestions.map((s: { score: number }) => s.score).sort((a: number, b: number) => b - a),
    );
    for (const { row, line } of suggestions) expect(line).toBe(row + 2); // one line of names, lines count from 1
    expect([labelled, unlabelled]).toEqual([10, 140]);
  });

  test("counts the risk of the row itself and a learned kernel by default, and neither with the paper's kernel", async () => {
    const words = ["suggest", "flowers.csv", "--label", "class", "--count", "1", "--json"];
    const learned = JSON.parse((await run(...words)).out);
    const plain = JSON.parse((await run(...words, "--kernel", "auto")).out);
    const [[own], [gain]] = [learned.suggestions, plain.suggestions];
    expect([learned.kernel, plain.kernel]).toEqual(["learned", "auto"]);
    expect(own.score - own.gain).toBeCloseTo((1 - own.probability) / 150, 4); // nearly: the score has its priors
    expect(gain.score).toBeCloseTo(gain.gain, 12);
  });

  test("says in words what one more label is expected to bring", async () => {
    expect((await run("suggest", "flowers.csv", "--label", "class")).out).toMatch(
      /\nOne more label \(line \d+\) is expected to lower the error rate by [\d.]+ points: [\d.]+ of 150 rows\.\n$/,
    );
  });

  test("shows the scores that it sorts by, and how they are meant", async () => {
    const shown = async (...more: string[]) => {
      const { out } = await run("suggest", "flowers.csv", "--label", "class", "--count", "4", ...more);
      const lines = out.split("\n").filter((line) => /^ *\d+ {2}/.test(line));
      return { out, scores: lines.map((line) => Number(line.trim().split(/ +/)[1])) };
    };
    const top = await shown("--batch", "top");
    expect(top.scores).toEqual([...top.scores].sort((a, b) => b - a));
    expect(top.out).toContain("\nThe highest score comes first.\n");
    expect((await shown()).out).toContain("each score counts the rows above it as answered.\n");
  });

  test("starts from an empty label column when the classes are declared", async () => {
    put("empty.csv", "x,y,class\n0,0,\n0,1,\n5,5,\n5,6,\n");
    const { code, out } = await run(
      "suggest",
      "empty.csv",
      "--label",
      "class",
      "--classes",
      "a,b",
      "--json",
      "--count",
      "9",
    );
    expect(code).toBe(0);
    expect(
      JSON.parse(out)
        .suggestions.map((s: { row: number }) => s.row)
        .sort(),
    ).toEqual([0, 1, 2, 3]);
  });

  test("adds a label column that does not exist yet when told so", async () => {
    put("bare.csv", "x,y\n0,0\n0,1\n5,5\n");
    expect((await run("suggest", "bare.csv", "--label", "class", "--new-label", "--classes", "a,b")).code).toBe(0);
  });

  test("gives the same rows for the same seed, and counts answers in the journal", async () => {
    const words = ["suggest", "flowers.csv", "--label", "class", "--csv"];
    expect((await run(...words)).out).toBe((await run(...words)).out);
    put("journalled.csv", readFileSync(join(folder, "flowers.csv")));
    const first = await run("suggest", "journalled.csv", "--label", "class", "--count", "1", "--json");
    await runHere(folder, ["label", "journalled.csv", "--label", "class"], "1");
    const second = await run("suggest", "journalled.csv", "--label", "class", "--count", "1", "--json");
    expect(JSON.parse(second.out).labelled).toBe(11);
    expect(JSON.parse(second.out).suggestions[0].row).not.toBe(JSON.parse(first.out).suggestions[0].row);
  });

  test.each(["random", "us", "pal", "eer", "qbc", "alce"])("works with the strategy %s", async (strategy) => {
    const { code, out } = await run("suggest", "flowers.csv", "--label", "class", "--strategy", strategy, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).suggestions).toHaveLength(10);
  });
});

describe("bad input to xpal suggest", () => {
  const wide = `${Array.from({ length: 30 }, (_, i) => `c${i}`).join(",")},class\n`;
  const cases: [string, string | Uint8Array | null, string[], RegExp][] = [
    ["a file that is missing", null, [], /bad\.csv must exist/],
    ["an empty file", "", [], /must not be empty/],
    [
      "a binary file",
      Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 3, 0, 0]),
      [],
      /bad\.csv must be a .* file, but it is|must be a text file/,
    ],
    ["ragged rows", "x,class\n1,a\n2,b,c\n3,a\n", [], /lines? 3/],
    [
      "a misspelt label column",
      "x,clas\n1,a\n2,b\n3,\n",
      [],
      /did you mean "clas"\? --new-label adds a column of this name/,
    ],
    ["only one class", "x,class\n1,a\n2,a\n3,\n", [], /must have at least two classes, but only "a" occurs/],
    ["every row labelled", "x,class\n1,a\n2,b\n3,a\n", [], /must have an empty cell, but every row is labelled/],
    ["one row", "x,class\n1,\n", ["--classes", "a,b"], /at least two (rows|items)/],
    [
      "an undeclared class",
      "x,class\n1,a\n2,c\n3,\n",
      ["--classes", "a,b"],
      /must hold one of the classes a, b, got "c"/,
    ],
    ["a role that does not exist", "x,class\n1,a\n2,b\n3,\n", ["--role", "x=number"], /must be one of numeric/],
    ["a role for no column", "size,class\n1,a\n2,b\n3,\n", ["--role", "sise=text"], /did you mean "size"\?/],
    [
      "a role by another word",
      "x,class\n1,a\n2,b\n3,\n",
      ["--role", "x=string"],
      /got "string"; did you mean "text"\?/,
    ],
    ["a role that is misspelt", "x,class\n1,a\n2,b\n3,\n", ["--role", "x=numerc"], /did you mean "numeric"\?/],
    [
      "a label column without a name",
      "x,y\n1,a\n2,b\n",
      ["--label", "", "--new-label", "--classes", "a,b"],
      /must name the column that/,
    ],
    ["a label column that is not there", "x,y\n1,a\n2,b\n", [], /its columns are x, y; --new-label adds a column of/],
    [
      "a bandwidth of zero",
      "x,class\n1,a\n2,b\n3,\n",
      ["--bandwidth", "0"],
      /--bandwidth must be a finite number above 0/,
    ],
    ["nothing to learn from", "id,class\nq1,a\nq2,b\nq3,\n", ["--role", "id=id"], /must have a column to learn from/],
    ["an unknown strategy", "x,class\n1,a\n2,b\n3,\n", ["--strategy", "best"], /strategy/],
    ["a wide table without labels", wide, [], /must have at least two rows|must not|rows/],
  ];

  test.each(cases)("%s: exit code 2, one sentence, nothing left behind", async (_, content, more, sentence) => {
    rmSync(join(folder, "bad.csv"), { force: true });
    if (content !== null) put("bad.csv", content);
    const before = readdirSync(folder);
    const { code, out, err } = await run("suggest", "bad.csv", "--label", "class", ...more);
    expect(err).toMatch(sentence);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).not.toContain("    at ");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(readdirSync(folder)).toEqual(before);
  });

  test("a folder is rejected or read as one, never as a file", async () => {
    const { code, err } = await run("suggest", ".", "--label", "class");
    expect(code).toBe(2);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  test("UTF-16 and a byte order mark do not change what is read", async () => {
    const text = readFileSync(join(folder, "flowers.csv"), "utf8");
    put("utf16.csv", Buffer.from(`\ufeff${text}`, "utf16le"));
    put("marked.csv", `\ufeff${text}`);
    const suggested = async (file: string) =>
      JSON.parse((await run("suggest", file, "--label", "class", "--json")).out).suggestions;
    expect(await suggested("utf16.csv")).toEqual(await suggested("flowers.csv"));
    expect(await suggested("marked.csv")).toEqual(await suggested("flowers.csv"));
    expect(existsSync(join(folder, "marked.csv.labels.jsonl"))).toBe(false);
  });
});
