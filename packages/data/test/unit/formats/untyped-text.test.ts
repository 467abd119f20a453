import { expect, test } from "vitest";
import { readCsv } from "../../../src/formats/csv/read-csv.ts";
import { untypedText } from "../../../src/formats/csv/untyped-text.ts";

const column = (cells: readonly string[]) =>
  readCsv(new TextEncoder().encode(`x;y\n${cells.map((cell) => `"${cell}";1`).join("\n")}\n`), { separator: ";" })
    .columns[0];

test.each([
  ["number", ["1.50", "2.00", "NA", "", "1e3"]],
  ["number", ["1,50", "2,00", "-"]],
  ["date", ["2024-02-29", "2024-02-29 10:00", ""]],
])("a cell has one text whether its column is a %s or text", (type, cells) => {
  const typed = column(cells);
  const text = column([...cells, "on request"]);
  expect([typed.type, text.type]).toEqual([type, "text"]);
  expect(cells.map((_, row) => untypedText(text, row))).toEqual(cells.map((_, row) => untypedText(typed, row)));
});

test("the mark decides only where both give a number", () => {
  const text = { name: "x", type: "text" as const, values: ["1,234", "1,50", "1.50", "007", " a b ", "1,2,3"] };
  const under = (decimal: "." | ",") => text.values.map((_, row) => untypedText(text, row, decimal));
  expect(under(".")).toEqual(["1234", "1.5", "1.5", "007", "a b", "1,2,3"]);
  expect(under(",")).toEqual(["1.234", "1.5", "1.5", "007", "a b", "1,2,3"]);
});
