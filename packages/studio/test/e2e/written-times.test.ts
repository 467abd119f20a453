// Times of Parquet and Arrow files in the studio: as the file has them, in what is shown, exported and added.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { csvCells } from "@xpal/data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arrowWithTimes } from "../../../data/test/arrow-times.ts";
import { ticksOf, writeParquet } from "../../../data/test/write-parquet.ts";
import { type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
let folder: string;
beforeAll(async () => {
  studio = await testStudio();
  folder = mkdtempSync(join(tmpdir(), "xpal-times-"));
});
afterAll(async () => {
  await studio?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const CLOCK = ["2024-02-29T13:00:00.123456", "2024-02-29T13:00:00.500", "1969-12-31T23:59:58.999", "2024-02-29"];
const MORE = "2024-03-01T08:00:00.000001";

function arrow(times: readonly string[]): Uint8Array {
  return arrowWithTimes({
    clock: { texts: times, unit: "micro", zone: null },
    x: times.map((_, i) => i),
    kind: times.map((_, i) => ["low", "high"][i] ?? null),
  });
}

async function parquet(times: readonly string[]): Promise<Uint8Array> {
  const path = join(folder, `${times.length}.parquet`);
  writeParquet(path, [
    { name: "clock", type: "clock-us", data: times.map((text) => ticksOf(text, 1_000_000n)) },
    { name: "x", type: "number", data: times.map((_, i) => i) },
    { name: "kind", type: "text", data: times.map((_, i) => ["low", "high"][i] ?? null) },
  ]);
  return readFileSync(path);
}

async function bring(name: string, bytes: Uint8Array): Promise<string> {
  const response = await studio.upload(name, bytes.slice());
  return ((await response.json()) as { import: string }).import;
}

async function exported(project: string): Promise<{ csv: unknown[]; jsonl: unknown[] }> {
  const text = async (format: string) => (await studio.raw(`/api/projects/${project}/export/${format}`)).text();
  const { names, rows } = csvCells(new TextEncoder().encode(await text("csv")));
  const lines = (await text("jsonl")).trim().split("\n");
  return {
    csv: rows.map((cells) => cells[names.indexOf("clock")]),
    jsonl: lines.map((line) => (JSON.parse(line) as { clock: string }).clock),
  };
}

test.each([
  ["times.arrow", async (times: readonly string[]) => arrow(times)],
  ["times.parquet", parquet],
])("times of %s lost their microseconds and became times of UTC in a project", async (name, file) => {
  const id = await bring(name, await file(CLOCK));
  const { columns } = await studio.get<{ columns: { name: string; samples: string[] }[] }>(`/api/imports/${id}`);
  expect(columns.find((column) => column.name === "clock")?.samples).toEqual(CLOCK);
  const choice = { title: "t", label: "kind", classes: ["high", "low"], roles: {}, pixels: null, keepLabels: true };
  const made = { ...choice, dropDuplicates: false };
  const { project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, made);
  expect(await exported(project)).toEqual({ csv: CLOCK, jsonl: CLOCK });
  const views = await studio.get<{ cells: { name: string; value: string }[] }[]>(
    `/api/projects/${project}/items?ids=0,1,2,3`,
  );
  expect(views.map(({ cells }) => cells.find((cell) => cell.name === "clock")?.value)).toEqual(CLOCK);

  const again = await bring(name, await file([...CLOCK, MORE]));
  expect(await studio.post(`/api/imports/${again}/rows`, { project })).toMatchObject({ added: 1, repeats: 4 });
  const all = [...CLOCK, MORE];
  expect(await exported(project)).toEqual({ csv: all, jsonl: all });

  // Its own export has nothing that is new.
  const csv = await (await studio.raw(`/api/projects/${project}/export/csv`)).arrayBuffer();
  const back = await bring("back.csv", new Uint8Array(csv));
  expect(await studio.get(`/api/imports/${back}/rows?project=${project}`)).toMatchObject({ added: 0, repeats: 5 });
});
