import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-settings-"));
const file = join(folder, "notes.csv");
const settings = `${file}.xpal.json`;
const run = (...words: string[]) => runHere(folder, words);
const label = (keys: string, ...more: string[]) => runHere(folder, ["label", "notes.csv", "--json", ...more], keys);
const GIVEN = ["--label", "kind", "--new-label", "--classes", "bug,question", "--role", "days=ignored"];
const remembered = () => JSON.parse(readFileSync(settings, "utf8"));

beforeEach(() => {
  for (const name of [settings, `${file}.labels.jsonl`]) rmSync(name, { recursive: true, force: true });
  const messages = ["it crashes", "how do I start", "crash on start", "where is it", "an error", "how can I find it"];
  const rows = messages.map((message, i) => `${message} today please,${(i * 7) % 5}`);
  writeFileSync(file, ["message,days", ...rows].join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("what was said when a file was labelled", () => {
  test("is remembered with the first answer, not before", async () => {
    await label("q", ...GIVEN);
    expect(existsSync(settings)).toBe(false);
    await label("12q", ...GIVEN);
    expect(remembered()).toEqual({
      ...{ format: "xpal-settings", version: 1, label: "kind", newLabel: true },
      ...{ classes: ["bug", "question"], role: { days: "ignored" } },
    });
  });

  test("makes predict, suggest, evaluate and inspect use the same model without being told again", async () => {
    await label("12q", ...GIVEN);
    const told = JSON.parse((await run("predict", "notes.csv", "--json", ...GIVEN)).out);
    const { out, code } = await run("predict", "notes.csv", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).predictions).toEqual(told.predictions);
    expect(JSON.parse(out).notices[0]).toBe(
      "as notes.csv.xpal.json remembers it: --label kind --new-label --classes bug,question --role days=ignored",
    );
    expect(told.notices).toEqual([]);
    expect((await run("suggest", "notes.csv")).err).toMatch(
      /^note: as notes\.csv\.xpal\.json remembers it: --label kind/,
    );
    const inspected = JSON.parse((await run("inspect", "notes.csv", "--json")).out);
    expect(inspected.columns[1]).toMatchObject({ name: "days", role: "ignored" });
    expect((await run("evaluate", "notes.csv")).err).toMatch(/at least 10 labelled rows/); // it knows the column
  });

  test("is overruled by the command line, and that is said", async () => {
    await label("12q", ...GIVEN);
    const { code, err } = await run("suggest", "notes.csv", "--role", "days=numeric", "--kernel", "auto");
    expect(code).toBe(0);
    expect(err).toContain("note: --role days=numeric is used here, although notes.csv.xpal.json remembers ignored\n");
    expect(remembered().role).toEqual({ days: "ignored" }); // suggest changes nothing
    await label("1q", "--role", "days=numeric", "--kernel", "auto");
    expect(remembered()).toMatchObject({ label: "kind", role: { days: "numeric" }, kernel: "auto" });
  });

  test("gave one label column the classes of another one, and a key the wrong meaning", async () => {
    const topics = ["x", "y", "x", "y", "", ""];
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, [`${lines[0]},topic`, ...topics.map((topic, i) => `${lines[i + 1]},${topic}`)].join("\n"));
    writeFileSync(join(folder, "costs.csv"), "truth,bug,question\nbug,0,1\nquestion,5,0\n");
    await label("12q", ...GIVEN, "--costs", "costs.csv");
    await run("label", "notes.csv", "--merge");
    const { code, out } = await run("suggest", "notes.csv", "--label", "topic", "--json");
    expect([code, JSON.parse(out).classes]).toEqual([0, ["x", "y"]]);
    expect(JSON.parse(out).notices).toContain(
      "notes.csv.xpal.json remembers --classes bug,question, which is left out here",
    );
    expect((await label("xq", "--label", "topic")).code).toBe(0);
    expect(readFileSync(`${file}.labels.jsonl`, "utf8")).toContain('"label":"x"');
    expect(remembered()).toEqual({
      ...{ format: "xpal-settings", version: 1, label: "topic", role: { days: "ignored" } },
    });
  });

  test("is left out on request, and a class that is typed into the file later is no error", async () => {
    await label("12q", ...GIVEN);
    expect((await run("suggest", "notes.csv", "--no-remembered")).err).toMatch(/--label must name the column/);
    await run("label", "notes.csv", "--merge");
    expect(existsSync(settings)).toBe(true);
    const [head, ...lines] = readFileSync(file, "utf8").split("\n");
    expect(head).toBe("message,days,kind");
    const open = lines.findIndex((line) => line.endsWith(","));
    lines[open] += "praise";
    writeFileSync(file, [head, ...lines].join("\n"));
    const { code, out } = await run("suggest", "notes.csv", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).classes).toEqual(["bug", "question", "praise"]);
  });

  test("does not make another label column a new one", async () => {
    await label("12q", ...GIVEN);
    expect((await run("suggest", "notes.csv", "--label", "knd")).err).toMatch(/column "knd" must be a column of the/);
  });

  test("in a file that is damaged is rejected with the way out", async () => {
    for (const text of ["{", '{"format":"other"}', '{"format":"xpal-settings","version":1,"colour":"red"}']) {
      writeFileSync(settings, text);
      const { code, err } = await run("suggest", "notes.csv", ...GIVEN);
      expect(code).toBe(2);
      expect(err).toMatch(
        /^xpal suggest: notes\.csv\.xpal\.json must .*; correct or remove it, or give --no-remembered\n$/,
      );
      expect((await run("suggest", "notes.csv", ...GIVEN, "--no-remembered")).code).toBe(0);
    }
  });

  test("about the encoding of a file changed the cells of another file in the predictions for it", async () => {
    const rows = Array.from({ length: 8 }, (_, i) => `Müller ${i},${i % 2 ? 9 : 1}.${i}0,${i % 2 ? "b" : "a"}`);
    writeFileSync(join(folder, "old.csv"), Buffer.from(`name,x,kind\n${rows.join("\n")}\nMeier,5.00,\n`, "latin1"));
    writeFileSync(join(folder, "new.csv"), "name,x\nMüller 0,4.790\nÖzil,NA\n");
    const how = ["--label", "kind", "--encoding", "windows-1252"];
    await runHere(folder, ["label", "old.csv", "--json", ...how], "aq");
    expect(readFileSync(join(folder, "old.csv.xpal.json"), "utf8")).toContain("windows-1252");
    expect((await run("predict", "old.csv", "new.csv", "--out", "p.csv")).code).toBe(0);
    const lines = readFileSync(join(folder, "p.csv"), "utf8").split("\n").slice(1, 3);
    const cells = lines.map((line) => line.split(",").slice(2, 4));
    expect(cells).toEqual([
      ["Müller 0", "4.790"],
      ["Özil", "NA"],
    ]);
  });

  test("about the separator of a file was used to read another file in pieces", async () => {
    const rows = Array.from({ length: 8 }, (_, i) => `n${i};${i % 2 ? 9 : 1}.${i};${i % 2 ? "b" : "a"}`);
    writeFileSync(join(folder, "parted.csv"), `name;x;kind\n${rows.join("\n")}\nn8;5.5;\n`);
    writeFileSync(join(folder, "new.csv"), "name,x\nm0,4.79\nm1,8\n");
    const how = ["--label", "kind", "--separator", ";", "--role", "name=id"];
    await runHere(folder, ["label", "parted.csv", "--json", ...how], "aq");
    const { err, code } = await run("predict", "parted.csv", "new.csv", "--stream", "--out", "p.csv");
    expect(err).not.toMatch(/must/);
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "p.csv"), "utf8")).toMatch(/^row,name,class,.*\n0,m0,a,.*\n1,m1,b,.*\n$/);
  });

  test("finds its vectors and its recipe from another folder", async () => {
    const vectors = Array.from({ length: 6 }, (_, i) => ({ embedding: [Math.cos(i), Math.sin(i)] }));
    writeFileSync(join(folder, "vectors.json"), JSON.stringify(vectors));
    await label("12q", ...GIVEN, "--role", "message=ignored", "--embeddings", "vectors.json");
    expect(remembered().embeddings).toBe("vectors.json");
    mkdirSync(join(folder, "elsewhere"), { recursive: true });
    const { code, out } = await runHere(join(folder, "elsewhere"), ["suggest", "../notes.csv", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out).labelled).toBe(2);
  });
});

