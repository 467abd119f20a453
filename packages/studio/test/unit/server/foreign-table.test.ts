// Files of other labelling programs: the labels are theirs to the letter, and no column of an item is lost for them.
import { cellText, type Table } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { foreignTable } from "../../../src/server/exchange/foreign-table.ts";

function rowsOf(table: Table | null): Record<string, string | null>[] {
  if (table === null) return [];
  return Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(table.columns.map((column) => [column.name, cellText(column, row)])),
  );
}

describe("fastText", () => {
  test("had its classes renamed: not_spam became 'not spam'", async () => {
    const table = await foreignTable(
      "mails.txt",
      "__label__not_spam hello you\n__label__spam buy now\nno label here\n",
    );
    expect(rowsOf(table)).toEqual([
      { text: "hello you", label: "not_spam" },
      { text: "buy now", label: "spam" },
      { text: "no label here", label: null },
    ]);
  });

  test("lost the label of a line without a text, and had it for a text", async () => {
    const table = await foreignTable("mails.txt", "__label__a one\n__label__b\n");
    expect(rowsOf(table).map(({ label }) => label)).toEqual(["a", "b"]);
  });

  test("with several labels on a line had all but the first for a part of the text", async () => {
    await expect(foreignTable("mails.txt", "__label__a one\n__label__a __label__b two\n")).rejects.toThrow(
      "line 2 of the file has several labels, but an item has one; keep one label on each line",
    );
  });
});

describe("an item's own column named label was lost for the answer", () => {
  const expected = [
    { text: "one", label: "printed", xpal_label: "good" },
    { text: "two", label: "by hand", xpal_label: null },
  ];
  const cells = expected.map(({ text, label }) => ({ text, label }));
  const answers = ["good", null];
  test("in Label Studio", async () => {
    const tasks = cells.map((data, at) => ({
      data,
      annotations: answers[at] === null ? [] : [{ result: [{ value: { choices: [answers[at]] } }] }],
    }));
    const table = await foreignTable("tasks.json", JSON.stringify(tasks));
    expect([table?.target, rowsOf(table)]).toEqual(["xpal_label", expected]);
  });

  test("in Argilla", async () => {
    const records = cells.map((fields, at) => ({
      fields,
      responses: answers[at] === null ? {} : { answer: [{ value: answers[at] }] },
    }));
    const table = await foreignTable("records.json", JSON.stringify(records));
    expect([table?.target, rowsOf(table)]).toEqual(["xpal_label", expected]);
  });
});

test("a column row of an item was followed by the whole item once more, as a column xpal_row", async () => {
  const tasks = [1, 2].map((row) => ({ data: { row, x: row / 2, xpal_row: { row, x: row / 2 } }, annotations: [] }));
  expect((await foreignTable("tasks.json", JSON.stringify(tasks)))?.columns.map(({ name }) => name)).toEqual([
    "row",
    "x",
    "label",
  ]);
});
