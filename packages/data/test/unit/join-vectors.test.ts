import { matrixFrom } from "@xpal/core";
import { describe, expect, test } from "vitest";
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

  const order = [5, 0, 11, 3, 8, 1, 10, 2, 7, 4, 9, 6];
  const keyed = (names: string, line: (i: number, row: number) => string, rows = order) =>
    csv(`${names}\n${rows.map((i, row) => line(i, row)).join("\n")}\n`);
  const inRows = order.map((_, i) => i);
  const own = inRows.map((i) => [i / 8, 1 - i / 4]);
  const dimensions = (i: number) => own[i].join(",");
  const idOf = (i: number) => 1000 + 7 * i;

  test.each(["", "index", "Unnamed: 0", "n"])(
    "were matched by the row number %j that both files have, and not by their ids",
    (index) => {
      for (const rows of [order, [2, 0, 1]]) {
        const sorted = [...rows].sort((a, b) => a - b);
        const mine = keyed(`${index},id,kind`, (i) => `${i},${idOf(i)},${"ab"[i % 2]}`, sorted);
        const theirs = keyed(`${index},id,v1,v2`, (i, row) => `${row},${idOf(i)},${dimensions(i)}`, rows);
        expect(vectorsOf(joinVectors(mine, theirs))).toEqual(sorted.map((i) => own[i]));
      }
    },
  );

  test("with a row number alone are matched by it, and it is no dimension", () => {
    const mine = keyed(",size", (i) => `${i},${i / 3}`, [0, 1, 2]);
    const theirs = keyed(",v1,v2", (i) => `${i},${dimensions(i)}`, [2, 0, 1]);
    expect(vectorsOf(joinVectors(mine, theirs))).toEqual(own.slice(0, 3));
  });

  test.each(["id,kind", "index,id,kind"])(
    "with the table's ids under another name got them as a dimension, beside %s",
    (names) => {
      const count = names.startsWith("index") ? (row: number) => `${row},` : () => "";
      const mine = keyed(names, (i) => `${count(i)}${idOf(i)},${"ab"[i % 2]}`, inRows);
      const theirs = keyed(`${count(0) === "" ? "" : "index,"}doc,v1,v2`, (i, row) => {
        return `${count(row)}${idOf(i)},${dimensions(i)}`;
      });
      const joined = joinVectors(mine, theirs);
      expect(vectorsOf(joined)).toEqual(own);
      expect(joined.notices.at(-1)?.message).toBe('vectors.csv: column "doc" was matched with the column "id"');
    },
  );

  test("of ids with zeros in front got the ids as a dimension", () => {
    const mine = keyed("id,kind", (i) => `00${idOf(i)},${"ab"[i % 2]}`, inRows);
    expect(vectorsOf(joinVectors(mine, vectors(order.map((i) => [idOf(i), ...own[i]]))))).toEqual(own);
    expect(
      vectorsOf(
        joinVectors(
          mine,
          keyed("id,v1,v2", (i) => `${idOf(i)},${dimensions(i)}`),
        ),
      ),
    ).toEqual(own);
    const numeric = keyed("id,kind", (i) => `${idOf(i)},${"ab"[i % 2]}`, inRows);
    expect(
      vectorsOf(
        joinVectors(
          numeric,
          keyed("id,v1,v2", (i) => `00${idOf(i)},${dimensions(i)}`),
        ),
      ),
    ).toEqual(own);
    const both = csv(`id,kind\n007,a\n7,b\n`);
    expect(() => joinVectors(both, csv("id,v1\n7,0.5\n8,0.25\n"))).toThrow("none for 007");
  });

  test("for several rows each are matched by their key, and not by a row number", () => {
    const mine = csv(",doc,text\n0,4,a\n1,4,b\n2,6,c\n3,6,d\n");
    expect(vectorsOf(joinVectors(mine, csv(",doc,v1\n0,6,0.5\n1,4,0.25\n")))).toEqual([[0.25], [0.25], [0.5], [0.5]]);
  });

  test("with a key that lacks a row are rejected though a row number has it", () => {
    const mine = csv(",id,text\n0,14,a\n1,15,b\n2,16,c\n");
    expect(() => joinVectors(mine, csv(",id,v1\n0,16,0.5\n1,14,0.25\n2,17,0.75\n"))).toThrow("none for 15");
  });

  test("of few whole numbers keep the first of them as a dimension", () => {
    const small = vectorsOf(joinVectors(csv("size\n1.5\n2.5\n3.5\n"), csv("5,1,0\n3,0,1\n9,2,2\n")));
    expect(small).toEqual([
      [5, 1, 0],
      [3, 0, 1],
      [9, 2, 2],
    ]);
  });

  test("with two keys that say different things are rejected, and both are named", () => {
    const mine = keyed("id,name,kind", (i) => `${idOf(i)},name ${i},${"ab"[i % 2]}`, inRows);
    const theirs = keyed("id,name,v1,v2", (i, row) => `${idOf(i)},name ${row},${dimensions(i)}`);
    expect(() => joinVectors(mine, theirs)).toThrow(
      'vectors.csv must match its vectors to rows in one way, but the columns "id" and "name" do so differently; leave one of them out',
    );
    const same = keyed("id,name,v1,v2", (i) => `${idOf(i)},name ${i},${dimensions(i)}`);
    expect(vectorsOf(joinVectors(mine, same))).toEqual(own);
  });

  test("with two columns of ids under other names that say different things are rejected", () => {
    const mine = keyed("id,name,kind", (i) => `${idOf(i)},name ${i},${"ab"[i % 2]}`, inRows);
    const theirs = keyed("doc,title,v1,v2", (i, row) => `${idOf(i)},name ${row},${dimensions(i)}`);
    expect(() => joinVectors(mine, theirs)).toThrow('the columns "doc" and "title" do so differently');
  });

  test("with whole numbers that are no ids of the table keep them as a dimension", () => {
    const mine = keyed("id,kind", (i) => `${idOf(i)},${"ab"[i % 2]}`, inRows);
    const joined = joinVectors(
      mine,
      keyed("v1,v2", (i) => `${i * i},${i / 4}`),
    );
    expect(vectorsOf(joined)).toEqual(order.map((i) => [i * i, i / 4]));
    expect(joined.notices.at(-1)?.code).toBe("vectors-in-order");
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
  ])("with %s are rejected", (_, other, sentence) => {
    expect(() => joinVectors(table, other)).toThrow(sentence);
  });
});
