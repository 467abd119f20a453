// The fast scanner is held to the plain splitter, and both to papaparse where the two speak the same dialect.
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { parsed, parseNumber } from "../../src/formats/csv/parse-number.ts";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { scanRecords, TEXT } from "../../src/formats/csv/scan-records.ts";
import { splitRecords } from "../../src/formats/csv/split-records.ts";
import { cellText } from "../../src/table/table.ts";

const scan = (text: string, width: number) => {
  const bytes = new TextEncoder().encode(text);
  return scanRecords({
    bytes,
    from: 0,
    to: bytes.length,
    line: 1,
    separator: 44,
    quote: 34,
    decimal: 46,
    kinds: new Uint8Array(width).fill(TEXT),
    expectedRows: 1,
  });
};

const soup = fc.string({ unit: fc.constantFrom("a", "1", ",", '"', "\n", "\r", " ", "é", "-", "."), maxLength: 60 });

describe("the fast scanner", () => {
  test("gives the records, lines and faults of the plain splitter", () => {
    fc.assert(
      fc.property(soup, fc.integer({ min: 1, max: 4 }), (text, width) => {
        const plain = splitRecords(text, ",", '"');
        const fast = scan(text, width);
        expect(fast.fault).toEqual(plain.fault);
        const isBlank = (cells: readonly string[], line: number) =>
          cells.length === 1 && cells[0] === "" && !isQuotedEmpty(text, line);
        const full = plain.records.filter(({ cells }) => cells.length === width);
        expect([...fast.lines]).toEqual(full.map(({ line }) => line));
        const rows = full.map((_, row) => Array.from({ length: width }, (_, c) => fast.texts[c]?.[row] ?? ""));
        expect(rows).toEqual(full.map(({ cells }) => cells));
        const other = plain.records.filter(({ cells, line }) => cells.length !== width && !isBlank(cells, line));
        expect(fast.ragged.count).toBe(other.length);
      }),
      { numRuns: 3000 },
    );
  });
});

/** Whether a line begins with an empty quoted cell, which is a record of its own and not a blank line. */
function isQuotedEmpty(text: string, line: number): boolean {
  return /^ *"/.test(text.split(/\r\n|\n|\r/)[line - 1] ?? "");
}

test("a table written by papaparse is read back cell by cell", () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", "b", ",", '"', "\n", ";", "ü", "'"),
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
      const text = Papa.unparse([["name one", "name two", "name three"], ...rows], { newline: "\n" });
      const table = readCsv(new TextEncoder().encode(text), {
        header: true,
        separator: ",",
        keepText: ["name one", "name two", "name three"],
      });
      const back = rows.map((_, row) => table.columns.map((column) => cellText(column, row)));
      expect(back).toEqual(rows);
      expect(table.notices).toEqual([]);
    }),
  );
});

describe("the number parser", () => {
  const parse = (text: string) => parseNumber(new TextEncoder().encode(`${text},`), 0, 46);

  test("agrees with Number on every double as JavaScript writes it", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = String(value);
        fc.pre(!/^-?\d{16,}$/.test(text));
        expect(parse(text)).toBe(Number(text));
        expect(parsed.end).toBe(text.length);
      }),
      { numRuns: 5000 },
    );
  });

  test("agrees with Number on digits of any length, halfway cases included", () => {
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 21n }), fc.integer({ min: 1, max: 24 }));
    fc.assert(
      fc.property(digits, ([mantissa, places]) => {
        const all = String(mantissa).padStart(places + 1, "0");
        const text = `${BigInt(all.slice(0, -places))}.${all.slice(-places)}`;
        expect(parse(text)).toBe(Number(text));
      }),
      { numRuns: 5000 },
    );
    for (const half of ["9007199254740993.0", "0.50000000000000005551", "1.0000000000000001110"]) {
      expect(parse(half)).toBe(Number(half));
    }
  });
});
