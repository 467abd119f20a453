// Labels in a file for rows that a project has already: taken where somebody asks for it and the item is open.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { studioClient } from "@xpal/studio/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, complaintsOf, startBrowser, waitForSaved } from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

const CLASSES = ["high", "low"];
/** Ten rows without a label, but for some. */
const fileOf = (labels: Readonly<Record<number, string>> = {}, count = 10) =>
  `x,y,label\n${Array.from({ length: count }, (_, item) => `${item},${item % 3},${labels[item] ?? ""}`).join("\n")}\n`;

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

const bring = async (file: string) =>
  ((await (await studio.upload("mine.csv", file)).json()) as { import: string }).import;

/** A project of ten rows: item 0 came with the label low, 1 and 2 were answered high and skipped. */
async function project(): Promise<string> {
  const choice = { title: "mine", label: "label", classes: CLASSES, roles: {}, pixels: null, keepLabels: true };
  const made = { ...choice, dropDuplicates: false };
  const { project: id } = await studio.post<{ project: string }>(
    `/api/imports/${await bring(fileOf({ 0: "low" }))}/project`,
    made,
  );
  const events = [answerEvent(1, 0), answerEvent(2, "skipped")];
  await studio.post(`/api/projects/${id}/events`, { events });
  return id;
}

/** Label, where it is from and by whom, of each item that has one. */
async function labelsOf(id: string): Promise<string[]> {
  const text = await (await studio.raw(`/api/projects/${id}/export/jsonl`)).text();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, string | null>)
    .flatMap((row, item) =>
      row.label === null ? [] : [`${item} ${row.label} ${row.label_source} ${row.annotator ?? "nobody"}`],
    );
}

const BEFORE = ["0 low file nobody", "1 high person me"];
/** Agrees with item 0, contradicts 1 and 2, and has labels for 5 and 7. */
const MORE = { 0: "low", 1: "low", 2: "low", 5: "low", 7: "high" };
const COUNTS = { labelsLeft: 5, labelsOpen: 2, labelsOther: 2, labelsUnknown: 0 };

test("labels of rows that a project has could not be taken: those of open items are, as the file's, and undone", async () => {
  const id = await project();
  expect(await labelsOf(id)).toEqual(BEFORE);
  const asked = { project: id, labels: true, by: "Ann" };
  const brought = await bring(fileOf(MORE));
  const found = await studio.get(`/api/imports/${brought}/rows?project=${id}`);
  expect(found).toMatchObject({ added: 0, ...COUNTS, labelsTaken: 0 });
  const report = await studio.post(`/api/imports/${brought}/rows`, asked);
  expect(report).toMatchObject({ added: 0, ...COUNTS, labelsTaken: 2 });
  expect(await studio.post(`/api/imports/${brought}/rows`, asked)).toEqual(report); // sent again
  expect(await labelsOf(id)).toEqual([...BEFORE, "5 low file nobody", "7 high file nobody"]);
  const { events } = await studio.get<{ events: { id: string; kind: string }[] }>(`/api/projects/${id}`);
  expect(events.map(({ kind }) => kind)).toEqual(["import", "answer", "answer", "import"]);
  const undo = { id: crypto.randomUUID(), at: "2026-01-31T12:00:00.000Z", kind: "undo" };
  const body = { of: events[3].id, by: "Ann" };
  await studio.post(`/api/projects/${id}/events`, { events: [{ ...undo, body }] });
  expect(await labelsOf(id)).toEqual(BEFORE);
});

test("labels of rows that a project has are left where nobody asks for them", async () => {
  const id = await project();
  const report = await studio.post(`/api/imports/${await bring(fileOf(MORE, 12))}/rows`, { project: id });
  expect(report).toMatchObject({ added: 2, ...COUNTS, labelsTaken: 0 });
  expect(await labelsOf(id)).toEqual(BEFORE);
});

test("a file that was exported and labelled came back with one label for all of the equal items", async () => {
  const choice = { title: "equal", label: "label", classes: CLASSES, roles: {}, pixels: null, keepLabels: true };
  const rows = (labels: readonly string[]) =>
    `x,y,label\n${labels.map((label, item) => `${item % 2},1,${label}`).join("\n")}\n`;
  const { project: id } = await studio.post<{ project: string }>(
    `/api/imports/${await bring(rows(["", "", "", "", "", ""]))}/project`,
    { ...choice, dropDuplicates: false },
  );
  const brought = await bring(rows(["low", "", "high", "nowhere", "", "high"]));
  const report = await studio.post(`/api/imports/${brought}/rows`, { project: id, labels: true });
  expect(report).toMatchObject({ added: 0, labelsLeft: 4, labelsOpen: 3, labelsUnknown: 1, labelsTaken: 3 });
  expect(report).toMatchObject({ unknown: ["nowhere"] });
  expect(await labelsOf(id)).toEqual(["0 low file nobody", "2 high file nobody", "5 high file nobody"]);
});

