// Sources that are read in pieces say the same as the reader of whole files, whatever the pieces, and reject what is
// damaged, missing or changed in one sentence.
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { columnFromArray, float64, tableFromArrays, tableFromColumns, tableToIPC, utf8 } from "@uwdata/flechette";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  cellText,
  isLargeSource,
  openRowSource,
  type RowSource,
  readTable,
  type Table,
} from "../../../../src/index.ts";
import { writeParquet } from "../../../write-parquet.ts";

let folder: string;
const ROWS = 10_000;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-source-"));
  write("all.parquet", 0, ROWS);
  mkdirSync(join(folder, "parts"));
  write("parts/part-2.parquet", 0, 4000);
  write("parts/part-10.parquet", 4000, ROWS);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows with a number, a gap, a word, an infinite number, a vector and a date, in row groups of 2048. */
function write(name: string, from: number, to: number): void {
  const column = (of: (i: number) => unknown) => Array.from({ length: to - from }, (_, k) => of(from + k));
  writeParquet(
    join(folder, name),
    [
      { name: "id", type: "whole", data: column((i) => BigInt(i)) },
      { name: "x", type: "number", data: column((i) => ((i * 7919) % 1000) / 8) },
      { name: "gap", type: "number", data: column((i) => (i % 7 === 0 ? null : i % 5)) },
      { name: "word", type: "text", data: column((i) => `word ${i % 3}`) },
      { name: "inf", type: "number", data: column((i) => (i === 4321 ? Infinity : 1)) },
      { name: "vec", type: "vector", data: column((i) => [i, 0.5]) },
      { name: "day", type: "day", data: column((i) => 19_723 + (i % 30)) },
    ],
    2048,
  );
}

async function rowsOf(source: RowSource, options: { from?: number; size?: number } = {}): Promise<string[]> {
  const rows: string[] = [];
  for await (const { start, table } of source.pieces(options)) {
    expect(start).toBe((options.from ?? 0) + rows.length);
    rows.push(...cells(table));
  }
  return rows;
}

function cells(table: Table): string[] {
  return Array.from({ length: table.rows }, (_, row) =>
    JSON.stringify(table.columns.map((column) => cellText(column, row))),
  );
}

describe("a source read in pieces", () => {
  it("gives the rows of the file in its order, whatever the size of the pieces and the first row", async () => {
    const whole = cells(await readTable(join(folder, "all.parquet")));
    expect(whole).toHaveLength(ROWS);
    for (const path of ["all.parquet", "parts"]) {
      const source = await openRowSource(join(folder, path));
      expect(source.rows).toBe(ROWS);
      for (const options of [{}, { size: 1000 }, { size: 3000, from: 3999 }, { from: ROWS }]) {
        expect(await rowsOf(source, options)).toEqual(whole.slice(options.from ?? 0));
      }
      const chosen = [9999, 0, 4000, 3999, 0];
      expect(cells(await source.at(chosen))).toEqual(chosen.map((row) => whole[row]));
      source.close();
    }
  });

  it("reads a folder of parts whole as the table of all its rows", async () => {
    const table = await readTable(join(folder, "parts"));
    expect(cells(table)).toEqual(cells(await readTable(join(folder, "all.parquet"))));
  });

  it("types the columns of a delimited text as the reader of whole files does", async () => {
    const lines = Array.from(
      { length: 5000 },
      (_, i) => `${i},${i / 8},${i % 9 ? i : "NA"},"a, ${i % 4}",0${i},2024-02-0${1 + (i % 9)}`,
    );
    const path = join(folder, "mine.csv");
    writeFileSync(path, `id,x,gap,word,code,day\n${lines.join("\n")}\n`);
    const source = await openRowSource(path);
    const table = await readTable(path);
    expect(source.columns).toEqual(table.columns.map(({ values: _, ...about }) => ({ ...about, written: undefined })));
    const whole = cells(table);
    expect(await rowsOf(source, { size: 999 })).toEqual(whole);
    expect(cells(await source.at([4999, 17]))).toEqual([whole[4999], whole[17]]);
    source.close();
  });

  it("reads an Arrow stream batch by batch", async () => {
    const batch = (from: number) =>
      tableToIPC(
        tableFromArrays({
          x: Float64Array.from({ length: 1000 }, (_, i) => from + i),
          word: Array.from({ length: 1000 }, (_, i) => (from === 0 ? null : `w${i % 3}`)),
        }),
        {},
      ) as Uint8Array;
    const path = join(folder, "mine.arrow");
    writeFileSync(path, batch(1000));
    const source = await openRowSource(path);
    const whole = cells(await readTable(path));
    expect(await rowsOf(source, { size: 300 })).toEqual(whole);
    expect(cells(await source.at([999, 3]))).toEqual([whole[999], whole[3]]);
    source.close();
  });

  it("reads an Arrow stream of several batches, whatever their sizes", async () => {
    const sizes = [1000, 1, 700];
    const streams = sizes.map((size, b) => {
      const numbers = Array.from({ length: size }, (_, i) => (i % 5 === 0 ? null : 10_000 * b + i));
      const words = numbers.map((value) => (b === 0 || value === null ? null : `w${value}`));
      const columns = { x: columnFromArray(numbers, float64()), word: columnFromArray(words, utf8()) };
      return Buffer.from(tableToIPC(tableFromColumns(columns), { format: "stream" }) as Uint8Array);
    });
    const schemaEnd = 8 + streams[0].readInt32LE(4); // a mark, the length, the schema, which has no body
    const batches = streams.map((stream) => stream.subarray(schemaEnd, -8)); // without the schema and the end
    const path = join(folder, "batches.arrow");
    writeFileSync(path, Buffer.concat([streams[0].subarray(0, schemaEnd), ...batches, streams[0].subarray(-8)]));
    const source = await openRowSource(path);
    expect(source.rows).toBe(1701);
    const whole = cells(await readTable(path));
    expect(whole).toHaveLength(1701);
    for (const size of [1, 999, 1000, 1001, 5000]) expect(await rowsOf(source, { size })).toEqual(whole);
    expect(await rowsOf(source, { from: 1000, size: 3 })).toEqual(whole.slice(1000));
    expect(cells(await source.at([1700, 1000, 0]))).toEqual([whole[1700], whole[1000], whole[0]]);
    source.close();
  });

  it("calls small files not large", async () => {
    expect(await isLargeSource(join(folder, "all.parquet"))).toBe(false);
    expect(await isLargeSource(join(folder, "none.parquet"))).toBe(false);
  });
});

