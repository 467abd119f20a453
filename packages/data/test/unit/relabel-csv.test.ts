import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CsvOptions } from "../../src/formats/csv/csv-options.ts";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { relabelCsv } from "../../src/formats/csv/relabel-csv.ts";
import { cellText, columnOf } from "../../src/table/table.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const relabel = (text: string, column: string, labels: Record<number, string>, options?: CsvOptions, name?: string) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    relabelCsv(
      bytes(text),
      column,
      new Map(Object.entries(labels).map(([row, label]) => [Number(row), label])),
      options,
      name,
    ),
  );

describe("labels put into a file", () => {
  test("need a separator", () => {
    expect(() => relabel("a\nb\n", "class", { 0: "x" }, { separator: "" })).toThrow(/must be one character/);
  });
  test("change their own cells and nothing else", () => {
    const text = 'size;class;note\r\n1,50;;"a; ""b""\nc"\r\n\r\n 2,00 ; old ;x\r\n3,25;"q";y';
    expect(relabel(text, "class", { 0: "cat", 2: "a;b" })).toBe(
      'size;class;note\r\n1,50;cat;"a; ""b""\nc"\r\n\r\n 2,00 ; old ;x\r\n3,25;"a;b";y',
    );
    expect(relabel(text, "class", { 1: "" })).toContain(" 2,00 ;;x");
  });

  test("add a column that is missing", () => {
    expect(relabel("a,b\n1,2\n3,4\n", "class", { 1: "x" })).toBe("a,b,class\n1,2,\n3,4,x\n");
  });

  test("lost the name of a column that they added to a file without names", () => {
    expect(() => relabel("1,2\n3,4\n", "class", { 1: "x" })).toThrow(
      'must have a line with the names of its columns to get the column "class"; put such a line on top',
    );
    expect(relabel("1,2\n3,4\n", "column2", { 1: "x" })).toBe("1,2\n3,x\n");
  });

  test("keep the tabs of a .tsv file whose cells hold commas", () => {
    const text = "text\tclass\na, b\t\nc, d\t\n";
    expect(relabel(text, "class", { 0: "x" }, {}, "notes.tsv")).toBe("text\tclass\na, b\tx\nc, d\t\n");
    expect(relabel("text\na, b\nc, d\n", "class", { 1: "y" }, {}, "notes.tsv")).toBe("text\tclass\na, b\t\nc, d\ty\n");
  });

  test("leave blank lines at the end of a file of one column as they are", () => {
    const text = "text\r\none\r\n\r\ntwo\r\n\r\n\r\n";
    expect(relabel(text, "class", { 0: "a", 2: "b" }, { separator: "," })).toBe(
      "text,class\r\none,a\r\n,\r\ntwo,b\r\n\r\n\r\n",
    );
  });

  test("stand in quotes where the other cells of their column do", () => {
    expect(relabel('"x","class"\n"1",""\n"2","b"\n', "class", { 0: "a" })).toBe('"x","class"\n"1","a"\n"2","b"\n');
    expect(relabel('"x"\t"y"\n"1"\t"2"\n', "class", { 0: "a" })).toBe('"x"\t"y"\t"class"\n"1"\t"2"\t"a"\n');
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

  test("keep a byte order mark, and the encoding with or without one", () => {
    expect(relabel("\ufeffa,class\n1,\n", "class", { 0: "x" })).toBe("\ufeffa,class\n1,x\n");
    for (const [mark, label] of [
      ["", "ü"],
      ["\ufeff", "ü€😀"],
    ]) {
      const wide = relabelCsv(Buffer.from(`${mark}ab,class\n1,\n`, "utf16le"), "class", new Map([[0, label]]));
      expect(Buffer.from(wide).toString("utf16le")).toBe(`${mark}ab,class\n1,${label}\n`);
    }
    const old = Uint8Array.from(Buffer.from("name,class\nJos\u00e9,\n", "latin1"));
    const written = relabelCsv(old, "class", new Map([[0, "früh"]]));
    expect(Buffer.from(written).toString("latin1")).toBe("name,class\nJosé,früh\n");
    const japanese = Uint8Array.from([...bytes("a,class\n"), 0x93, 0xfa, ...bytes(",\n")]); // 日 in Shift_JIS
    expect([...relabelCsv(japanese, "class", new Map([[0, "日"]]), { encoding: "shift_jis" })]).toEqual([
      ...bytes("a,class\n"),
      ...[0x93, 0xfa, 0x2c, 0x93, 0xfa, 0x0a],
    ]);
  });

  test("that the file's encoding cannot hold are rejected", () => {
    const old = Uint8Array.from(Buffer.from("name,class\nJos\u00e9,\n", "latin1"));
    expect(() => relabelCsv(old, "class", new Map([[0, "猫"]]))).toThrow(
      /must be in an encoding with every letter of the labels, but windows-1252 lacks some; write a new file instead/,
    );
  });

  test("that would change how the file is read are rejected", () => {
    // Read with "skip", the last line is left out; with one column more it would be a row.
    const text = "a,b\n1,2\n3,4,5\n";
    expect(() => relabel(text, "class", { 0: "x" }, { ragged: "skip" })).toThrow(/must be read again as it was/);
    // Without a byte order mark, UTF-16 is known by its zero bytes, and this label has some in the wrong places.
    const wide = Buffer.from("ab,class\n1,\n", "utf16le");
    expect(() => relabelCsv(wide, "class", new Map([[0, "😀"]]))).toThrow(/must be read again as it was/);
  });

  test("of rows that do not exist are rejected", () => {
    expect(() => relabel("a,class\n1,\n", "class", { 1: "x" })).toThrow("labels must have rows from 0 to 0, got 1");
  });

  test("are found by the reader, and all other cells are as before, in every dialect", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "b", '"', ",", "\n", " ", "7", ".", ";", "\t"), maxLength: 6 });
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 8 });
    const dialect = fc.record({
      separator: fc.constantFrom(",", ";", "\t", "|"),
      lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
      tail: fc.constantFrom("", "\n", "\n\n \n"),
      isNew: fc.boolean(),
    });
    fc.assert(
      fc.property(
        table,
        fc.nat(7),
        fc.constantFrom("new", "x,y", 'q"q', "+", "-", "@me", " s "),
        dialect,
        (rows, at, value, how) => {
          const { separator, lineEnd, tail, isNew } = how;
          const row = at % rows.length;
          const quoted = (words: string) => `"${words.replaceAll('"', '""')}"`;
          // The first column is marked, so that no record is blank and no column is taken for numbers.
          const lines = rows.map(([a, b, c]) => [`k${a}`, b, c].map(quoted).join(separator));
          const csv = ["p,q,z".replaceAll(",", separator), ...lines].join(lineEnd) + tail;
          const column = isNew ? "new" : "z";
          const options = { separator, header: true };
          const before = readCsv(bytes(csv), { ...options, keepText: ["p", "q", "z"] });
          const written = relabelCsv(bytes(csv), column, new Map([[row, value]]), options);
          const after = readCsv(written, { ...options, keepText: ["p", "q", "z", ...(isNew ? ["new"] : [])] });
          expect(after.rows).toBe(before.rows);
          for (const name of ["p", "q", "z", column]) {
            for (let i = 0; i < before.rows; i++) {
              const old = name === "new" ? null : cellText(columnOf(before, name), i);
              expect(cellText(columnOf(after, name), i)).toBe(name === column && i === row ? value : old);
            }
          }
        },
      ),
    );
  });
});
