// Damaged files: whatever is done to a file, reading it ends in a table that holds together or in a rejection in words,
// never in another error.

import { XpalError } from "@xpal/core";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { beforeAll, describe, expect, test } from "vitest";
import { bundled } from "../../src/catalogue/bundled/bundled.ts";
import { readNpy } from "../../src/formats/npy/read-npy.ts";
import { parseTable } from "../../src/formats/parse-table.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { type Column, columnLength, makeTable, type Table } from "../../src/table/table.ts";
import { writtenFormats } from "../written-formats.ts";

type Damage = { kind: "flip" | "cut" | "drop" | "repeat" | "insert"; at: number; length: number; byte: number };

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom("flip", "cut", "drop", "repeat", "insert"),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.integer({ min: 1, max: 40 }),
  byte: fc.oneof(fc.constantFrom(0, 10, 13, 34, 44, 59, 63, 123, 255), fc.integer({ min: 0, max: 255 })),
});

function damaged(bytes: Uint8Array, { kind, at, length, byte }: Damage): Uint8Array {
  const place = Math.floor(at * bytes.length);
  const before = bytes.slice(0, place);
  const after = bytes.slice(place);
  switch (kind) {
    case "flip":
      return Uint8Array.from([...before, byte, ...after.slice(1)]);
    case "cut":
      return before;
    case "drop":
      return Uint8Array.from([...before, ...after.slice(length)]);
    case "repeat":
      return Uint8Array.from([...before, ...after.slice(0, length), ...after]);
    case "insert":
      return Uint8Array.from([...before, byte, ...after]);
  }
}

async function holdsTogether(bytes: Uint8Array, name: string): Promise<void> {
  let table: Table;
  try {
    table = await parseTable(bytes, name);
  } catch (error) {
    expect(error).toBeInstanceOf(XpalError);
    expect((error as Error).message).toMatch(/^\w+: [^\n]+$/);
    return;
  }
  for (const column of table.columns) expect(columnLength(column)).toBe(table.rows);
  if (table.lines !== undefined) expect(table.lines.length).toBe(table.rows);
  for (const { message } of table.notices) expect(message).not.toContain("undefined");
  try {
    const { features } = applyRecipe(fitRecipe(table, { label: null }).recipe, table);
    if ("data" in features) expect(features.data.every(Number.isFinite)).toBe(true);
  } catch (error) {
    expect(error).toBeInstanceOf(XpalError);
  }
}

let files: Record<string, Uint8Array>;

beforeAll(async () => {
  const iris = await bundled("iris");
  const rows = 40;
  const few = iris.columns.map((column): Column => {
    if (column.type === "vector") return column;
    return column.type === "text"
      ? { ...column, values: column.values.slice(0, rows) }
      : { ...column, values: column.values.slice(0, rows) };
  });
  const words = Array.from({ length: rows }, (_, row) =>
    row % 7 === 3 ? null : `some, "words" of ${row % 5}\nand more of it`,
  );
  files = await writtenFormats(makeTable([...few, { name: "note", type: "text", values: words }]));
});

describe.each(["csv", "tsv", "json", "jsonl", "parquet", "arrow", "xlsx", "arff"])("a damaged .%s file", (ending) => {
  test("gives a table that holds together, or a rejection", async () => {
    const name = `table.${ending}`;
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        await holdsTogether(damages.reduce(damaged, files[name]), name);
      }),
      { numRuns: ending === "xlsx" || ending === "parquet" ? 150 : 300 },
    );
  });
});

test("a damaged Parquet file with dictionaries never keeps the reader busy with values that are not there", async () => {
  // Before counts were checked, every fiftieth or so of these took minutes and all memory.
  const pick = (count: number, value: (i: number) => unknown) =>
    Array.from({ length: 200 }, (_, i) => value(i % count));
  const columnData = [
    { name: "word", data: pick(5, (i) => `word ${i}`), type: "STRING" as const },
    { name: "maybe", data: pick(4, (i) => (i === 2 ? null : `m${i}`)), type: "STRING" as const },
    { name: "number", data: pick(3, (i) => i * 1.5), type: "DOUBLE" as const },
    { name: "flag", data: pick(2, (i) => i === 1), type: "BOOLEAN" as const },
  ];
  for (const codec of ["SNAPPY", "UNCOMPRESSED"] as const) {
    const whole = new Uint8Array(parquetWriteBuffer({ columnData, codec }));
    expect((await parseTable(whole, "x.parquet")).rows).toBe(200);
    const flip = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 2 }), async (flips) => {
        const bytes = whole.slice();
        for (const { at, byte } of flips) bytes[at] = byte;
        await holdsTogether(bytes, "x.parquet");
      }),
      { numRuns: 500, seed: 20_261 },
    );
  }
});

test("any bytes under any name give a table that holds together, or a rejection", async () => {
  const name = fc.constantFrom(
    "x.csv",
    "x.json",
    "x.jsonl",
    "x.parquet",
    "x.arrow",
    "x.xlsx",
    "x.arff",
    "x.npy",
    "x.npz",
    "x",
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: "grapheme", maxLength: 100 }).map((text) => new TextEncoder().encode(text)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, name, async (content, file) => holdsTogether(content, file)),
    { numRuns: 2000 },
  );
});

test("rows of a CSV file that lost a cell are always rejected", async () => {
  const plain = (await bundled("iris")).rows;
  const lines = Array.from({ length: plain }, (_, i) => `${i},${i / 3},a`);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: plain - 1 }), async (row) => {
      const broken = lines.map((line, i) => (i === row ? line.slice(0, line.lastIndexOf(",")) : line));
      const bytes = new TextEncoder().encode(`n,x,class\n${broken.join("\n")}\n`);
      await expect(parseTable(bytes, "x.csv")).rejects.toThrow(`line ${row + 2} does not (2 there)`);
    }),
    { numRuns: 40 },
  );
});

test("an NPY header that promises more than there is is rejected", () => {
  const header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000, 1000000), }\n";
  const bytes = Uint8Array.from([
    0x93,
    ...new TextEncoder().encode("NUMPY"),
    1,
    0,
    header.length,
    0,
    ...new TextEncoder().encode(header),
  ]);
  expect(() => readNpy(bytes)).toThrow("as its header says");
});
