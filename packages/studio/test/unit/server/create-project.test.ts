import { parseTable } from "@xpal/data";
import { expect, test } from "vitest";
import { prepareProject } from "../../../src/server/projects/create-project.ts";

test("the kernel learnt from the first class alone where a file is sorted by class: its labels come class by class in turn", async () => {
  const text = "x,kind\n1,a\n2,a\n3,a\n4,b\n5,b\n6,\n";
  const table = await parseTable(new TextEncoder().encode(text), "sorted.csv");
  const { answers } = prepareProject({
    ...{ title: "sorted", table, recipe: { label: "kind" }, labels: "keep", pixels: null },
    ...{ demo: false, source: "sorted.csv" },
  });
  expect(answers).toEqual([
    [0, 0],
    [3, 1],
    [1, 0],
    [4, 1],
    [2, 0],
  ]);
});
