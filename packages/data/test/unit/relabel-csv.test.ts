import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { relabelCsv } from "../../src/formats/csv/relabel-csv.ts";
import { cellText, columnOf } from "../../src/table/table.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const relabel = (text: string, column: string, labels: Record<number, string>) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    relabelCsv(bytes(text), column, new Map(Object.entries(labels).map(([row, label]) => [Number(row), label]))),
  );

describe("labels put into a file", () => {
  test("change their own cells and nothing else", () => {
    const text = 'size;class;note\r\n1,50;;"a; ""b""\nc"\r\n\r\n 2,00 ; old ;x\r\n3,25;"q";y';
    expect(relabel(text, "class", { 0: "cat", 2: "a;b" })).toBe(
      'size;class;note\r\n1,50;cat;"a; ""b""\nc"\r\n\r\n 2,00 ; old ;x\r\n3,25;"a;b";y',
    );
    expect(relabel(text, "class", { 1: "" })).toContain(" 2,00 ;;x");
  });

  test("make a column where there is none", () => {
    expect(relabel("a,b\n1,2\n3,4\n", "class", { 1: "x" })).toBe("a,b,class\n1,2,\n3,4,x\n");
  });

  test("are read back in the rows they were given", () => {
    const text = "sep=,\nname,n,class\n\nzoë,007,\nbob,1.50,b\n";
    const table = readCsv(bytes(relabel(text, "class", { 0: "a" })));
    expect(table.columns.map(({ values }) => values)).toEqual([
      ["zoë", "bob"],
      ["007", "1.50"],
      ["a", "b"],
    ]);
  });

  test("keep a byte order mark, and make UTF-16 into UTF-8 with one", () => {
    expect(relabel("\ufeffa,class\n1,\n", "class", { 0: "x" })).toBe("\ufeffa,class\n1,x\n");
    const wide = relabelCsv(Buffer.from("\ufeffa,class\n1,\n", "utf16le"), "class", new Map([[0, "ü"]]));
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(wide)).toBe("\ufeffa,class\n1,ü\n");
  });

  test("of rows that do not exist are refused", () => {
    expect(() => relabel("a,class\n1,\n", "class", { 1: "x" })).toThrow("labels must have rows from 0 to 0, got 1");
  });

  test("are found by the reader, and all other cells are as before", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "b", '"', ",", "\n", " ", "7", "."), maxLength: 6 });
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(table, fc.nat(7), fc.constantFrom("new", "x,y", 'q"q'), (rows, at, value) => {
        const row = at % rows.length;
        const quoted = (words: string) => `"${words.replaceAll('"', '""')}"`;
        // The first column is marked, so that no record is blank and no column is taken for numbers.
        const csv = `p,q,z\n${rows.map(([a, b, c]) => [`k${a}`, b, c].map(quoted).join(",")).join("\n")}\n`;
        const options = { keepText: ["p", "q", "z"], separator: ",", header: true };
        const before = readCsv(bytes(csv), options);
        const dialect = { separator: ",", header: true };
        const after = readCsv(relabelCsv(bytes(csv), "z", new Map([[row, value]]), dialect), options);
        for (const name of ["p", "q", "z"]) {
          for (let i = 0; i < before.rows; i++) {
            const expected = name === "z" && i === row ? value : cellText(columnOf(before, name), i);
            expect(cellText(columnOf(after, name), i)).toBe(expected);
          }
        }
      }),
    );
  });
});
