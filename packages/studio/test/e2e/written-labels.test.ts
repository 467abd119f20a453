// Labels of a CSV file in the studio are what was written, also where all of them are numbers.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

test("labels were read as numbers, so that versions 1.1 and 1.10 became one class", async () => {
  const labels = ["1.1", "1.10", "1.9", "1.1", "1.10", "1.9", "", ""];
  const text = `x,y,class\n${labels.map((label, i) => `${i},${(5 * i) % 8},${label}`).join("\n")}\n`;
  const response = await studio.upload("versions.csv", new TextEncoder().encode(text));
  const { import: id } = (await response.json()) as { import: string };
  const found = await studio.get<{ label: string; columns: { name: string; classes?: string[] }[] }>(
    `/api/imports/${id}`,
  );
  expect(found.label).toBe("class");
  const choice = { title: "t", label: "class", classes: ["1.1", "1.10", "1.9"], roles: {}, pixels: null };
  const made = { ...choice, keepLabels: true, dropDuplicates: false };
  const { project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, made);
  const csv = await (await studio.raw(`/api/projects/${project}/export/csv`)).text();
  const cells = csv.trim().split("\n").slice(1);
  expect(cells.map((line) => line.split(",")[2])).toEqual(labels);
});
