import {
  columnFromArray,
  decimal64,
  decimal128,
  fixedSizeList,
  float32,
  int64,
  tableFromColumns,
  tableToIPC,
} from "@uwdata/flechette";
import { describe, expect, test } from "vitest";
import { decimalValues } from "../../src/formats/arrow/decimal-values.ts";
import { decodeLz4Frame } from "../../src/formats/arrow/lz4-frame.ts";
import { readArrow } from "../../src/formats/arrow/read-arrow.ts";

const write = (columns: Record<string, ReturnType<typeof columnFromArray>>, format: "file" | "stream" = "file") =>
  tableToIPC(tableFromColumns(columns), { format }) as Uint8Array;

describe("Arrow", () => {
  test("reads files and streams, numbers, dates, lists and dictionaries", () => {
    const columns = {
      x: columnFromArray([1.5, null, 3]),
      day: columnFromArray([new Date("2024-02-29T00:00:00Z"), null, new Date(0)]),
      v: columnFromArray(
        [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
        fixedSizeList(float32(), 2),
      ),
      word: columnFromArray(["a", "b", "a"]),
      long: columnFromArray([1n, 2n, 3n], int64()),
    };
    for (const format of ["file", "stream"] as const) {
      const table = readArrow(write(columns, format));
      expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
        ["x", "number"],
        ["day", "date"],
        ["v", "vector"],
        ["word", "text"],
        ["long", "number"],
      ]);
      const [x, , v] = table.columns;
      expect(x.type === "number" && [...x.values]).toEqual([1.5, Number.NaN, 3]);
      expect(v.type === "vector" && [...v.values.data]).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  test("keeps numbers too long for a double as text", () => {
    const table = readArrow(write({ id: columnFromArray([2n ** 60n + 1n, 1n], int64()) }));
    expect(table.columns[0]).toMatchObject({ type: "text", values: ["1152921504606846977", "1"] });
  });

  test("decimals beyond 2^53 were rounded without a word: ids became one and the same number", () => {
    const ids = [10n ** 30n, 10n ** 30n + 1n, -(10n ** 30n) - 7n];
    const columns = {
      id: columnFromArray(ids, decimal128(38, 0)),
      gap: columnFromArray([null, ids[1], null], decimal128(38, 0)),
    };
    const table = readArrow(write(columns));
    expect(table.columns[0]).toMatchObject({ type: "text", values: ids.map(String) });
    expect(table.columns[1]).toMatchObject({ type: "text", values: [null, String(ids[1]), null] });
    expect(table.notices.map(({ code, column }) => [code, column])).toEqual([
      ["long-number", "id"],
      ["long-number", "gap"],
    ]);
  });

  test("decimal fractions are the nearest doubles, and it is said where digits are lost", () => {
    // integers of hundredths; 10^22 is a double, and the next one is 2^21 further
    const columns = {
      price: columnFromArray([1230n, -5n, 500000n], decimal128(10, 2)),
      plain: columnFromArray([3n, 4n, 5n], decimal64(18, 0)),
      long: columnFromArray([10n ** 24n + 1n, 100n, null], decimal128(38, 2)),
      lists: columnFromArray([[150n], [250n], [50n]], fixedSizeList(decimal128(10, 2), 1)),
    };
    const { columns: read, notices } = readArrow(write(columns));
    const values = read.map((column) => (column.type === "vector" ? [...column.values.data] : [...column.values]));
    expect(values).toEqual([
      [12.3, -0.05, 5000],
      [3, 4, 5],
      [1e22, 1, Number.NaN],
      [1.5, 2.5, 0.5],
    ]);
    expect(notices.map(({ message }) => message)).toEqual([
      'column "long": numbers with more digits than can be kept were rounded in 1 row',
    ]);
    expect(decimalValues([1230, -5, null], 2)).toEqual({ values: [12.3, -0.05, null], rounded: 0 });
    expect(decimalValues([12n, null], -2)).toEqual({ values: [1200n, null], rounded: 0 });
    expect(() => decimalValues([1n], -77)).toThrow(RangeError);
  });

  test("that is cut off is rejected", () => {
    const whole = write({ x: columnFromArray(Array.from({ length: 500 }, (_, i) => i / 3)) });
    for (const length of [10, 200, whole.length - 300]) {
      expect(() => readArrow(whole.subarray(0, length))).toThrow("damaged or cut off");
    }
  });
});

describe("LZ4 frames", () => {
  const frame = (...blocks: number[][]) => {
    const body = blocks.flatMap((block) => [block.length & 255, block.length >> 8, 0, 0, ...block]);
    return Uint8Array.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82, ...body, 0, 0, 0, 0]);
  };
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const ascii = (words: string) => [...new TextEncoder().encode(words)];

  test("give back literals, and copies that overlap themselves and reach into the block before", () => {
    // "ab", then 6 bytes from 2 back: abababab; the last 5 bytes are always literals.
    const first = [0x22, ...ascii("ab"), 2, 0, 0x50, ...ascii("12345")];
    expect(text(decodeLz4Frame(frame(first)))).toBe("abababab12345");
    const second = [0x00, 13, 0, 0x10, ...ascii("!")];
    expect(text(decodeLz4Frame(frame(first, second)))).toBe("abababab12345abab!");
  });

  test("know lengths above 15", () => {
    const long = "x".repeat(300);
    expect(text(decodeLz4Frame(frame([0xf0, 255, 30, ...ascii(long)])))).toBe(long);
  });

  test("that are cut off or point nowhere are rejected", () => {
    expect(() => decodeLz4Frame(frame([0x22, ...ascii("ab"), 9, 0]))).toThrow(RangeError);
    expect(() => decodeLz4Frame(frame([0x50, 97]))).toThrow(RangeError);
  });
});
