import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-counts-"));
const file = join(folder, "rows.csv");
const run = (...words: string[]) => runHere(folder, words);
const json = async (...words: string[]) => JSON.parse((await run(...words, "--json")).out);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Column = { columns: string[]; weight: number; low: number; verdict: string; pinned: boolean };
const find = (columns: readonly Column[], name: string) => columns.find((column) => column.columns.includes(name));

beforeEach(() => {
  let state = 2024;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32;
  };
  const rows = Array.from({ length: 90 }, (_, i) => {
    const [noise, hum, signal] = [random(), random(), random()].map((value) => value.toFixed(3));
    const name = Math.floor(4 * Number(signal)) % 2 === 0 ? "even" : "odd";
    return [noise, hum, signal, i < 52 ? name : ""].join(",");
  });
  for (const name of [`${file}.xpal.json`, `${file}.labels.jsonl`]) rmSync(name, { force: true });
  writeFileSync(file, ["noise,hum,signal,class", ...rows, ""].join("\n"));
});

describe("what counts", () => {
  test("is said by inspect and by evaluate, in words and as data", async () => {
    const { learned } = await json("inspect", "rows.csv", "--label", "class");
    expect(learned.columns[0]).toMatchObject({ columns: ["signal"], verdict: "counts" });
    const { out } = await run("inspect", "rows.csv", "--label", "class");
    expect(out).toMatch(/\nWhat counts, learned from 50 labelled rows[^\n]*\n\n[^\n]*\nsignal .*counts\n/);
    const small = [
      "evaluate",
      "rows.csv",
      "--label",
      "class",
      "--budget",
      "12",
      "--repetitions",
      "1",
      "--strategies",
      "us",
    ];
    expect((await json(...small, "--pin", "hum")).learned.columns[0].columns).toEqual(["signal"]);
    expect((await run(...small)).out).toContain("\nWhat counts, learned from 50 labelled rows");
  });

  test("goes into the model file, from which predict says it", async () => {
    const saved = await json("predict", "rows.csv", "--label", "class", "--save", "model.json", "--explain");
    expect(saved.learned.columns[0].columns).toEqual(["signal"]);
    const model = JSON.parse(readFileSync(join(folder, "model.json"), "utf8"));
    expect(model.learned.columns[0]).toEqual(saved.learned.columns[0]);
    const changed = {
      ...model,
      learned: { ...model.learned, columns: [{ ...model.learned.columns[0], relative: 3 }] },
    };
    writeFileSync(join(folder, "changed.json"), JSON.stringify(changed));
    expect((await json("predict", "changed.json", "rows.csv", "--explain")).learned.columns).toHaveLength(1); // as it is stored
    const { learned: _, ...earlier } = model;
    writeFileSync(join(folder, "earlier.json"), JSON.stringify(earlier));
    const again = await json("predict", "earlier.json", "rows.csv", "--explain");
    expect(again.learned.columns).toEqual(saved.learned.columns);
    expect((await run("predict", "model.json", "rows.csv", "--explain")).out).toContain(
      "\nWhat counts, learned from 50",
    );
    expect(await json("predict", "model.json", "rows.csv")).not.toHaveProperty("learned");
  });
});

describe("--ignore and --pin", () => {
  const suggest = (...more: string[]) => json("suggest", "rows.csv", "--label", "class", "--explain", ...more);

  test("leave a column out, and keep one at its base weight", async () => {
    const plain = await suggest();
    expect(find(plain.learned.columns, "hum")?.weight).toBeLessThan(1);
    const ignored = await suggest("--ignore", "hum");
    expect(find(ignored.learned.columns, "hum")).toBeUndefined();
    expect(ignored.learned.unused).toEqual([{ name: "hum", why: "ignored" }]);
    const pinned = await suggest("--pin", "hum");
    expect(find(pinned.learned.columns, "hum")).toMatchObject({ pinned: true });
    expect(find(pinned.learned.columns, "hum")?.low).toBeGreaterThanOrEqual(1);
    const scores = (found: { suggestions: { score: number }[] }) => found.suggestions.map(({ score }) => score);
    expect(scores(pinned)).not.toEqual(scores(plain));
    expect(scores(ignored)).not.toEqual(scores(plain));
  });

  test("are remembered with the answers, told, and taken back", async () => {
    await runHere(
      folder,
      ["label", "rows.csv", "--label", "class", "--ignore", "hum", "--pin", "noise", "--json"],
      "1q",
    );
    expect(JSON.parse(readFileSync(`${file}.xpal.json`, "utf8"))).toMatchObject({ ignore: ["hum"], pin: ["noise"] });
    const { learned, notices } = await suggest();
    expect(learned.unused).toEqual([{ name: "hum", why: "ignored" }]);
    expect(find(learned.columns, "noise")?.pinned).toBe(true);
    expect(notices[0]).toContain("--ignore hum --pin noise");
    const back = await suggest("--no-ignore", "--no-pin");
    expect(back.learned.unused).toEqual([]);
    expect(back.learned.columns.some((column: Column) => column.pinned)).toBe(false);
    expect(back.notices.join()).toContain("--no-ignore is used here, although");
  });

  test("work on a recipe that was written before", async () => {
    await run("inspect", "rows.csv", "--label", "class", "--write-recipe", "recipe.json");
    const { learned } = await suggest("--recipe", "recipe.json", "--ignore", "hum", "--pin", "noise");
    expect(find(learned.columns, "hum")).toBeUndefined();
    expect(find(learned.columns, "noise")?.pinned).toBe(true);
  });

  test.each([
    [["--ignore", "humm"], '--ignore humm must name a column of the table; did you mean "hum"?'],
    [["--pin", "humm"], '--pin humm must name a column of the table; did you mean "hum"?'],
    [["--pin", "class"], "--pin class must not name the label column"],
    [["--role", "class=numeric"], "--role class=numeric must not name the label column"],
    [["--ignore", "hum", "--pin", "hum"], "--pin hum must not name a column of --ignore"],
    [
      ["--role", "hum=id", "--pin", "hum"],
      "--pin hum must name a column that rows are compared by; these are noise, signal",
    ],
    [["--ignore", "hum", "--ignore", "noise", "--ignore", "signal"], "must have a column to learn from"],
  ])("reject %j in one sentence", async (words, sentence) => {
    const { code, err } = await run("suggest", "rows.csv", "--label", "class", ...words);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});
