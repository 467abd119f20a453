// Every reader gives the same table for the same data, and so the same features, kernel and labels.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusters } from "../../src/catalogue/generate/clusters.ts";
import { pointsTable } from "../../src/catalogue/generate/labelled-points.ts";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { neutraliseFormula, withoutApostrophe, writeCsv, writeRecords } from "../../src/formats/csv/write-csv.ts";
import { parseTable } from "../../src/formats/parse-table.ts";
import { readTable } from "../../src/formats/read-table.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { type Column, makeTable, type Table, type TextColumn } from "../../src/table/table.ts";
import { writtenFormats } from "../written-formats.ts";

const FILES = [
  "table.csv",
  "table.tsv",
  "table.json",
  "table.jsonl",
  "table.parquet",
  "table.arrow",
  "table.xlsx",
  "table.arff",
];

/** Numbers with gaps, categories, texts, and labels of which most are empty. */
function mixedTable(): Table {
  const { columns } = pointsTable(clusters({ seed: 3, pointCount: 60, featureCount: 3, classCount: 3 }));
  const [first, ...others] = columns as [Extract<Column, { type: "number" }>, ...Column[]];
  const gaps = first.values.map((value, row) => (row % 9 === 4 ? Number.NaN : value));
  const labels = others.pop() as Extract<Column, { type: "text" }>;
  const words = ["the fox & the dog", "rain, again", 'a "quoted" word', "naïve café", "<b>bold</b> it's"];
  return makeTable([
    { ...first, values: gaps },
    ...others,
    {
      name: "colour of it",
      type: "text",
      values: labels.values.map((_, row) => ["red", "green", "blue"][(row * row) % 3]),
    },
    {
      name: "note",
      type: "text",
      values: labels.values.map((_, row) => `${words[row % 5]} and something more ${words[(row * 7) % 5]}`),
    },
    { ...labels, values: labels.values.map((label, row) => (row % 4 === 0 ? label : null)) },
  ]);
}

const table = mixedTable();
let files: Record<string, Uint8Array>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "xpal-data-"));
  files = await writtenFormats(table);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(FILES)("%s", (file) => {
  const poolOf = (read: Table) => applyRecipe(fitRecipe(read, { label: "class" }).recipe, read);
  const plain = (value: Table) =>
    value.columns.map(({ name, type, values }) => ({
      name,
      type,
      values: type === "text" ? values : Array.from(values as Float64Array),
    }));

  test("gives the table that was written, in memory and from the disk", async () => {
    const parsed = await parseTable(files[file], file);
    const read = await readTable(join(folder, file));
    expect(plain(read)).toEqual(plain(parsed));
    expect(parsed.columns.map(({ name }) => name)).toEqual(table.columns.map(({ name }) => name));
    for (const [c, column] of table.columns.entries()) {
      // ARFF and Arrow know a class of whole numbers as text, the others as numbers; the pool below is the same.
      if (column.name === "class") continue;
      expect(plain(parsed)[c]).toEqual(plain(table)[c]);
    }
  });

  test("gives the same features, kernel, labels and classes", async () => {
    const expected = poolOf(table);
    const found = poolOf(await readTable(join(folder, file)));
    expect(found.features).toEqual(expected.features);
    expect(found.kernel.toJSON()).toEqual(expected.kernel.toJSON());
    expect(found.labels).toEqual(expected.labels);
    expect(found.classes).toEqual(expected.classes);
  });
});

const evil = makeTable([
  { name: "=cmd()", type: "text", values: ["=1+1", "@x", "-5", "+", "plain", "\tx", "a,b", "'=1", null] },
]);
const written = (formulas: "keep" | "neutralise") => new TextEncoder().encode(writeCsv(evil, { formulas }));

test("CSV is read back as it was written", () => {
  expect(writeCsv(evil)).toBe(writeCsv(evil, { formulas: "keep" }));
  expect(readCsv(written("keep"), { header: true, keepText: ["=cmd()"] }).columns[0]).toEqual(evil.columns[0]);
});

test("CSV for spreadsheets has no formula, and every text can be told from it", () => {
  const back = readCsv(written("neutralise"), { header: true, keepText: ["'=cmd()"] }).columns[0] as TextColumn;
  expect(back.values).toEqual(["'=1+1", "'@x", "-5", "'+", "plain", "'\tx", "a,b", "''=1", null]);
  expect(back.values.map((text) => (text === null ? null : withoutApostrophe(text)))).toEqual(evil.columns[0].values);
});

test("every text in CSV for spreadsheets can be told from it", () => {
  const text = fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "1", ".", " ", "\t", "a"), maxLength: 6 });
  fc.assert(fc.property(text, (one) => withoutApostrophe(neutraliseFormula(one)) === one));
});

test("a negative number with a decimal comma got an apostrophe, and was text in the spreadsheet", () => {
  expect(["-0,5", "-1.5", "+,5"].map(neutraliseFormula)).toEqual(["-0,5", "-1.5", "+,5"]);
  expect(["-1,5,5", "-a", "-"].map(neutraliseFormula)).toEqual(["'-1,5,5", "'-a", "'-"]);
});

test("rows of any cells are read back as they were written", () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
    fc.constantFrom("+", "-", "@x", "NA", "83.00", "2024-01-02", "'=1", "a\r\nb", " x "),
  );
  // A first column of words, so that no record looks like a line without content or like a header.
  const rows = fc.array(fc.tuple(fc.constant("row"), cell, cell), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rows, fc.constantFrom(",", ";", "\t"), (records, separator) => {
      const usable = records.every((row) => row.every((text) => !text?.includes("\0")));
      fc.pre(usable);
      const bytes = new TextEncoder().encode(writeRecords(["k", "p", "q"], records, { separator }));
      const table = readCsv(bytes, { separator, header: true, keepText: ["k", "p", "q"] });
      for (let c = 0; c < 3; c++) {
        expect((table.columns[c] as TextColumn).values).toEqual(records.map((row) => row[c]));
      }
    }),
  );
});