describe("a source that cannot be read", () => {
  const read = async (source: RowSource, size = 512) => {
    try {
      await rowsOf(source, { size });
    } finally {
      source.close();
    }
  };

  it("rejects a file that changes while it is open", async () => {
    const path = join(folder, "changing.parquet");
    copyFileSync(join(folder, "all.parquet"), path);
    const source = await openRowSource(path);
    const pieces = source.pieces({ size: 100 });
    await pieces.next();
    appendFileSync(path, "more");
    await expect(read(source)).rejects.toThrow(/changing.parquet must not change while it is read, but it has changed/);
  });

  it("rejects a folder that has lost a part, and names it", async () => {
    const path = join(folder, "fewer");
    mkdirSync(path);
    for (const part of ["part-2.parquet", "part-10.parquet"])
      copyFileSync(join(folder, "parts", part), join(path, part));
    const source = await openRowSource(path);
    rmSync(join(path, "part-10.parquet"));
    await expect(read(source)).rejects.toThrow(
      /must keep its 2 parts while it is read, but part-10.parquet is missing/,
    );
  });

  it("rejects a damaged row group, and says where", async () => {
    const path = join(folder, "damaged.parquet");
    const bytes = readFileSync(join(folder, "all.parquet"));
    bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 4000);
    writeFileSync(path, bytes);
    const source = await openRowSource(path);
    await expect(read(source)).rejects.toThrow(/must be whole Parquet, but it is damaged in or after row \d+/);
  });

  it("names the part with the damage, not the one in which the rows ended: parts are read ahead", async () => {
    const path = join(folder, "one-damaged");
    mkdirSync(path);
    const bytes = readFileSync(join(folder, "all.parquet"));
    for (const part of ["a", "b", "c", "d"]) writeFileSync(join(path, `${part}.parquet`), bytes);
    bytes.fill(0xff, 4, Math.floor(bytes.length / 2));
    writeFileSync(join(path, "c.parquet"), bytes);
    const source = await openRowSource(path);
    await expect(read(source)).rejects.toThrow(/must be whole Parquet, but c.parquet is damaged/);
  });

  it("rejects parts with different columns, and a part that is no Parquet", async () => {
    const path = join(folder, "mixed");
    mkdirSync(path);
    copyFileSync(join(folder, "parts", "part-2.parquet"), join(path, "a.parquet"));
    writeFileSync(join(path, "b.parquet"), "PAR1 is not enough PAR1");
    await expect(openRowSource(path)).rejects.toThrow(/b.parquet, must be a whole Parquet file/);
  });

  it("names the line of a record with another width", async () => {
    const path = join(folder, "ragged.csv");
    writeFileSync(path, `x,y\n${"1,2\n".repeat(3000)}1,2,3\n${"1,2\n".repeat(10)}`);
    await expect(openRowSource(path)).rejects.toThrow(/must have 2 cells in every record, but line 3002 does not/);
  });

  it("rejects a format that has to be read whole", async () => {
    const path = join(folder, "mine.json");
    writeFileSync(path, "[]");
    await expect(openRowSource(path)).rejects.toThrow(/must be Parquet, Arrow or CSV to be read in pieces/);
  });
});
