import { describe, expect, test } from "vitest";
import type { CsvOptions } from "../../src/formats/csv/csv-options.ts";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { cellText, type Table } from "../../src/table/table.ts";

const read = (text: string, options?: CsvOptions) => readCsv(new TextEncoder().encode(text), options);
const typesOf = (table: Table) => Object.fromEntries(table.columns.map(({ name, type }) => [name, type]));
const cellsOf = (table: Table, name: string) => {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return Array.from({ length: table.rows }, (_, row) => cellText(column, row));
};
const codesOf = (table: Table) => table.notices.map(({ code }) => code);
const messagesOf = (table: Table) => table.notices.map(({ message }) => message);

describe("the dialect", () => {
  test.each([
    [",", "a,b\n1,x\n2,y\n"],
    [";", "a;b\n1;x\n2;y\n"],
    ["a tab", "a\tb\n1\tx\n2\ty\n"],
    ["a bar", "a|b\n1|x\n2|y\n"],
    ["what the first line declares", "sep=|\na|b\n1|x\n2|y\n"],
    ["; though cells hold commas", "a;b\n1;x\n2;y\n".replace("x", "x, or z")],
  ])("is read when the separator is %s", (_, text) => {
    const table = read(text);
    expect(typesOf(table)).toEqual({ a: "number", b: "text" });
    expect(cellsOf(table, "a")).toEqual(["1", "2"]);
  });

  test.each([["\n"], ["\r\n"], ["\r"]])("knows the line end %j", (lineEnd) => {
    const table = read(["a,b", "1,x", "2,y"].join(lineEnd));
    expect(cellsOf(table, "b")).toEqual(["x", "y"]);
    expect([...(table.lines ?? [])]).toEqual([2, 3]);
  });

  test("of 50 MB of quotes was read for 44 s and took 2.6 GB: it is rejected in one sentence", () => {
    const quotes = new Uint8Array(50_000_000).fill(34);
    expect(() => readCsv(quotes)).toThrow("must have a first line of at most 4194304 bytes, got 50000000");
  });

  test("keeps separators, quotes and line ends inside quotes, and counts lines past them", () => {
    const table = read('a,b\n"x, ""y""\nz",1\nw,2\n');
    expect(cellsOf(table, "a")).toEqual(['x, "y"\nz', "w"]);
    expect([...(table.lines ?? [])]).toEqual([2, 4]);
  });

  test("takes a first record of numbers for data and says so", () => {
    const table = read("5.1,3.5,setosa\n4.9,3.0,virginica\n");
    expect(table.rows).toBe(2);
    expect(codesOf(table)).toEqual(["no-header"]);
    expect(read("5.1,3.5\n4.9,3.0\n", { header: true }).rows).toBe(1);
  });

  test("takes words that all occur again for data", () => {
    expect(read("x,o,win\nx,x,win\nx,o,loss\nx,o,win\n").rows).toBe(4);
  });

  test("says when two separators fit equally well", () => {
    expect(codesOf(read("a,b|c,d\n1,2|3,4\n"))).toContain("separator-doubtful");
  });
});

describe("encodings", () => {
  const text = "name,n\nzoë,1\n";
  const wide = (bigEndian: boolean, mark: boolean) => {
    const bytes = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
    return bigEndian ? bytes.swap16() : bytes;
  };
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16 little endian", wide(false, true)],
    ["UTF-16 big endian", wide(true, true)],
    ["UTF-16 without a mark", wide(false, false)],
  ])("%s is recognised", (_, bytes) => {
    const table = readCsv(bytes);
    expect(typesOf(table)).toEqual({ name: "text", n: "number" });
    expect(cellsOf(table, "name")).toEqual(["zoë"]);
    expect(table.notices).toEqual([]);
  });

  test("an old encoding is guessed, and the lines to check are named", () => {
    const table = readCsv(Buffer.from(text, "latin1"));
    expect(cellsOf(table, "name")).toEqual(["zoë"]);
    expect(table.notices[0]).toMatchObject({ code: "encoding-guessed", lines: [2] });
    expect(() => readCsv(Buffer.from(text, "latin1"), { encoding: "utf-8" })).toThrow("must be valid UTF-8");
  });
});

