import { parseTable } from "@xpal/data";
import { expect, test } from "vitest";
import { prepareProject } from "../../../src/server/projects/create-project.ts";

test("the kernel learned from the first class alone where a file is sorted by class: its labels come class by class in turn", async () => {
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

test("the true error was 0 % where a file had no label to hide: it is not shown", async () => {
  const table = await parseTable(new TextEncoder().encode("x,kind\n1,\n2,\n3,a\n"), "open.csv");
  const plan = { title: "open", pixels: null, labels: "hide", demo: false, source: "open.csv" } as const;
  const recipe = { label: "kind", classes: ["a", "b"] };
  expect(prepareProject({ ...plan, table, recipe }).about.truth).toBe("kind");
  const empty = await parseTable(new TextEncoder().encode("x,kind\n1,\n2,\n3,\n"), "open.csv");
  expect(prepareProject({ ...plan, table: empty, recipe }).about.truth).toBeNull();
});
