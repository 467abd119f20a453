import { makeTable, type VectorColumn } from "@xpal/data";
import { expect, test } from "vitest";
import { matrixFrom } from "xpal";
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
