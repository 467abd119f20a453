import { describe, expect, test } from "vitest";
import { readArff } from "../../src/formats/arff/read-arff.ts";
import { cellText, writtenText } from "../../src/table/table.ts";

const read = (text: string) => readArff(new TextEncoder().encode(text));
const rows = (text: string) => {
  const table = read(text);
  return Array.from({ length: table.rows }, (_, row) => table.columns.map((column) => cellText(column, row)));
};

const header = `% a comment
@RELATION 'some set'
@ATTRIBUTE "petal width" REAL
@attribute colour {red, 'dark blue', "it's"}
@attribute note string
@attribute seen date "yyyy-MM-dd"
@data
`;

describe("ARFF", () => {
  test("reads numbers, categories, texts and dates, quoted or not; ? is missing", () => {
    expect(
      rows(`${header}1.5,red,'a, \\'b\\'',"2024-02-29"\n?,'dark blue',?,?\n% no row\n-2e3,"it's",plain,2024-03-01\n`),
    ).toEqual([
      ["1.5", "red", "a, 'b'", "2024-02-29"],
      [null, "dark blue", null, null],
      ["-2000", "it's", "plain", "2024-03-01"],
    ]);
  });

  test("wrote 1.50 as 1.5 and gave times a zone in exports", () => {
    const text =
      '@relation r\n@attribute x numeric\n@attribute when date "yyyy-MM-dd HH:mm"\n@data\n1.50,"2024-01-01 10:00"\n?,?\n2,"2024-01-02 00:00"\n';
    const { columns } = readArff(new TextEncoder().encode(text), "t.arff", true);
    expect(columns.map((column) => [0, 1, 2].map((row) => writtenText(column, row)))).toEqual([
      ["1.50", null, "2"],
      ["2024-01-01 10:00", null, "2024-01-02 00:00"],
    ]);
  });

  test("keeps the declared categories", () => {
    const column = read(`${header}1,red,x,?\n`).columns[1];
    expect(column.type === "text" && column.categories).toEqual(["red", "dark blue", "it's"]);
  });

  test("reads sparse rows: what is left out is 0 or the first category", () => {
    const text =
      "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@attribute c numeric\n@data\n{0 3, 1 y}\n{}\n{2 ?}\n";
    expect(rows(text)).toEqual([
      ["3", "y", "0"],
      ["0", "x", "0"],
      ["0", "x", null],
    ]);
  });

  test("reads cells separated by spaces where there is no comma", () => {
    expect(rows("@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n1 2\n3\t4\n")).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  test.each([
    [
      "a row of another width",
      `${header}1,red,x\n1,red,x,?\n1,red\n`,
      "must have 4 cells in every row, but lines 8 and 10 do not",
    ],
    [
      "a category that was not declared",
      `${header}1,pink,x,?\n`,
      'line 8, column "colour", must be one of the declared red, dark blue, it\'s, got "pink"',
    ],
    ["a word for a number", `${header}one,red,x,?\n`, 'line 8, column "petal width", must be a number, got "one"'],
    ["an open quote", `${header}1,red,'x,?\n`, "line 8, must be a row of cells with closed quotes"],
    ["no @data", "@relation r\n@attribute a numeric\n", "must have a line @data"],
    ["no rows", header, "must have at least one row after @data"],
    ["an unknown type", "@relation r\n@attribute a relational\n@data\n1\n", "line 2, must have a type of numeric"],
    [
      "a sparse index out of range",
      "@relation r\n@attribute a numeric\n@data\n{1 5}\n",
      "line 4, must be a row of cells",
    ],
  ])("rejects %s", (_, text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });
});