describe("numbers", () => {
  test("equal what Number makes of them, digit for digit", () => {
    const written = [
      "0.1",
      "-17",
      "1e-7",
      ".5",
      "5.",
      "123456789012345",
      "0.12345678901234568",
      "1.7976931348623157e308",
    ];
    expect(cellsOf(read(`x\n${written.join("\n")}\n`), "x")).toEqual(written.map((cell) => String(Number(cell))));
  });

  test("with a decimal comma are found out by columns that leave no choice", () => {
    const table = read("a;b;c\n1,5;1.200;3\n2,25;13.000;4\n");
    expect(cellsOf(table, "a")).toEqual(["1.5", "2.25"]);
    expect(cellsOf(table, "b")).toEqual(["1200", "13000"]);
    expect(codesOf(table)).toEqual(["thousands-separator"]);
  });

  test("with a decimal comma far below the sample are still found", () => {
    const table = read(`a;b\n${"1;2\n".repeat(5000)}1,5;2\n`);
    expect(cellsOf(table, "a").at(-1)).toBe("1.5");
  });

  test("with thousands separators are read where a decimal point elsewhere settles it", () => {
    const table = read('a,b\n"1,234",0.5\n"12",1.5\n');
    expect(cellsOf(table, "a")).toEqual(["1234", "12"]);
    expect(messagesOf(table)[0]).toContain('line 2 ("1,234" as 1234)');
  });

  test("that could be thousands or fractions follow the custom of the separator", () => {
    expect(() => read("a|b\n1,234|x\n2,345|y\n")).toThrow(/column "a" must have a clear decimal mark.*set decimal/);
    expect(cellsOf(read('a,b\n"1,234",x\n'), "a")).toEqual(["1234"]);
    expect(cellsOf(read("a;b\n1,234;x\n"), "a")).toEqual(["1.234"]);
    expect(codesOf(read("a;b\n1,234;x\n"))).toEqual(["decimal-doubtful"]);
    expect(cellsOf(read("a|b\n1,234|x\n", { decimal: "." }), "a")).toEqual(["1234"]);
    expect(cellsOf(read("a|b\n1,234|x\n", { decimal: "," }), "a")).toEqual(["1.234"]);
  });

  test("below a thousand beside groups of three say that the mark stands before thousands", () => {
    expect(cellsOf(read("a|b\n1,234|x\n2,345|y\n7,250|y\n950|z\n"), "a")).toEqual(["1234", "2345", "7250", "950"]);
    expect(cellsOf(read("a;b\n1.234;x\n2.345;y\n7.250;y\n950;z\n"), "a")).toEqual(["1234", "2345", "7250", "950"]);
  });

  test("with a point that might stand before thousands are fractions, and that is said", () => {
    const table = read("a;b\n1.234;x\n12.500;y\n");
    expect(cellsOf(table, "a")).toEqual(["1.234", "12.5"]);
    expect(codesOf(table)).toEqual(["decimal-doubtful"]);
    expect(read("a;b\n1.234;x\n0.5;y\n").notices).toEqual([]);
    expect(cellsOf(read("a;b\n1.234;x\n", { decimal: "," }), "a")).toEqual(["1234"]);
  });

  test("have the mark of their column, even if another column has the other one", () => {
    const table = read("a;b\n1,5;2.5\n2,5;3.25\n");
    expect([cellsOf(table, "a"), cellsOf(table, "b")]).toEqual([
      ["1.5", "2.5"],
      ["2.5", "3.25"],
    ]);
  });

  test("that would lose zeros or digits stay text, and the lines are named", () => {
    const table = read("zip,id\n01234,12345678901234567890\n99999,3\n");
    expect(typesOf(table)).toEqual({ zip: "text", id: "text" });
    expect(table.notices.map(({ code, lines }) => [code, lines])).toEqual([
      ["zeros-in-front", [2]],
      ["long-number", [2]],
    ]);
  });

  test("in 90 % of the filled cells make a numeric column, and the other words are listed by count", () => {
    const table = read(`x,y\n${"1,2\n".repeat(18)}1,oops\n1,oops\n1,NA\n`);
    expect(cellsOf(table, "y").slice(-4)).toEqual(["2", null, null, null]);
    expect(messagesOf(table)).toEqual([
      'column "y": 3 cells are read as missing among numbers in lines 20, 21 and 22: "oops" (2 times), "NA"',
    ]);
  });

  test("in fewer cells leave the column text, and the words are listed", () => {
    const table = read(`x,y\n${"1,2\n".repeat(8)}1,oops\n1,on request\n`);
    expect(typesOf(table).y).toBe("text");
    expect(messagesOf(table)[0]).toContain('only 80 % of its cells are numbers (others are "oops", "on request")');
  });

  test("beside words for missing values stay numbers, and the lines are named", () => {
    const table = read("x\n1\nNA\n3\n?\n");
    expect(cellsOf(table, "x")).toEqual(["1", null, "3", null]);
    expect(table.notices[0]).toMatchObject({ code: "missing-marker", column: "x", lines: [3, 5] });
  });

  test("too large for a double are no numbers", () => {
    expect(typesOf(read("x\n1e999\n1\n"))).toEqual({ x: "text" });
  });
});