test("webhooks hear of labels that were taken from a file, and when they are undone", async () => {
  const heard: { event: string; labels?: { item: number; label: string | null }[] }[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      heard.push(JSON.parse(body));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => void receiver.listen(0, "127.0.0.1", () => done()));
  try {
    const id = await project();
    const { secret } = await studio.post<{ secret: string }>("/api/tokens", { name: "hook", scopes: ["webhooks"] });
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const program = studioClient({ url: studio.base, token: secret });
    await program.addWebhook({ url, events: ["label"], project: id });
    await studio.post(`/api/imports/${await bring(fileOf({ 5: "low" }))}/rows`, { project: id, labels: true });
    await expect.poll(() => heard).toHaveLength(1);
    const { events } = await studio.get<{ events: { id: string }[] }>(`/api/projects/${id}`);
    const undo = { id: crypto.randomUUID(), at: "2026-01-31T12:00:00.000Z", kind: "undo" };
    await studio.post(`/api/projects/${id}/events`, { events: [{ ...undo, body: { of: events[3].id } }] });
    await expect.poll(() => heard).toHaveLength(2);
    expect(heard.map(({ labels }) => labels?.map(({ item, label }) => [item, label]))).toEqual([
      [[5, "low"]],
      [[5, null]],
    ]);
  } finally {
    receiver.close();
  }
});

describe.skipIf(chromiumPath === undefined)("on the page", () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    browser = await startBrowser();
    page = await browser.newPage();
    complaints = complaintsOf(page);
    await page.goto(studio.studio.url);
  });
  afterAll(async () => browser?.close());

  const addFile = async (id: string, text: string) => {
    await page.goto(`${studio.base}/p/${id}/settings`);
    await page.getByLabel("Add rows").setInputFiles({ name: "m.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.getByText("5 rows that are here already have a label in the file.").waitFor();
    await page.getByText("2 of them are not answered here yet and can take it.").waitFor();
    await page.getByText("2 of them have another answer here, which stays.").waitFor();
  };

  test("labels for rows that are here are taken with a press, and Undo takes them back", async () => {
    const id = await project();
    await addFile(id, fileOf(MORE));
    await page.getByRole("button", { name: "Take 2 labels" }).click();
    await page.getByText("2 labels taken. Undo on the label page takes them back.").waitFor();
    expect(await labelsOf(id)).toHaveLength(4);
    await page.getByRole("link", { name: "Label", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForSaved(page);
    await expect.poll(() => labelsOf(id)).toEqual(BEFORE);
    expect(complaints).toEqual([]);
  });

  test("labels for rows that are here were not mentioned where they are no class", async () => {
    await page.goto(`${studio.base}/p/${await project()}/settings`);
    const buffer = Buffer.from(fileOf({ 5: "low", 6: "nowhere", 7: "nowhere" }));
    await page.getByLabel("Add rows").setInputFiles({ name: "m.csv", mimeType: "text/csv", buffer });
    await page.getByText("3 rows that are here already have a label in the file.").waitFor();
    await page.getByText("2 of them have a label that is no class here.").waitFor();
    await page.getByText("No class of this project: nowhere. These labels are left out;").waitFor();
    await page.getByRole("button", { name: "Take 1 label" }).waitFor();
  });

  test("new rows bring the labels for rows that are here along only where that is ticked", async () => {
    const id = await project();
    await addFile(id, fileOf(MORE, 12));
    await page.getByRole("button", { name: "Add 2 rows" }).click();
    await page.getByText("2 rows added.", { exact: true }).waitFor();
    expect(await labelsOf(id)).toEqual(BEFORE);
    await addFile(id, fileOf(MORE, 13));
    await page.getByLabel("Also take 2 labels for rows that are here and not answered yet").check();
    await page.getByRole("button", { name: "Add 1 row" }).click();
    await page.getByText("1 row added. 2 labels taken. Undo on the label page takes them back.").waitFor();
    expect(await labelsOf(id)).toHaveLength(4);
  });
});
