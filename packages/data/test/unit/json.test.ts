import { describe, expect, test } from "vitest";
import { readJson } from "../../src/formats/json/read-json.ts";
import { readJsonl } from "../../src/formats/json/read-jsonl.ts";
import { cellText, type Table } from "../../src/table/table.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown) => readJson(bytes(JSON.stringify(value)));
const cells = (table: Table, c = 0) => Array.from({ length: table.rows }, (_, row) => cellText(table.columns[c], row));

describe("JSON", () => {
  test("is a list of objects, whose missing keys are missing values", () => {
    const table = json([
      { a: 1, b: "x" },
      { b: "y", c: true },
      { a: null, c: false },
    ]);
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
      ["a", "number"],
      ["b", "text"],
      ["c", "text"],
    ]);
    expect([cells(table, 0), cells(table, 1), cells(table, 2)]).toEqual([
      ["1", null, null],
      ["x", "y", null],
      [null, "true", "false"],
    ]);
  });

  test("is an object of lists of equal length", () => {
    expect(cells(json({ a: [1, 2.5], b: ["x", "y"] }))).toEqual(["1", "2.5"]);
    expect(() => json({ a: [1], b: [1, 2] })).toThrow('"b", must have 1 values as "a" has, got 2');
  });

  test("has vectors where every row has a list of equally many numbers", () => {
    const [column] = json([{ v: [1, 2] }, { v: [3, 4] }]).columns;
    expect(column.type === "vector" && [...column.values.data]).toEqual([1, 2, 3, 4]);
    expect(() => json([{ v: [1, 2] }, { v: [3] }])).toThrow('column "v", row 1, must hold a vector of 2 numbers');
    expect(() => json([{ v: [1, 2] }, {}])).toThrow('column "v", row 1, must hold a vector of 2 numbers');
  });

  test("keeps all digits of long numbers as text", () => {
    const table = readJson(bytes('[{"id": 12345678901234567890, "x": 0.12345678901234567}, {"id": 7, "x": 1}]'));
    expect(cells(table, 0)).toEqual(["12345678901234567890", "7"]);
    expect(table.notices.map(({ code }) => code)).toEqual(["long-number"]);
    expect(table.columns[1].type).toBe("number");
  });

  test("with words among numbers is read as CSV would be, and says so", () => {
    expect(json([{ a: 1 }, { a: "NA" }, { a: 3 }]).notices[0].message).toBe(
      'column "a": 1 cell is read as missing among numbers in row 1: "NA"',
    );
  });

  test("reads numbers written as text, and mentions nested values", () => {
    expect(json([{ a: "1.5" }, { a: "$2" }]).columns[0].type).toBe("number");
    const nested = json([{ a: { b: 1 } }]);
    expect([cells(nested)[0], nested.notices[0].code]).toEqual(['{"b":1}', "nested-value"]);
  });

  test.each([
    ["broken JSON, with its line", '[{"a": 1},\n{"a": }]', "line 2, must be valid JSON"],
    [
      "a key twice, with its line",
      '[{"a": 1},\n{"a": 1, "a": 2}]',
      'line 2, must not have a key twice in an object, got "a"',
    ],
    ["a list of numbers", "[1, 2]", "row 0, must be an object with a key for each column, got 1"],
    ["a single object", '{"a": 1}', "must be a list of objects or an object of lists"],
    ["nothing", "  ", "must not be empty"],
    ["no object", "[]", "must hold at least one object"],
  ])("rejects %s", (_, text, sentence) => {
    expect(() => readJson(bytes(text))).toThrow(sentence);
  });

  test("of 20,000 levels ended in a RangeError without a sentence", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
    const sentence = "line 2, must have at most 500 levels of lists and objects";
    for (const levels of [499, 20_000, 1_000_000]) {
      const text = `[{"x": 1},\n{"x": ${nested(levels)}}]`;
      expect(() => readJson(new TextEncoder().encode(text))).toThrow(sentence);
    }
    const text = `[{"x": ${JSON.stringify(`"\\"${"[".repeat(600)}`)}}, {"x": ${nested(498)}}]`; // brackets of texts are no levels
    expect(readJson(new TextEncoder().encode(text)).rows).toBe(2);
  });

  test("takes a key named __proto__ for a column", () => {
    expect(readJson(bytes('[{"__proto__": 1, "b": 2}]')).columns.map(({ name }) => name)).toEqual(["__proto__", "b"]);
  });
});

describe("JSON lines", () => {
  test("pass over empty lines and know their line numbers", () => {
    const table = readJsonl(bytes('{"a": 1}\r\n\n{"a": 2}\n'));
    expect(cells(table)).toEqual(["1", "2"]);
    expect([...(table.lines ?? [])]).toEqual([1, 3]);
  });

  test("that are cut off are rejected with the line", () => {
    expect(() => readJsonl(bytes('{"a": 1}\n{"a": '))).toThrow("line 2, must be valid JSON");
  });
});
