// QBC and ALCE need one table of numbers: what they cannot look at is rejected before anybody has answered a question.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-strategy-"));
const MIXED = 'must be one of xpal, pal, us, eer, random where columns of several kinds are compared, got "';
const TEXTS = 'must be one of xpal, pal, us, eer, random where texts are compared, got "';

beforeAll(() => {
  const kinds = ["red", "green", "blue"];
  const rows = Array.from({ length: 24 }, (_, i) => [i * 1.5, kinds[i % 3], i < 12 ? "" : i % 2 === 0 ? "a" : "b"]);
  writeFileSync(join(folder, "mixed.csv"), `size,colour,kind\n${rows.map((cells) => cells.join(",")).join("\n")}\n`);
  const words = [
    "old boats drift along the river",
    "new planes climb above the quiet town",
    "slow trains cross the valley",
  ];
  const texts = Array.from({ length: 24 }, (_, i) => `${words[i % 3]} ${words[(i * 7) % 3]} number ${i},`);
  writeFileSync(join(folder, "texts.csv"), `text,kind\n${texts.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["qbc", "alce"])("label took answers before it rejected the strategy %s", async (strategy) => {
  const of = (file: string, ...more: string[]) =>
    runHere(folder, ["label", file, "--label", "kind", "--classes", "a,b", "--strategy", strategy, ...more], "abab");
  const mixed = await of("mixed.csv");
  expect([mixed.code, mixed.err]).toEqual([
    2,
    expect.stringContaining(`xpal label: --strategy ${MIXED}${strategy}"; `),
  ]);
  expect(existsSync(join(folder, "mixed.csv.labels.jsonl"))).toBe(false);
  const texts = await of("texts.csv", "--kernel", "cosine");
  expect([texts.code, texts.err]).toEqual([2, expect.stringContaining(`xpal label: --strategy ${TEXTS}${strategy}"`)]);
});

test("suggest rejected the strategy without naming the option", async () => {
  const words = ["suggest", "mixed.csv", "--label", "kind", "--strategy", "qbc"];
  const { code, err } = await runHere(folder, words);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(`xpal suggest: --strategy ${MIXED}qbc"; leave columns out with --ignore`),
  ]);
  expect((await runHere(folder, [...words, "--ignore", "colour"])).code).toBe(0);
});
