// What the commands make of files of all kinds, good and bad.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled, csvCells, type Table } from "@xpal/data";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrowWithTimes } from "../../../../data/test/arrow-times.ts";
import { type OpenmlServer, openmlServer } from "../../../../data/test/openml-server.ts";
import { writtenFormats } from "../../../../data/test/written-formats.ts";
import { hideLabels } from "../../../src/project/datasets/hide-labels.ts";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-files-"));
const run = (...words: string[]) => runHere(folder, words);
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the same table in another format", () => {
  let files: Record<string, Uint8Array>;
  beforeAll(async () => {
    const table: Table = hideLabels(await bundled("iris"), "class", 12, 1);
    files = await writtenFormats(table);
    for (const [name, content] of Object.entries(files)) put(name, content);
  });

  test("gives the same suggestions", async () => {
    const suggested = async (name: string) => {
      const { code, out, err } = await run("suggest", name, "--label", "class", "--json");
      expect({ name, code, err }).toEqual({ name, code: 0, err: "" });
      return JSON.parse(out).suggestions.map(({ line: _, ...suggestion }: { line?: number }) => suggestion);
    };
    const expected = await suggested("table.csv");
    expect(expected).toHaveLength(10);
    for (const name of Object.keys(files)) expect({ name, is: await suggested(name) }).toEqual({ name, is: expected });
  });

  test("is labelled the same way, and merged into a CSV file where it cannot be changed in place", async () => {
    await runHere(folder, ["label", "table.parquet", "--label", "class"], "1");
    const rejected = await run("label", "table.parquet", "--label", "class", "--merge");
    expect(rejected).toMatchObject({ code: 2, out: "" });
    expect(rejected.err).toMatch(/must be CSV or TSV to be changed in place; write a new file with --out/);
    expect((await run("label", "table.parquet", "--label", "class", "--merge", "--out", "out.csv")).code).toBe(0);
    const { out } = await run("inspect", "out.csv", "--label", "class", "--json");
    expect(JSON.parse(out).unlabelled).toBe(137);
  });

  test("had its cells written otherwise when answers were merged into a new file or rows were predicted", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => {
      const time = `2024-01-04 10:${10 + i}`;
      return [i % 5 ? String(i) : "NA", time, `1,20${i % 10}.50`, `${i % 2}.00`, "abab"[i] ?? ""];
    });
    const text = rows.map(([a, time, price, x, kind]) => `${a},${time},"${price}",${x},${kind}\n`).join("");
    put("packed.zip", zipSync({ "t.csv": strToU8(`a,time,price,x,kind\n${text}`) }));
    const when = (i: number) => `2024-01-01T00:30:00.${100000 + i}+02:00`;
    const items = rows.map(([, , , x, kind], i) => ({ when: when(i), x: Number(x), kind: kind || null }));
    put("items.jsonl", items.map((item) => JSON.stringify(item)).join("\n"));
    const cellsOf = async (source: string, out: string) => {
      await runHere(folder, ["label", source, "--label", "kind"], "aq");
      expect((await run("label", source, "--label", "kind", "--merge", "--out", out)).err).toBe("");
      return csvCells(readFileSync(join(folder, out)), {}, out).rows;
    };
    const merged = await cellsOf("packed.zip", "packed.csv");
    expect(merged.map((cells) => cells.slice(0, 4))).toEqual(rows.map((cells) => cells.slice(0, 4)));
    expect(merged.filter(([, , , , kind]) => kind !== "")).toHaveLength(5);
    expect((await cellsOf("items.jsonl", "items.csv")).map(([cell]) => cell)).toEqual(rows.map((_, i) => when(i)));
    const clock = rows.map((_, i) => `2024-01-01T10:30:00.${100001 + i}`);
    const x = rows.map((_, i) => i % 2);
    put(
      "times.arrow",
      arrowWithTimes({
        clock: { texts: clock, unit: "micro", zone: null },
        x,
        kind: rows.map(([, , , , kind]) => kind || null),
      }),
    );
    expect((await cellsOf("times.arrow", "times.csv")).map(([cell]) => cell)).toEqual(clock);
    const times = csvCells(strToU8((await run("predict", "times.arrow", "--label", "kind", "--csv")).out)).rows;
    expect(times).toHaveLength(7);
    for (const [row, cell] of times) expect(cell).toBe(clock[Number(row)]);
    const arff = rows.map((_, i) => `${i % 2}.50,"2024-01-01 10:${10 + i}",${"abab"[i] ?? "?"}`);
    const head =
      '@relation r\n@attribute x numeric\n@attribute at date "yyyy-MM-dd HH:mm"\n@attribute kind {a,b}\n@data\n';
    put("times.arff", strToU8(head + arff.join("\n")));
    const kept = (await cellsOf("times.arff", "from-arff.csv")).map((cells) => cells.slice(0, 2));
    expect(kept).toEqual(rows.map((_, i) => [`${i % 2}.50`, `2024-01-01 10:${10 + i}`]));
    const predicted = await run("predict", "packed.zip", "--label", "kind", "--csv");
    const printed = csvCells(strToU8(predicted.out)).rows;
    expect(printed).toHaveLength(7);
    for (const [row, , ...cells] of printed) expect(cells.slice(0, 4)).toEqual(rows[Number(row)].slice(0, 4));
  });

  test("cut off in the middle is rejected in one sentence", async () => {
    for (const name of ["table.parquet", "table.arrow", "table.xlsx"]) {
      put(`cut-${name}`, files[name].subarray(0, Math.floor(files[name].length / 2)));
      const { code, out, err } = await run("suggest", `cut-${name}`, "--label", "class");
      expect({ name, code, out, lines: err.trimEnd().split("\n").length }).toEqual({
        name,
        code: 2,
        out: "",
        lines: 1,
      });
    }
  });
});

