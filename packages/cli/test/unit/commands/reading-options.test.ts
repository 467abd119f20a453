// Options that say how a file is read, given for files that they do not concern.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled, type Table } from "@xpal/data";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writtenFormats } from "../../../../data/test/written-formats.ts";
import { hideLabels } from "../../../src/project/datasets/hide-labels.ts";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-reading-"));
const run = (...words: string[]) => runHere(folder, words);
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An array of one column, as NumPy writes it. */
function npy(rows: number, cols: number): Uint8Array {
  const header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${cols}), }`.padEnd(117, " ");
  const bytes = new Uint8Array(128 + rows * cols * 8);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
  bytes.set(strToU8(`${header}\n`), 10);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < rows * cols; i++) view.setFloat64(128 + 8 * i, Math.sin(i * i), true);
  return bytes;
}

beforeAll(async () => {
  const table: Table = hideLabels(await bundled("iris"), "class", 12, 1);
  for (const [name, content] of Object.entries(await writtenFormats(table))) put(name, content);
  put("vectors.npz", zipSync({ "a.npy": npy(150, 2), "b.npy": npy(150, 3) }));
  put("empty.csv", "");
});

describe("an option of reading that does not concern the file", () => {
  const CASES: readonly (readonly [file: string, words: readonly string[], sentence: RegExp])[] = [
    [
      "table.csv",
      ["--sheet", "Data"],
      /^xpal inspect: --sheet must go with an XLSX file, but table\.csv is delimited text, got "Data"; leave it out\n$/,
    ],
    ["table.csv", ["--array", "x"], /--array must go with an NPZ file, but table\.csv is delimited text, got "x"/],
    ["table.xlsx", ["--array", "x"], /--array must go with an NPZ file, but table\.xlsx is XLSX, got "x"/],
    ["table.xlsx", ["--separator", ";"], /--separator must go with a delimited text such as CSV, but .* is XLSX/],
    ["table.xlsx", ["--encoding", "latin1"], /--encoding must go with a text file, .*, but table\.xlsx is XLSX/],
    ["table.parquet", ["--decimal", ","], /--decimal must go with a file without types, .* is Parquet, got ","/],
    ["table.arrow", ["--date-order", "day"], /--date-order must go with a file without types, .* is Arrow/],
    ["table.json", ["--header"], /--header must go with .*, or an XLSX file, but table\.json is JSON; leave/],
    ["table.arff", ["--no-header"], /--no-header must go with .*, or an XLSX file, but table\.arff is ARFF; leave/],
    ["table.parquet", ["--ragged", "skip"], /--ragged must go with .* table\.parquet is Parquet, got "skip"/],
    ["table.arrow", ["--sheet", "Data"], /--sheet must go with an XLSX file, but table\.arrow is Arrow, got "Data"/],
  ];
  test.each(CASES)("was ignored for %s: %j", async (file, words, sentence) => {
    const { code, out, err } = await run("inspect", file, ...words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(sentence);
  });

  test.each([
    ["suggest", "table.csv", "--label", "class"],
    ["label", "table.csv", "--label", "class"],
    ["label", "table.csv", "--label", "class", "--merge"],
    ["label", "table.csv", "--label", "class", "--stream"],
    ["predict", "table.csv", "--label", "class"],
    ["forecast", "table.csv", "--label", "class", "--target", "0.1"],
    ["evaluate", "table.csv", "--label", "class"],
    ["annotate", "table.csv", "--label", "class", "--endpoint", "http://localhost:1/v1", "--model", "m"],
  ])("is rejected by xpal %s", async (command, ...words) => {
    const before = readdirSync(folder);
    const { code, out, err } = await run(command, ...words, "--sheet", "Data");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^xpal \w+: --sheet must go with an XLSX file, but table\.csv is delimited text, got "Data"/);
    expect(readdirSync(folder)).toEqual(before); // neither a lock nor settings
  });

  test("is rejected for a folder and an archive without such a file", async () => {
    mkdirSync(join(folder, "texts"));
    put("texts/a.txt", "one");
    put("texts/b.txt", "two");
    const rejected = await run("inspect", "texts", "--sheet", "Data");
    expect(rejected.code).toBe(2);
    expect(rejected.err).toMatch(/--sheet must go with an XLSX file, but texts is a folder, got "Data"/);
    put("texts.zip", zipSync({ "a.txt": strToU8("one"), "b.txt": strToU8("two") }));
    expect((await run("inspect", "texts.zip", "--sheet", "Data")).err).toMatch(/but texts\.zip is an archive, got/);
  });

  test("is not rejected where another of the files needs it", async () => {
    const vectors = await run("inspect", "table.csv", "--embeddings", "vectors.npz", "--array", "a", "--json");
    expect({ code: vectors.code, err: vectors.err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(vectors.out).recipe.columns.at(-1)).toMatchObject({ name: "embedding" });
    const sheet = ["--sheet", "Data", "--label", "class", "--json"];
    expect((await run("predict", "table.xlsx", "table.csv", ...sheet)).err).toBe("");
    expect((await run("predict", "table.csv", "table.xlsx", ...sheet)).err).toBe("");
    const neither = await run("predict", "table.csv", "table.json", ...sheet);
    expect(neither.code).toBe(2);
    expect(neither.err).toMatch(/but table\.csv is delimited text and table\.json is JSON, got "Data"/);
  });

  test("is rejected for new rows although the model is JSON, a text", async () => {
    await run("predict", "table.csv", "--label", "class", "--save", "m.json", "--json");
    const rejected = await run("predict", "m.json", "table.parquet", "--encoding", "latin1");
    expect(rejected.code).toBe(2);
    expect(rejected.err).toMatch(
      /--encoding must go with a text file, .*, but table\.parquet is Parquet, got "latin1"/,
    );
  });

  test("does no harm in settings that an earlier version wrote", async () => {
    put("old.csv", "x,class\n1,a\n2,b\n3,\n4,\n");
    put("old.csv.xpal.json", '{"format": "xpal-settings", "version": 1, "label": "class", "sheet": "Data"}');
    const { code, err } = await run("suggest", "old.csv", "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  test("leaves a file that cannot be read to the reader's own words", async () => {
    expect((await run("inspect", "gone.csv", "--sheet", "Data")).err).toMatch(/gone\.csv must exist/);
    expect((await run("inspect", "empty.csv", "--sheet", "Data")).err).toMatch(/empty\.csv must not be empty/);
  });
});
