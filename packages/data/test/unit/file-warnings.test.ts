// What costs a day when it is found late is said at once.
import { describe, expect, test } from "vitest";
import { applyRecipe, fileWarnings, fitRecipe, readCsv, repeatedRows } from "../../src/index.ts";

const read = (header: string, row: (i: number) => string, count = 300) =>
  readCsv(new TextEncoder().encode([header, ...Array.from({ length: count }, (_, i) => row(i))].join("\n")));
const said = (table: ReturnType<typeof read>, isBalanced = false) => {
  const { recipe } = fitRecipe(table, { label: "class" });
  const { labels, classes } = applyRecipe(recipe, table);
  return fileWarnings({ table, recipe, labels, classes, isBalanced }).map(({ code, column }) =>
    column === undefined ? code : `${code} ${column}`,
  );
};
const noise = (i: number) => ((i * 7919) % 1009) / 10;
const kind = (i: number) => ["a", "b"][((i * 31) % 101) % 2];

describe("a column", () => {
  test("that equals the label, or maps to it, is named", () => {
    const table = read("x,copy,code,class", (i) => `${noise(i)},${kind(i)},${kind(i) === "a" ? 7 : 3},${kind(i)}`);
    expect(said(table)).toEqual(["tells-the-label copy", "tells-the-label code"]);
  });

  test("of measurements that a threshold cuts into the classes is named", () => {
    expect(
      said(read("x,score,class", (i) => `${noise(i)},${(kind(i) === "a" ? 0 : 500) + noise(i + 3)},${kind(i)}`)),
    ).toEqual(["tells-the-label score"]);
  });

  test("that nearly tells it is named, one that tells much of it is not", () => {
    const nearly = read("x,copy,class", (i) => `${noise(i)},${i % 150 === 0 ? "a" : kind(i)},${kind(i)}`);
    expect(said(nearly)).toEqual(["tells-the-label copy"]);
    expect(said(read("x,copy,class", (i) => `${noise(i)},${i % 10 === 0 ? "a" : kind(i)},${kind(i)}`))).toEqual([]);
  });

  test("of values that all differ is not named", () => {
    expect(said(read("x,note,class", (i) => `${noise(i)},word number ${i} of them,${kind(i)}`))).toEqual([]);
  });
});

test("rows that occur twice are counted", () => {
  const table = read("x,y,class", (i) => `${noise(i % 240)},${noise(i % 240) * 3},${kind(i % 240)}`);
  expect(said(table)).toEqual(["repeated-rows"]);
  const first = repeatedRows(table);
  expect([first[239], first[240], first[299]]).toEqual([239, 0, 59]);
});

test("a class below 1 % is named, unless the balanced error is asked for", () => {
  const table = read("x,class", (i) => `${noise(i)},${i === 5 || i === 80 ? "bad" : "ok"}`);
  expect(said(table)).toEqual(["rare-class"]);
  expect(said(table, true)).toEqual([]);
});