describe("dates", () => {
  test("in ISO 8601 are dates", () => {
    const table = read("d\n2024-02-29\n1969-12-31T23:00:00Z\n2024-01-01 10:00:00.5+02:00\n");
    const [column] = table.columns;
    expect(column.type).toBe("date");
    expect(column.type === "date" ? [...column.values] : []).toEqual([
      Date.UTC(2024, 1, 29),
      -3_600_000,
      Date.UTC(2024, 0, 1, 8, 0, 0, 500),
    ]);
  });

  test("that do not exist, or whose order nobody knows, stay text", () => {
    expect(typesOf(read("d\n2023-02-29\n"))).toEqual({ d: "text" });
    expect(codesOf(read("d,x\n01/02/2024,1\n02/02/2024,2\n"))).toEqual(["date-order"]);
  });
});

describe("what is wrong with a file", () => {
  test.each([
    ["is empty", "", "must not be empty"],
    ["has only line ends", "\r\n\n", "must not be empty"],
    ["holds zero bytes", "a,b\n1,\0\n", "it holds zero bytes as binary files do"],
    ["leaves a quote open", 'a,b\n1,"x\n2,y\n', "must close the quote that line 2 opens"],
    ["has text behind a quote", 'a,b\n1,"x"y\n', "must have no text after a closing quote, as line 2 has"],
    [
      "has short and long records",
      "a,b\n1,2\n3\n4,5\n6,7,8\n",
      "must have 2 cells in every record, but lines 3 and 5 do not (1, 3 there)",
    ],
    ["is a PDF", "%PDF-1.7 …", "it is a PDF document"],
  ])("that %s is said in one sentence", (_, text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  test("records of another width can be left out, and are named", () => {
    const table = read("a,b\n1,2\n3\n4,5\n", { ragged: "skip" });
    expect(cellsOf(table, "a")).toEqual(["1", "4"]);
    expect(table.notices[0]).toMatchObject({ code: "ragged-row", lines: [3] });
  });

  test("without a separator each line is one cell, with its commas and quotes", () => {
    const table = read('"Never again", he said\nGood, bad\n\n"open\n', { separator: "", header: false });
    expect(cellsOf(table, "column1")).toEqual(['"Never again", he said', "Good, bad", null, '"open']);
    expect(codesOf(table)).toEqual([]);
  });

  test("names that are empty or occur twice are made up, and said", () => {
    const table = read(",a,a,a_2\n1,2,3,4\n");
    expect(Object.keys(typesOf(table))).toEqual(["column1", "a", "a_3", "a_2"]);
    expect(codesOf(table)).toEqual(["empty-name", "duplicate-name"]);
  });

  test("blank lines are left out and named, except in a file of one column, where they are missing values", () => {
    expect(read("a,b\n1,2\n\n3,4\n").notices[0]).toMatchObject({ code: "blank-line", lines: [3] });
    expect(cellsOf(read("a\n1\n\n3\n"), "a")).toEqual(["1", null, "3"]);
  });

  test("a quote inside a bare cell is kept, and its line named", () => {
    const table = read('a,b\n5" pipe,1\n');
    expect(cellsOf(table, "a")).toEqual(['5" pipe']);
    expect(table.notices[0]).toMatchObject({ code: "stray-quote", lines: [2] });
  });

  test("an unknown option is rejected", () => {
    expect(() => read("a\n1\n", { seperator: ";" } as CsvOptions)).toThrow("options.seperator is unknown");
    expect(() => read("a\n1\n", { separator: ";;" })).toThrow("must be one ASCII character");
  });
});

test("ten thousand columns are read", () => {
  const width = 10_000;
  const line = (f: (c: number) => string | number) => Array.from({ length: width }, (_, c) => f(c)).join();
  const table = read(`${line((c) => `c${c}`)}\n${line((c) => c)}\n${line((c) => c / 2)}\n`);
  expect(table.columns.length).toBe(width);
  expect(cellsOf(table, "c9999")).toEqual(["9999", "4999.5"]);
});

test("a column can be kept as text", () => {
  expect(typesOf(read("a,b\n1,2\n", { keepText: ["b"] }))).toEqual({ a: "number", b: "text" });
});
