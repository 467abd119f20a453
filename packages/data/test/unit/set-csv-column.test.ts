import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../src/csv/read-csv.ts";
import { setCsvColumn } from "../../src/csv/set-csv-column.ts";
import { cellText, columnOf } from "../../src/table/table.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
const set = (csv: string, column: string, cells: [number, string][]) =>
  text(setCsvColumn(bytes(csv), column, new Map(cells)));

describe("setCsvColumn", () => {
  test("replaces a cell and keeps quotes, spaces, number formats and line ends of the others", () => {
    const csv = ' 1.50 ,"a ""b""\nc",old\r\n';
    expect(set(`x,"y",z\r\n${csv}2,,\r\n`, "z", [[0, "new"]])).toBe('x,"y",z\r\n 1.50 ,"a ""b""\nc",new\r\n2,,\r\n');
  });
  test("quotes what needs quotes, with the separator of the file", () => {
    expect(
      set("x;z\n1;\n2;\n", "z", [
        [0, "a;b"],
        [1, 'say "hi"'],
      ]),
    ).toBe('x;z\n1;"a;b"\n2;"say ""hi"""\n');
  });
  test("adds a column that is not there, also to the rows without a new cell", () => {
    expect(set("x,y\n1,2\n3,4", "z", [[1, "b"]])).toBe("x,y,z\n1,2,\n3,4,b");
  });
  test("does not count blank lines as rows, as the reader does not", () => {
    expect(set("x,z\n\n1,\n\n2,\n", "z", [[1, "b"]])).toBe("x,z\n\n1,\n\n2,b\n");
  });
  test("keeps a byte order mark, and gives UTF-16 back as UTF-8", () => {
    expect(set("\ufeffx,z\n1,\n", "z", [[0, "ä"]])).toBe("\ufeffx,z\n1,ä\n");
    const wide = Buffer.from("\ufeffx,z\n1,\n", "utf16le");
    expect(text(setCsvColumn(wide, "z", new Map([[0, "ä"]])))).toBe("x,z\n1,ä\n");
  });
  test("refuses a row that is not there", () => {
    expect(() => set("x,z\n1,\n", "z", [[1, "a"]])).toThrow(
      "setCsvColumn: cells must be for rows 0 to 0 of the file, got 1",
    );
  });
  test("gives a file in which the reader finds the new cells and all others unchanged", () => {
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
        const after = readCsv(
          setCsvColumn(bytes(csv), "z", new Map([[row, value]]), "f", { separator: ",", header: true }),
          options,
        );
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