describe("settings that were changed by hand", () => {
  const write = (more: object) =>
    writeFileSync(
      join(folder, "notes.csv.xpal.json"),
      JSON.stringify({ format: "xpal-settings", version: 1, ...more }),
    );

  test.each([
    [
      { ignore: "days" },
      /"ignore", must be a list of column names, or false for none, got "days"; correct or remove it/,
    ],
    [{ pin: true }, /"pin", must be a list of column names, or false for none, got true/],
    [{ labelCost: {} }, /"labelCost", must be a text/],
    [{ classes: "xy" }, /"classes", must be a list of texts, got "xy"/],
    [{ classes: [1, 2] }, /"classes", must be a list of texts/],
    [{ role: { days: "number" } }, /"role", must give columns one of the roles numeric, categorical, /],
    [{ embeddings: 3 }, /"embeddings", must be a text, got 3/],
    [{ kernel: "poly", label: "kind" }, /"kernel", must be "learned" or "auto" or /],
    [{ header: "yes" }, /"header", must be true or false, got "yes"/],
    [{ toString: 1 }, /must not say "toString"/],
  ])("failed inside, or were taken as they are: %j", async (more, sentence) => {
    write(more);
    const { code, err } = await run("suggest", "notes.csv", "--label", "kind", "--new-label", "--classes", "a,b");
    expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  test("and a journal that is a folder is rejected in a sentence", async () => {
    mkdirSync(join(folder, "notes.csv.labels.jsonl"));
    const { code, err } = await run("suggest", "notes.csv", "--label", "kind", "--new-label", "--classes", "a,b");
    expect([code, err]).toEqual([2, expect.stringContaining("but it is a folder; move it away")]);
  });
});

describe("a recipe file", () => {
  const write = () => run("inspect", "notes.csv", ...GIVEN, "--write-recipe", "recipe.json");

  test("is applied by every command as it was written", async () => {
    await write();
    const recipe = JSON.parse(readFileSync(join(folder, "recipe.json"), "utf8"));
    await label("12q", "--recipe", "recipe.json");
    expect(remembered()).toEqual({ format: "xpal-settings", version: 1, label: "kind", recipe: "recipe.json" });
    const inspected = JSON.parse((await run("inspect", "notes.csv", "--json")).out);
    expect(inspected.recipe).toEqual(recipe);
    const told = JSON.parse((await run("predict", "notes.csv", "--json", "--no-remembered", ...GIVEN)).out);
    expect(JSON.parse((await run("predict", "notes.csv", "--json")).out).predictions).toEqual(told.predictions);
  });

  test("goes with no option that it decides, and gives way to one when it is only remembered", async () => {
    await write();
    expect((await run("suggest", "notes.csv", "--recipe", "recipe.json", "--role", "days=text")).err).toMatch(
      /option '--recipe <file>' cannot be used with option '--role <column=role>'/,
    );
    await label("12q", "--recipe", "recipe.json");
    const { code, err } = await run(
      "suggest",
      "notes.csv",
      "--new-label",
      "--role",
      "days=numeric",
      "--classes",
      "bug,question",
    );
    expect(code).toBe(0);
    expect(err).toContain("note: notes.csv.xpal.json remembers --recipe recipe.json, which is left out here\n");
  });

  test.each([
    [["--recipe", "none.json"], /--recipe must exist, got "none\.json"; xpal inspect FILE --write-recipe RECIPE/],
    [["--recipe", "notes.csv"], /--recipe must be a recipe as JSON/],
    [["--recipe", "recipe.json", "--label", "days"], /--label must be "kind" as in recipe\.json, got "days"/],
    [["--recipe", "recipe.json", "--kernel", "rbf"], /--kernel must be learned or auto with a recipe/],
  ])("with %j is rejected", async (words, sentence) => {
    await write();
    const { code, err } = await run("suggest", "notes.csv", ...words);
    expect(err).toMatch(sentence);
    expect(code).toBe(2);
  });
});
