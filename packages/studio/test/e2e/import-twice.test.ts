// What is asked for twice at the same moment, as by a double click, a request that is sent again or two people, is done once.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

async function upload(rows: readonly string[]): Promise<string> {
  const response = await studio.upload("fruit.csv", `size,kind\n${rows.join("\n")}\n`);
  return ((await response.json()) as { import: string }).import;
}

test("two projects were made of one file, and its rows were added twice", async () => {
  const first = await upload(["1,apple", "2,pear", "3,"]);
  const choice = { title: "fruit", label: "kind", classes: ["apple", "pear"], roles: {}, pixels: null };
  const ask = () =>
    studio.post<{ project: string }>(`/api/imports/${first}/project`, {
      ...choice,
      keepLabels: true,
      dropDuplicates: false,
    });
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(other).toEqual(one);
  expect(await ask()).toEqual(one); // later, as by a page that did not hear the answer
  expect(await studio.get("/api/projects")).toHaveLength(1);

  const more = await upload(["4,apple", "5,pear"]);
  const add = () => studio.post(`/api/imports/${more}/rows`, { project: one.project });
  const [added, again] = await Promise.all([add(), add()]);
  expect(added).toMatchObject({ added: 2, labelled: 2 });
  expect(again).toEqual(added);
  expect(await add()).toEqual(added);
  const { project } = await studio.get<{ project: { itemCount: number } }>(`/api/projects/${one.project}`);
  expect(project.itemCount).toBe(5);
});

test("rows that two people added at the same moment were there twice", async () => {
  const first = await upload(["11,apple", "12,pear", "13,"]);
  const choice = { title: "more fruit", label: "kind", classes: ["apple", "pear"], roles: {}, pixels: null };
  const { project } = await studio.post<{ project: string }>(`/api/imports/${first}/project`, {
    ...choice,
    keepLabels: true,
    dropDuplicates: false,
  });
  const files = [
    ["14,apple", "15,pear"],
    ["15,pear", "16,apple"],
    ["14,apple", "16,apple", "17,pear"],
  ];
  const imports = await Promise.all(files.map(upload));
  await Promise.all(imports.map((id) => studio.post(`/api/imports/${id}/rows`, { project })));
  const text = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
  const rows = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { size: number; kind: string | null });
  expect(rows.map(({ size }) => size).sort()).toEqual([11, 12, 13, 14, 15, 16, 17]);
  const kinds = new Map(rows.map(({ size, kind }) => [size, kind]));
  expect([14, 15, 16, 17].map((size) => kinds.get(size))).toEqual(["apple", "pear", "apple", "pear"]);
});
