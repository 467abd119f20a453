import { createHash } from "node:crypto";
import { matrixFrom } from "@xpal/core";
import { makeTable, type VectorColumn } from "@xpal/data";
import { expect, test } from "vitest";
import { isCheckOf, rowCheck } from "../../../src/journal/row-check.ts";

const image = { name: "image", type: "text" as const, values: ["a.png", "b.png"] };
const vectors = { name: "image features", type: "vector" as const, values: matrixFrom([[1], [2]]) };
const made = { ...vectors, pictures: { column: "image", model: {} } } as unknown as VectorColumn;

test("vectors that were made of pictures are no part of a row's check: one more picture changes all of them", () => {
  const plain = makeTable([image]);
  expect(rowCheck(makeTable([image, made]), 0, "kind")).toBe(rowCheck(plain, 0, "kind"));
  expect(rowCheck(plain, 0, "kind")).not.toBe(rowCheck(plain, 1, "kind"));
});

test("vectors that were read from a file are, and checks of earlier versions hold", () => {
  const read = makeTable([image, vectors]);
  const earlier = rowCheck(read, 0, "kind"); // the same cells, all taken for those of the file
  expect(earlier).not.toBe(rowCheck(makeTable([image]), 0, "kind"));
  const table = makeTable([image, made]);
  expect(isCheckOf(earlier, table, 0, "kind")).toBe(true);
  expect(isCheckOf(rowCheck(table, 0, "kind"), table, 0, "kind")).toBe(true);
  expect(isCheckOf(earlier, table, 1, "kind")).toBe(false);
  expect(isCheckOf(earlier, makeTable([image]), 0, "kind")).toBe(false);
});

test("vectors of another file are no part of a row's check, and checks of earlier versions with them hold", () => {
  const earlier = rowCheck(makeTable([image, vectors]), 0, "kind");
  const joined = makeTable([image, { ...vectors, joined: true }]);
  expect(rowCheck(joined, 0, "kind")).toBe(rowCheck(makeTable([image]), 0, "kind"));
  expect([0, 1].map((row) => isCheckOf(earlier, joined, row, "kind"))).toEqual([true, false]);
});

test("checks of earlier versions, which depended on the types of columns, hold", () => {
  const table = makeTable([{ name: "version", type: "text", values: ["1.10", "NA"] }, image]);
  const earlier = (...cells: string[]) => createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 12);
  expect(isCheckOf(earlier("1.10", "a.png"), table, 0, "kind")).toBe(true);
  expect(isCheckOf(earlier("NA", "b.png"), table, 1, "kind")).toBe(true);
  expect(isCheckOf(earlier("NA", "b.png"), table, 0, "kind")).toBe(false);
});

test("spaces around cells, which one reader keeps and another does not, are no part of a row's check", () => {
  const table = (...values: (string | null)[]) => makeTable([{ name: "word", type: "text", values }]);
  const bare = rowCheck(table("a b", null), 0, "kind");
  expect(rowCheck(table(" a b "), 0, "kind")).toBe(bare);
  expect(rowCheck(table("ab"), 0, "kind")).not.toBe(bare);
  expect(rowCheck(table(" "), 0, "kind")).toBe(rowCheck(table("a b", null), 1, "kind"));
  const earlier = createHash("sha256")
    .update(JSON.stringify([" a b "]))
    .digest("hex")
    .slice(0, 12);
  expect(isCheckOf(earlier, table(" a b "), 0, "kind")).toBe(true);
});

test("checks of earlier versions, which rounded ids of many digits in files read in pieces, hold", () => {
  const ids = { name: "id", type: "text" as const, values: ["1234567898123456845", "1234567898123456999"] };
  const rounded = { name: "id", type: "number" as const, values: Float64Array.from(ids.values, Number) };
  const earlier = rowCheck(makeTable([rounded, image]), 0, "kind");
  expect(isCheckOf(earlier, makeTable([ids, image]), 0, "kind")).toBe(true);
  expect(isCheckOf(earlier, makeTable([ids, image]), 1, "kind")).toBe(false);
});

test("checks of rows with dates of Excel among texts, which had a zone, hold", () => {
  const earlier = (...cells: string[]) => createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 12);
  const when = (...values: string[]) => makeTable([{ name: "when", type: "text", values }, image]);
  const days = when("2024-02-29", "soon");
  expect(isCheckOf(earlier("2024-02-29T00:00:00.000Z", "a.png"), days, 0, "kind")).toBe(true);
  expect(isCheckOf(earlier("soon", "b.png"), days, 1, "kind")).toBe(true);
  const times = when("2024-02-29T12:00:00.000", "2024-02-29T00:00:00.000");
  expect(isCheckOf(earlier("2024-02-29T12:00:00.000Z", "a.png"), times, 0, "kind")).toBe(true);
  expect(isCheckOf(earlier("2024-02-29T00:00:00.000Z", "b.png"), times, 1, "kind")).toBe(true);
  expect(isCheckOf(earlier("2024-02-29T12:00:00.000Z", "b.png"), times, 1, "kind")).toBe(false);
  expect(rowCheck(when("2024-02-29T00:00:00.000Z", "soon"), 0, "kind")).toBe(rowCheck(days, 0, "kind"));
});

test("checks of rows of Windows-1252 that were taken for Latin-1 hold", () => {
  const table = makeTable([{ name: "price", type: "text", values: ["5 €", "6 €"] }]);
  const earlier = rowCheck(makeTable([{ name: "price", type: "text", values: ["5 \x80"] }]), 0, "kind");
  expect([0, 1].map((row) => isCheckOf(earlier, table, row, "kind"))).toEqual([true, false]);
});
