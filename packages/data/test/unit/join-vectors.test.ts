import { describe, expect, test } from "vitest";
import { matrixFrom } from "xpal";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { joinVectors } from "../../src/table/join-vectors.ts";
import { type Column, makeTable, type Table } from "../../src/table/table.ts";

const csv = (text: string) => readCsv(new TextEncoder().encode(text), {}, "vectors.csv");
const vectorsOf = ({ columns }: Table) => {
  const column = columns.at(-1) as Extract<Column, { type: "vector" }>;
  return Array.from({ length: column.values.rows }, (_, i) => [
    ...column.values.data.subarray(i * column.values.cols, (i + 1) * column.values.cols),
  ]);
};
const vectors = (rows: number[][], more: Column[] = []) =>
  makeTable([...more, { name: "embedding", type: "vector", values: matrixFrom(rows) }], { source: "e.npy" });
const numbers = (name: string, ...values: number[]): Column => ({
  name,
  type: "number",
  values: Float64Array.from(values),
});
const table = csv("id,text,class\n7,one,a\n8,two,b\n9,three,\n");

describe("embeddings", () => {
  test("keyed by a numeric id are matched by it, and the id is no dimension", () => {
    const joined = joinVectors(table, csv("id,e0,e1\n9,0.3,3\n7,0.1,1\n8,0.2,2\n"));
    expect(vectorsOf(joined)).toEqual([
      [0.1, 1],
      [0.2, 2],
      [0.3, 3],
    ]);
    expect(joined.notices).toEqual([]);
  });

  test("in a column of vectors are matched by a numeric id too, also with more vectors than rows", () => {
    const other = vectors([[3], [1], [2], [4]], [numbers("ID", 9, 7, 8, 10)]);
    expect(vectorsOf(joinVectors(table, other))).toEqual([[1], [2], [3]]);
  });

  test("are matched by a key of another type: text here, numbers there", () => {
    const texts = makeTable([{ name: "id", type: "text", values: ["7", "8"] }]);
    expect(vectorsOf(joinVectors(texts, vectors([[2], [1]], [numbers("id", 8, 7)])))).toEqual([[1], [2]]);
  });

  test("with an id under another name are matched by its values, and that is said", () => {
    const joined = joinVectors(table, csv("doc_id,e0\n9,0.3\n7,0.1\n8,0.2\n"));
    expect(vectorsOf(joined)).toEqual([[0.1], [0.2], [0.3]]);
    expect(joined.notices.map(({ message }) => message)).toEqual([
      'vectors.csv: column "doc_id" was matched with the column "id"',
    ]);
  });

  test("with the id as first number of an array are matched by it", () => {
    const joined = joinVectors(
      table,
      vectors([
        [9, 0.3, 1],
        [8, 0.2, 1],
        [7, 0.1, 1],
      ]),
    );
    expect(vectorsOf(joined)).toEqual([
      [0.1, 1],
      [0.2, 1],
      [0.3, 1],
    ]);
  });

  test("without any key are matched in order, and that is said", () => {
    const joined = joinVectors(table, vectors([[1.5], [2.5], [3.5]]));
    expect(vectorsOf(joined)).toEqual([[1.5], [2.5], [3.5]]);
    expect(joined.notices.map(({ code }) => code)).toEqual(["vectors-in-order"]);
    expect(() => joinVectors(table, vectors([[1.5], [2.5]]))).toThrow(
      "must be as many as the table has rows, 3, got 2",
    );
  });

  test("with a data frame's index leave the index out", () => {
    const rows = Array.from({ length: 12 }, (_, i) => i);
    const plain = makeTable([numbers("size", ...rows.map((i) => i / 2))]);
    const other = makeTable([numbers("column1", ...rows), numbers("e0", ...rows.map((i) => i / 4))]);
    expect(vectorsOf(joinVectors(plain, other))).toEqual(rows.map((i) => [i / 4]));
  });

  test.each([
    ["no vector for a row", csv("id,e0\n7,0.1\n8,0.2\n10,0.3\n"), /must hold a vector for every row.*got "none for 9"/],
    ["a key twice", csv("id,e0\n7,0.1\n7,0.2\n9,0.3\n"), /column "id" must not hold a value twice, got "7"/],
    [
      "a key that the table lacks",
      csv("name,e0\nx,0.1\ny,0.2\nz,0.3\n"),
      /column "name", must be a column of the table too/,
    ],
    ["nothing but a key", csv("id\n7\n8\n9\n"), /must have a column of vectors, or columns of numbers besides the key/],
  ])("with %s are refused", (_, other, sentence) => {
    expect(() => joinVectors(table, other)).toThrow(sentence);
  });
});
