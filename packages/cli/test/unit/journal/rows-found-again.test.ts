// Answers stay usable when something else than their rows changes: vectors beside the file, the type that one more row gives
// a column, other files in a folder.
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-found-again-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const run = (words: string, keys = "") => runHere(folder, words.split(" "), keys);
const rows = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => `${line(i)}\n`);

describe("answers were rejected, since their row was another one,", () => {
  const TABLE = `id,size,kind\n${rows(12, (i) => `r${i},${i}.5,${i < 4 ? "ab"[i % 2] : ""}`).join("")}`;
  const vectors = (factor: number) => `id,v1,v2\n${rows(12, (i) => `r${i},${factor * i},${(7 * i) % 5}.5`).join("")}`;

  test("once vectors were added to the file", async () => {
    put("j.csv", TABLE);
    await run("label j.csv --label kind", "abq");
    put("e.csv", vectors(0.3));
    const { code, out } = await run("suggest j.csv --embeddings e.csv --json");
    expect([code, JSON.parse(out).labelled]).toEqual([0, 6]);
  });

  test("once vectors were computed anew or removed", async () => {
    put("j.csv", TABLE);
    put("e.csv", vectors(0.3));
    await run("label j.csv --label kind --embeddings e.csv", "abq");
    put("e.csv", vectors(0.7));
    expect(JSON.parse((await run("suggest j.csv --json")).out).labelled).toBe(6);
    rmSync(join(folder, "e.csv"));
    expect(await run("label j.csv --merge")).toMatchObject({ code: 0, err: "" });
  });

  test.each([
    ["1.50", ","],
    ["1,50", ";"],
  ])("once a row was appended that made prices such as %s text", async (price, separator) => {
    const line = (i: number) => [price.replace("1", String(i)), `w${i % 3}`, i < 4 ? "ab"[i % 2] : ""].join(separator);
    put("p.csv", `${["price", "word", "kind"].join(separator)}\n${rows(12, line).join("")}`);
    await run("label p.csv --label kind", "abq");
    appendFileSync(join(folder, "p.csv"), `${["on request", "w1", ""].join(separator)}\n`);
    expect((await run("label p.csv --label kind --stream", "aq")).code).toBe(0);
    expect((await run("label p.csv --merge")).code).toBe(0);
    expect(readFileSync(join(folder, "p.csv"), "utf8").match(/[ab]$/gm)).toHaveLength(7);
  });

  test("once the row was removed that made prices text", async () => {
    const text = `price,word,kind\n${rows(12, (i) => `${i}.50,w${i % 3},${i < 4 ? "ab"[i % 2] : ""}`).join("")}`;
    put("p.csv", `${text}on request,w9,b\n`);
    await run("label p.csv --label kind", "abq");
    put("p.csv", text);
    expect((await run("label p.csv --merge")).code).toBe(0);
  });

  test("once a text was added to a folder of texts", async () => {
    mkdirSync(join(folder, "notes"));
    for (let i = 0; i < 8; i++) put(join("notes", `m${i}.txt`), `a note about ${["cats", "dogs"][i % 2]} number ${i}`);
    const words = "--new-label kind --classes a,b";
    expect((await run(`label notes ${words}`, "abaq")).code).toBe(0);
    put(join("notes", "a.txt"), "a note about fish");
    const { code, out } = await run("suggest notes --json");
    expect([code, JSON.parse(out).labelled]).toEqual([0, 3]);
    await run("label notes", "bq");
    expect((await run("label notes --merge --out labelled.csv")).code).toBe(0);
    const before = readFileSync(join(folder, "notes.labels.jsonl"), "utf8").trim().split("\n").slice(1, 4);
    const labelled = readFileSync(join(folder, "labelled.csv"), "utf8").split("\n");
    for (const { row, label } of before.map((line) => JSON.parse(line))) {
      expect(labelled.find((line) => line.includes(`m${row}.txt`))).toMatch(new RegExp(`,${label}$`));
    }
  });
});

test("vectors that are remembered and gone were missed without a word of where they had been named", async () => {
  put("j.csv", `id,size,kind\n${rows(12, (i) => `r${i},${i}.5,${i < 4 ? "ab"[i % 2] : ""}`).join("")}`);
  put("e.csv", `id,v1,v2\n${rows(12, (i) => `r${i},${i},${i % 5}.5`).join("")}`);
  await run("label j.csv --label kind --embeddings e.csv", "abq");
  rmSync(join(folder, "e.csv"));
  for (const command of ["suggest", "predict", "label", "forecast", "inspect"]) {
    const { code, err } = await run(`${command} j.csv`, "q");
    expect([code, err]).toEqual([
      2,
      `xpal ${command}: the file of --embeddings that j.csv.xpal.json remembers must exist, got "e.csv"; put it back, name it with --embeddings, or give --no-remembered to do without it\n`,
    ]);
  }
  expect((await run("suggest j.csv --no-remembered --label kind")).code).toBe(0);
});
