import { describe, expect, test } from "vitest";
import { displayWidth } from "../../../src/terminal/display-width.ts";
import { painter } from "../../../src/terminal/paint.ts";
import { textTable } from "../../../src/terminal/text-table.ts";

const head = ["line", "score", "gain", "rows", "predicted", "chance", "content"];
const rows = [
  ["9", "0.49356", "0.45189", "5.42", "question", "50 %", "id=T8 message=How can I change the language?"],
  ["13", "0.11142", "0.24598", "2.95", "a class with a very long name", "50 %", "id=T12"],
];
const lines = (columns: number) => textTable(head, rows, { columns, paint: painter(false), right: [0] });

describe("a table", () => {
  test.each([20, 30, 40, 60, 80, 200])("fits a terminal of %i columns", (columns) => {
    expect(Math.max(...lines(columns).map(displayWidth))).toBeLessThanOrEqual(columns);
  });

  test("without room for its columns has one line for each cell", () => {
    expect(lines(24).slice(0, 3)).toEqual(["line      9", "score     0.49356", "gain      0.45189"]);
    expect(lines(24)).toContain("");
  });
});
