// What counts: which columns the answers speak for, and what follows when somebody switches one off or pins it. Over HTTP
// and in a real Chromium.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Counts } from "../../src/protocol/messages.ts";
import { chromiumPath, complaintsOf, openDetails, startBrowser, waitForSaved } from "./browser.ts";
import { answerEvent, type Client, type TestStudio, testStudio } from "./client.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LABELS = 36;
let studio: TestStudio;
let numbers: string;
let letters: string;

beforeAll(async () => {
  studio = await testStudio();
  numbers = await projectOf("numbers.csv", oneColumnDecides(), ["even", "odd"]);
  letters = await projectOf("letters.csv", twoTopics(), ["billing", "bug"]);
});
afterAll(() => studio?.stop());

/** 90 rows: `signal` decides, beside two numbers of chance and one that never changes. */
function oneColumnDecides(): string {
  let state = 2024;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32;
  };
  const rows = Array.from({ length: 90 }, () => [random(), random(), random()].map((value) => value.toFixed(3)));
  return ["noise,hum,signal,unit", ...rows.map((row) => [...row, 1].join(",")), ""].join("\n");
}

function twoTopics(): string {
  const rows = Array.from({ length: 60 }, (_, i) =>
    i % 2
      ? `"please send the refund for invoice ${i} soon",${i % 7}`
      : `"the window crashes after login number ${i} again",${i % 5}`,
  );
  return ["text,size", ...rows, ""].join("\n");
}

/** A project whose first items are answered as the table's rule says. */
async function projectOf(name: string, text: string, classes: readonly string[]): Promise<string> {
  const { import: id } = (await (await studio.upload(name, text)).json()) as { import: string };
  const choice = {
    title: name,
    reading: { embed: "none" }, // beside the 512 numbers of a sentence no column is weighed
    label: null,
    classes,
    roles: {},
    pixels: null,
    keepLabels: true,
    dropDuplicates: false,
  };
  const { project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, choice);
  const rows = text.split("\n").slice(1);
  const truth = (row: string) => (name === "letters.csv" ? (row.includes("refund") ? 0 : 1) : parity(row));
  const events = Array.from({ length: LABELS }, (_, item) => answerEvent(item, truth(rows[item])));
  await studio.post(path(project, "/events"), { events });
  return project;
}

function parity(row: string): number {
  return Math.floor(4 * Number(row.split(",")[2])) % 2;
}

const path = (project: string, rest: string) => `/api/projects/${project}${rest}`;
const counts = (project = numbers, of: Client = studio) => of.get<Counts>(path(project, "/counts"));
const columnEvent = (column: string, use: string) => ({
  ...{ id: crypto.randomUUID(), kind: "column", at: "2026-01-31T12:00:00.000Z" },
  body: { column, use },
});

async function send(...events: object[]) {
  type Results = { results: { rejection: { code: string; message: string } | null }[] };
  return (await studio.post<Results>(path(numbers, "/events"), { events })).results.map(({ rejection }) => rejection);
}

/** All that follows from what counts. */
async function said(project = numbers, of: Client = studio) {
  const { suggestions } = await of.get<{ suggestions: { item: number }[] }>(path(project, "/next?count=4"));
  const { probability } = await of.get<{ probability: number[] }>(path(project, "/predictions"));
  const { x } = await of.get<{ x: number[] }>(path(project, "/map"));
  const csv = await (await of.raw(path(project, "/export/csv?predictions=1"))).text();
  const model = await of.get<{ recipe: { columns: { name: string; role: string }[] } }>(path(project, "/model-file"));
  return { suggestions, probability, x, csv, columns: model.recipe.columns };
}

