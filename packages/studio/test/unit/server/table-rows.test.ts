import { cellText, readCsv } from "@xpal/data";
import { expect, test } from "vitest";
import { withoutRepeats } from "../../../src/server/exchange/table-rows.ts";

const read = (text: string) => readCsv(new TextEncoder().encode(text));

/** The rows that stay, as `x` and label. */
function left(text: string, label: string | null): (string | null)[][] {
  const { rows, columns } = withoutRepeats(read(text), label, ["note"]);
  return Array.from({ length: rows }, (_, row) =>
    columns.filter(({ name }) => name !== "note").map((column) => cellText(column, row)),
  );
}

test("a label was lost with its row, since an earlier row without a label is the same", () => {
  const text = "x,note,kind\n1,first,\n2,,a\n1,second,b\n3,,\n1,third,c\n2,,\n3,,\n";
  expect(left(text, "kind")).toEqual([
    ["2", "a"],
    ["1", "b"],
    ["3", null],
  ]);
});

test("without a label column the first of equal rows stays", () => {
  expect(left("x,note\n1,first\n2,\n1,second\n", null)).toEqual([["1"], ["2"]]);
});
