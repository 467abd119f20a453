import { matrixFrom } from "@xpal/core";
import { makeTable, type VectorColumn } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { rowCheck } from "../../../src/journal/row-check.ts";

const image = { name: "image", type: "text" as const, values: ["a.png", "b.png"] };
const vectors = { name: "image features", type: "vector" as const, values: matrixFrom([[1], [2]]) };
const made = { ...vectors, images: { column: "image", model: {} } } as unknown as VectorColumn;
const plain = rowCheck(makeTable([image]), 0, "kind");

describe("the check of a row", () => {
  test("differs between rows", () => {
    expect(rowCheck(makeTable([image]), 1, "kind")).not.toBe(plain);
  });

  test("has no vectors made of the row's images: one more image changes all of them", () => {
    expect(rowCheck(makeTable([image, made]), 0, "kind")).toBe(plain);
  });

  test("has no vectors of another file", () => {
    expect(rowCheck(makeTable([image, { ...vectors, joined: true }]), 0, "kind")).toBe(plain);
  });

  test("has the vectors of the file itself", () => {
    expect(rowCheck(makeTable([image, vectors]), 0, "kind")).not.toBe(plain);
  });

  test("has no spaces around cells, which one reader keeps and another drops", () => {
    const table = (...values: (string | null)[]) => makeTable([{ name: "word", type: "text", values }]);
    const bare = rowCheck(table("a b", null), 0, "kind");
    expect(rowCheck(table(" a b "), 0, "kind")).toBe(bare);
    expect(rowCheck(table("ab"), 0, "kind")).not.toBe(bare);
    expect(rowCheck(table(" "), 0, "kind")).toBe(rowCheck(table("a b", null), 1, "kind"));
  });

  test("is the same for a date of Excel among texts and among dates", () => {
    const when = (...values: string[]) => makeTable([{ name: "when", type: "text", values }, image]);
    const days = rowCheck(when("2024-02-29", "soon"), 0, "kind");
    expect(rowCheck(when("2024-02-29T00:00:00.000Z", "soon"), 0, "kind")).toBe(days);
  });
});