describe("a doubtful file", () => {
  const inspect = async (content: string, ...more: string[]) => {
    put("doubt.csv", content);
    const { code, out, err } = await run("inspect", "doubt.csv", "--json", ...more);
    return { code, err, found: code === 0 ? JSON.parse(out) : null };
  };

  test("with thousands separators is never read as fractions", async () => {
    const { found } = await inspect('x,y\n"1,234,567",1\n"2,000,000",2\n"3,500,000",4\n');
    expect(found.recipe.columns[0]).toMatchObject({ type: "number" });
    expect(found.recipe.groups[0].encoders[0].mean).toBeCloseTo((1234567 + 2000000 + 3500000) / 3, 6);
    const open = await inspect("x|y\n1,234|a\n2,345|b\n3,456|c\n");
    expect(open.code).toBe(2);
    expect(open.err).toMatch(/could be thousands or fractions; give --decimal \. or --decimal ,/);
    expect((await inspect("x|y\n1,234|a\n2,345|b\n3,456|c\n", "--decimal", ",")).code).toBe(0);
  });

  test("with dates reads them as days", async () => {
    const { found } = await inspect("x,when\n1,2024-02-29\n2,2024-03-01\n5,2024-03-02\n");
    expect(found.recipe.columns[1]).toMatchObject({ role: "numeric", type: "date" });
  });

  test("with a name twice or none keeps the columns apart and says so", async () => {
    const { code, found } = await inspect("x,x,\n1,2,3\n2,3,5\n3,5,9\n");
    expect(code).toBe(0);
    expect(new Set(found.recipe.columns.map(({ name }: { name: string }) => name)).size).toBe(3);
    expect(found.notices.length).toBeGreaterThan(0);
  });

  test("with ten thousand columns is read", async () => {
    const row = (value: (c: number) => unknown) => Array.from({ length: 10_000 }, (_, c) => value(c)).join(",");
    put("wide.csv", [row((c) => `c${c}`), ...[1, 2, 3, 4].map((r) => row((c) => ((r * (c + 7)) % 11) / 2))].join("\n"));
    const words = ["suggest", "wide.csv", "--label", "kind", "--new-label", "--classes", "a,b", "--json"];
    const { code, out } = await run(...words);
    expect(code).toBe(0);
    expect(JSON.parse(out).suggestions).toHaveLength(4);
  });

  test("of two gigabytes is rejected before it is read", async () => {
    put("huge.csv", "x,class\n1,a\n");
    truncateSync(join(folder, "huge.csv"), 2_000_000_001); // a hole: it takes no room on the disk
    const { code, out, err } = await run("suggest", "huge.csv", "--label", "class");
    rmSync(join(folder, "huge.csv"));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/huge\.csv must be (at most \d+ bytes long|a text file)/);
  });
});

describe("an image named in a table", () => {
  test("is shown by its path, but never from outside the folder", async () => {
    mkdirSync(join(folder, "images"));
    for (const name of ["a", "b"]) put(join("images", `${name}.png`), Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
    put("secret.png", "secret");
    symlinkSync(join(folder, "secret.png"), join(folder, "images", "link.png"));
    put(join("images", "t.csv"), "file,x,kind\na.png,1,\n../secret.png,2,\nlink.png,9,\nb.png,3,\n");
    const words = ["label", "images/t.csv", "--label", "kind", "--classes", "cat,dog"];
    const { code, out } = await runHere(folder, words, "1111");
    expect(code).toBe(0);
    expect(out).toContain("a.png");
    expect(out).toContain("../secret.png (not an image in the folder of the table)");
    expect(out).toContain("link.png (not an image in the folder of the table)");
    expect(out).not.toMatch(/file +\/.*secret\.png/);
  });
});

describe("a dataset of OpenML", () => {
  let server: OpenmlServer;
  const cacheBefore = process.env.XPAL_CACHE;
  beforeAll(async () => {
    process.env.XPAL_CACHE = join(folder, "cache");
    const arff = "@relation tiny\n@attribute x numeric\n@attribute class {a,b}\n@data\n1,a\n2,b\n3,a\n";
    server = await openmlServer([{ id: 7, name: "tiny", arff }]);
  });
  afterAll(async () => {
    if (cacheBefore === undefined) delete process.env.XPAL_CACHE;
    else process.env.XPAL_CACHE = cacheBefore;
    await server.close();
  });

  test("is fetched once and had offline afterwards", async () => {
    const words = ["datasets", "get", "openml:7", "--out", "tiny.csv", "--json"];
    expect(await run(...words, "--openml-url", server.url)).toMatchObject({ code: 0, err: "" });
    const asked = server.requests.length;
    const { code, out } = await run(...words, "--offline");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ rows: 3, label: "class" });
    expect(server.requests).toHaveLength(asked);
  });

  test("that is not there leaves no file behind", async () => {
    const before = readdirSync(folder);
    const { code, out, err } = await run("datasets", "get", "openml:8", "--openml-url", server.url, "--out", "no.csv");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(before);
  });
});
