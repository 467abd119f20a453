// Commands that are told to write onto the rows, answers or settings that they read.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

// Two groups; the first six rows are labelled.
const ROWS = Array.from({ length: 14 }, (_, i) => `${(i % 2) * 5 + i / 10},${i < 6 ? "ab"[i % 2] : ""}`);
const TABLE = `x,y\n${ROWS.join("\n")}\n`;

let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-outputs-"));
  writeFileSync(join(folder, "t.csv"), TABLE);
  await runHere(folder, ["label", "t.csv", "--label", "y"], "aq");
});

afterEach(() => rmSync(folder, { recursive: true }));

const kept = ["t.csv", "t.csv.labels.jsonl", "t.csv.xpal.json"];
const contents = () => kept.map((name) => readFileSync(join(folder, name), "utf8"));

test.each([
  ["predict t.csv --out t.csv", "must not be a file that this command reads"],
  ["predict t.csv --stream --out t.csv", "must not be a file that this command reads"],
  ["predict t.csv --save t.csv", "must not be a file that this command reads"],
  ["predict t.csv --out t.csv.labels.jsonl", "must not be a journal"],
  ["predict t.csv --out t.csv.xpal.json", "must not be the settings"],
  ["predict t.csv --out alias.csv", "must not be a file that this command reads"],
  ["predict t.csv --out hard.csv", "must not be a file that this command reads"],
  ["predict other.csv --label y --out t.csv", "must not be a table that is being labelled"],
  ["predict t.csv other.csv --out other.csv", "must not be a file that this command reads"],
  ["inspect t.csv --write-recipe t.csv", "must not be a file that this command reads"],
  ["inspect t.csv --write-recipe t.csv.labels.jsonl", "must not be a journal"],
  ["label t.csv --merge --out t.csv.labels.jsonl", "must not be a journal"],
  ["label t.csv --merge --out t.csv.xpal.json", "must not be the settings"],
  ["predict t.csv --out p.jsonl", 'must not name another format than CSV, which is written there, got "p.jsonl"'],
  ["label t.csv --merge --out new.xlsx", "must not name another format than CSV"],
  ["datasets get iris --out iris.parquet", "must not name another format than CSV"],
  ["datasets get iris --out t.csv", "must not be a table that is being labelled"],
])("rows, labels and answers were replaced by what `xpal %s` wrote over them", async (command, rule) => {
  copyFileSync(join(folder, "t.csv"), join(folder, "other.csv"));
  symlinkSync("t.csv", join(folder, "alias.csv"));
  linkSync(join(folder, "t.csv"), join(folder, "hard.csv"));
  const before = contents();
  const { code, out, err } = await runHere(folder, command.split(" "));
  expect(err).toContain(rule);
  expect([code, out]).toEqual([2, ""]);
  expect(contents()).toEqual(before);
});

test("a model and the predictions written to one file left only the predictions", async () => {
  const { code, err } = await runHere(folder, ["predict", "t.csv", "--save", "both", "--out", "both"]);
  expect(code).toBe(2);
  expect(err).toContain("--out must not be the file of --save");
  expect(existsSync(join(folder, "both"))).toBe(false);
});

test("a file that an earlier run wrote is replaced", async () => {
  for (let time = 0; time < 2; time++) {
    const { code } = await runHere(folder, ["predict", "t.csv", "--save", "m.json", "--out", "p.csv"]);
    expect(code).toBe(0);
  }
  expect((await runHere(folder, ["label", "t.csv", "--merge", "--out", "t.csv"])).code).toBe(0);
});