describe("what counts", () => {
  test("names the column that decides, with its range, and what is not compared", async () => {
    const found = await counts();
    expect(found).toMatchObject({
      state: "learned",
      labels: LABELS,
      fittedOn: 33,
      compared: ["noise", "hum", "signal"],
    });
    expect(found.columns[0]).toMatchObject({ names: ["signal"], verdict: "counts" });
    expect(found.columns[0].low).toBeGreaterThan(found.columns[1].weight);
    expect(found.unused).toEqual([{ name: "unit", why: "constant" }]);
    expect(found.words).toEqual([]);
  });

  test("names the words that speak for each class, and those of an item", async () => {
    const { words, columns } = await counts(letters);
    expect(columns.find(({ kind }) => kind === "lsa")?.names).toEqual(["text"]);
    expect(words.map((one) => one.class)).toEqual([0, 1]);
    expect(words[0].words).toContain("refund");
    expect(words[1].words).toContain("crashes");
    const look = await studio.get<{ words: string[] }>(path(letters, "/look?item=41"));
    expect(look.words).toContain("invoice");
  });

  test("follows a column that is switched off, and comes back to the bit when that is undone", async () => {
    const before = await said();
    const off = columnEvent("signal", "ignored");
    expect(await send(off)).toEqual([null]);
    const without = await said();
    expect(without.suggestions).not.toEqual(before.suggestions);
    expect(without.probability).not.toEqual(before.probability);
    expect(without.x).not.toEqual(before.x);
    expect(without.csv).not.toEqual(before.csv);
    expect(without.columns.find(({ name }) => name === "signal")?.role).toBe("ignored");
    const found = await counts();
    expect(found.columns.flatMap(({ names }) => names)).not.toContain("signal");
    expect(found.compared).toContain("signal");
    const undo = { ...columnEvent("", ""), kind: "undo", body: { of: off.id } };
    expect(await send(undo)).toEqual([null]);
    expect(await said()).toEqual(before);
    expect(await send({ ...columnEvent("", ""), kind: "redo", body: { of: off.id } })).toEqual([null]);
    expect((await said()).probability).toEqual(without.probability);
    expect(await send(columnEvent("signal", "learned"))).toEqual([null]);
    expect(await said()).toEqual(before);
  });

  test("keeps a pinned column at its base weight", async () => {
    const free = (await counts()).columns.find(({ names }) => names[0] === "hum");
    await send(columnEvent("hum", "pinned"));
    const pinned = (await counts()).columns.find(({ names }) => names[0] === "hum");
    expect(pinned?.weight).toBeGreaterThan(free?.weight ?? 9);
    await send(columnEvent("hum", "learned"));
  });

  test("rejects a column that is not there, and to switch off the last one", async () => {
    const [unknown] = await send(columnEvent("hmm", "ignored"));
    expect(unknown?.message).toBe('items are not compared by a column "hmm"');
    const off = ["noise", "hum", "signal"].map((column) => columnEvent(column, "ignored"));
    expect((await send(...off)).map((rejection) => rejection?.message ?? null)).toEqual([
      null,
      null,
      "at least one column must be left to compare items by",
    ]);
    await send(columnEvent("noise", "learned"), columnEvent("hum", "learned"));
    const bad = await studio.raw(path(numbers, "/events"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ events: [columnEvent("hum", "sometimes")] }),
    });
    expect(bad.status).toBe(400);
  });

  test("moves with the project file; a file without such events opens, one with a wrong column is rejected", async () => {
    await send(columnEvent("noise", "ignored"), columnEvent("hum", "pinned"));
    const file = new Uint8Array(await (await studio.raw(path(numbers, "/file"))).arrayBuffer());
    const other = await testStudio();
    const { project } = (await (await other.upload("numbers.xpal", file)).json()) as { project: string };
    expect(await said(project, other)).toEqual(await said());
    const { sequence: _, ...there } = await counts(project, other);
    const { sequence: __, ...here } = await counts();
    expect(there).toEqual(here);
    const json = JSON.parse(gunzipSync(file).toString()) as { id: string; events: { kind: string; body: object }[] };
    const plain = { ...json, id: "before", events: json.events.filter(({ kind }) => kind !== "column") };
    const opened = await other.upload("before.xpal", gzipSync(JSON.stringify(plain)));
    expect(opened.ok).toBe(true);
    const wrong = json.events.map((event) =>
      event.kind === "column" ? { ...event, body: { column: "x", use: "pinned" } } : event,
    );
    const rejected = await other.upload(
      "wrong.xpal",
      gzipSync(JSON.stringify({ ...json, id: "wrong", events: wrong })),
    );
    expect(rejected.status).toBe(400);
    expect(await rejected.text()).toContain("items are not compared by a column");
    await other.stop();
    await send(columnEvent("noise", "learned"), columnEvent("hum", "learned"));
  });
});

describe.skipIf(chromiumPath === undefined)("the page of what counts", () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1366, height: 860 } });
    complaints = complaintsOf(page);
    await page.goto(studio.studio.url);
  });
  afterAll(() => browser?.close());

  const insights = async (project: string) => {
    await page.goto(`${studio.base}/p/${project}/insights`);
    await page.getByTestId("what-counts").locator("select").first().waitFor();
  };
  const useOf = (name: string) => page.getByLabel(`How ${name} is used`, { exact: true });
  /** What is asked next, whatever other windows have in hand. */
  const asked = async () => (await studio.get<{ suggestions: object[] }>(path(numbers, "/next?count=3"))).suggestions;

  test("shows the columns, switches one off, asks for another item, and keeps that over a reload", async () => {
    const before = await asked();
    await insights(numbers);
    await expect.poll(() => page.getByTestId("what-counts").locator("li").first().textContent()).toContain("signal");
    await useOf("signal").selectOption("ignored");
    await expect.poll(() => page.locator("li.off").textContent()).toContain("not compared");
    await waitForSaved(page);
    expect(await asked()).not.toEqual(before);
    await page.goto(`${studio.base}/p/${numbers}`);
    await page.waitForSelector("article.item");
    await insights(numbers);
    expect(await useOf("signal").inputValue()).toBe("ignored");
    await useOf("signal").selectOption("learned");
    await waitForSaved(page);
    expect(await asked()).toEqual(before);
  });

  test("does not offer to switch off the last column", async () => {
    await insights(numbers);
    for (const name of ["noise", "hum"]) {
      await useOf(name).selectOption("ignored");
      await waitForSaved(page);
    }
    await expect.poll(() => useOf("signal").locator("option[value=ignored]").isDisabled()).toBe(true);
    for (const name of ["noise", "hum"]) await useOf(name).selectOption("learned");
    await waitForSaved(page);
  });

  test("shows the words of classes, and on the label page those of the item", async () => {
    await insights(letters);
    await expect.poll(() => page.getByTestId("class-words").textContent()).toContain("refund");
    await page.goto(`${studio.base}/p/${letters}`);
    await page.waitForSelector("article.item");
    await openDetails(page);
    await expect.poll(() => page.getByTestId("item-words").textContent()).toMatch(/speaks? for (billing|bug)\.$/);
  });

  test.each(["light", "dark"] as const)("passes axe in the %s theme", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const project of [numbers, letters]) {
      await insights(project);
      await page.evaluate(axe);
      type Axe = {
        axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
      };
      const { violations } = await page.evaluate(() => (window as unknown as Axe).axe.run());
      const faults = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(faults.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    }
  });

  test("says nothing in the console", () => {
    expect(complaints).toEqual([]);
  });
});
