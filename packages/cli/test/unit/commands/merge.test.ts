// What the labels are after `xpal label --merge`: those that were in the file, and the answers.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-merge-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const run = (words: string, keys = "") => runHere(folder, words.split(" "), keys);
const inspected = async (words: string) => JSON.parse((await run(`inspect ${words} --no-remembered --json`)).out);

describe("a new label column in a file without column names", () => {
  const NUMBERS = Array.from({ length: 20 }, (_, i) => `${i}.50,${(7 * i) % 20}.25\n`).join("");
  const TEXTS = Array.from({ length: 20 }, (_, i) => `a text of ${i} words for ${(7 * i) % 20} readers\n`).join("");
  test.each([
    ["numbers.csv", NUMBERS, ["column1", "column2"]],
    ["texts.txt", TEXTS, ["column1"]],
  ])("had no name after it was merged, and was a feature of the model: %s", async (name, text, columns) => {
    put(name, text);
    const { out } = await run(`label ${name} --new-label kind --classes a,b`, "ababababq");
    expect(out).toContain(`xpal label ${name} --merge --out labelled.csv`);
    const journal = read(`${name}.labels.jsonl`);
    const rejected = await run(`label ${name} --merge`);
    expect(rejected).toMatchObject({ code: 2, out: "" });
    expect(rejected.err).toContain(
      'must have a line with the names of its columns to get the column "kind"; write a new file with --out labelled.csv',
    );
    expect([read(name), read(`${name}.labels.jsonl`)]).toEqual([text, journal]);
    expect((await run(`label ${name} --merge --out labelled.csv`)).code).toBe(0);
    const found = await inspected("labelled.csv --label kind");
    const inFile = found.columns.filter(({ role }: { role: string }) => role !== "vector");
    expect(inFile.map(({ name }: { name: string }) => name)).toEqual([...columns, "kind"]);
    expect([found.rows, found.classes]).toEqual([
      20,
      [
        { class: "a", rows: 4 },
        { class: "b", rows: 4 },
      ],
    ]);
  });
});

describe("classes that are numbers", () => {
  test("became two each where the file has decimal commas", async () => {
    const labels = ["1,5", "2,0", "2,5"];
    const lines = Array.from({ length: 14 }, (_, i) => `${i},25;${(5 * i) % 14},75;${i < 6 ? labels[i % 3] : ""}`);
    put("a.csv", `x;y;note\n${lines.join("\n")}\n`);
    await run("label a.csv --label note", "1213q");
    expect((await run("label a.csv --merge")).code).toBe(0);
    expect((await inspected("a.csv --label note")).classes).toEqual([
      { class: "1,5", rows: 4 },
      { class: "2,0", rows: 3 },
      { class: "2,5", rows: 3 },
    ]);
    const cells = read("a.csv")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(";")[2]);
    expect(new Set(cells)).toEqual(new Set([...labels, ""]));
  });

  test("became two each where an answer is no number", async () => {
    const lines = Array.from({ length: 14 }, (_, i) => `${i}.25,${(5 * i) % 14}.75,${i < 6 ? `${i % 2}.0` : ""}`);
    const text = `x,y,class\n${lines.join("\n")}\n`;
    put("b.csv", text);
    await run("label b.csv --label class --classes 0,1,unsure", "012012q");
    expect((await run("label b.csv --merge")).code).toBe(0);
    expect((await inspected("b.csv --label class")).classes).toEqual([
      { class: "0.0", rows: 5 },
      { class: "1.0", rows: 5 },
      { class: "unsure", rows: 2 },
    ]);
  });

  test.each(["1.10,1.9", "+1,-1", "1.0,2.0", "1e3,1e4"])(
    "%s were split by a merge, since labels were read as numbers",
    async (classes) => {
      put("d.csv", `x,y,ver\n${Array.from({ length: 8 }, (_, i) => `${i},${(5 * i) % 8},`).join("\n")}\n`);
      await run(`label d.csv --label ver --classes ${classes}`, "1212q");
      expect((await run("label d.csv --merge")).code).toBe(0);
      const found = await inspected("d.csv --label ver");
      expect(found.classes.map((one: { class: string }) => one.class).sort()).toEqual(classes.split(",").sort());
    },
  );

  test("1.10, written into a row that was answered 1.1, passed for the same label and was overwritten", async () => {
    const labels = ["1.1", "1.10", "1.1", "1.10", "", "", "", ""];
    const text = (cells: string[]) =>
      `x,y,ver\n${cells.map((label, i) => `${i},${(5 * i) % 8},${label}`).join("\n")}\n`;
    put("w.csv", text(labels));
    await run("label w.csv --label ver", "1q");
    const { row, label } = JSON.parse(read("w.csv.labels.jsonl").trim().split("\n").at(-1) as string);
    expect(label).toBe("1.1");
    const edited = text(labels.map((cell, i) => (i === row ? "1.10" : cell)));
    put("w.csv", edited);
    const { code, err } = await run("label w.csv --merge");
    expect([code, err]).toEqual([2, expect.stringContaining('must be empty or "1.1" as answered, but it is "1.10"')]);
    expect([read("w.csv"), read("w.csv.labels.jsonl")]).toEqual([edited, expect.stringContaining("1.1")]);
  });

  test("had answers of another name in journals of earlier versions, which called 1.0 the class 1", async () => {
    const labels = ["1.0", "2.0", "1.0", "2.0", "", "", "", ""];
    put("old.csv", `x,y,kind\n${labels.map((label, i) => `${i},${(5 * i) % 8},${label}`).join("\n")}\n`);
    await run("label old.csv --label kind --no-remembered", "11q");
    const journal = read("old.csv.labels.jsonl");
    expect(journal).toContain('"label":"1.0"');
    put("old.csv.labels.jsonl", journal.replaceAll('"label":"1.0"', '"label":"1"'));
    const asked = JSON.parse((await run("suggest old.csv --label kind --no-remembered --json")).out);
    expect(asked.classes).toEqual(["1", "2.0"]);
    expect((await run("label old.csv --label kind --merge")).code).toBe(0);
    expect((await inspected("old.csv --label kind")).classes).toEqual([
      { class: "1.0", rows: 4 },
      { class: "2.0", rows: 2 },
    ]);
  });
});

describe("classes that the encoding of the file has no letters for", () => {
  test.each([
    ["windows-1252", Buffer.from("x,größe,k\n", "latin1")],
    ["gb18030", Buffer.from([...Buffer.from("x,"), 0xd6, 0xd0, ...Buffer.from(",k\n")])],
  ])("could be written neither into the file nor into a new one: %s", async (encoding, head) => {
    const lines = Array.from({ length: 12 }, (_, i) => `${i}.5,w${i % 3},${i < 4 ? "ab"[i % 2] : ""}\n`);
    writeFileSync(join(folder, "old.csv"), Buffer.concat([head, Buffer.from(lines.join(""))]));
    await runHere(
      folder,
      ["label", "old.csv", "--label", "k", "--encoding", encoding, "--classes", "a,b,gut 👍"],
      "1a",
    );
    expect(await run("label old.csv --merge")).toMatchObject({
      code: 2,
      err: expect.stringContaining("write a new file instead"),
    });
    const { code, err } = await run("label old.csv --merge --out new.csv");
    expect([code, err]).toEqual([
      0,
      expect.stringContaining(`new.csv is written as UTF-8, since the answers cannot be written in ${encoding}`),
    ]);
    const [names, ...written] = read("new.csv").split("\n");
    expect(names).toBe(encoding === "gb18030" ? "x,中,k" : "x,größe,k");
    expect(written.filter((line) => line.endsWith("gut 👍"))).toHaveLength(1);
    expect(written.map((line) => line.replace(/[^,]*$/, ""))).toEqual(
      [...lines, ""].map((line) => line.trimEnd().replace(/[^,]*$/, "")),
    );
  });
});
