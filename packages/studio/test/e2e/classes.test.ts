// Classes and rows change after a project was made: on the page, in the exports, in the model and after a restart.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, complaintsOf, startBrowser, waitForSaved } from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

const rowsOf = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, i) => `${from + i},${(from + i) % 7},${i < 3 ? ["low", "mid", "high"][i] : ""}`,
  );
const fileOf = (rows: readonly string[]) => `x,y,label\n${rows.join("\n")}\n`;

let studio: TestStudio;

beforeAll(async () => {
  studio = await testStudio();
});
afterAll(async () => {
  await studio?.stop();
});

async function project(classes = ["high", "low", "mid"], keepLabels = true): Promise<string> {
  const { import: id } = (await (await studio.upload("mine.csv", fileOf(rowsOf(0, 30)))).json()) as { import: string };
  const choice = { title: "mine", label: "label", classes, roles: {}, pixels: null, keepLabels, dropDuplicates: false };
  return (await studio.post<{ project: string }>(`/api/imports/${id}/project`, choice)).project;
}

type Results = { results: { sequence: number | null; rejection: { message: string } | null }[] };

function classEvent(body: object) {
  return { id: crypto.randomUUID(), kind: "class", at: "2026-01-31T12:00:00.000Z", body };
}

async function send(id: string, ...events: object[]): Promise<(string | null)[]> {
  const { results } = await studio.post<Results>(`/api/projects/${id}/events`, { events });
  return results.map(({ rejection }) => rejection?.message ?? null);
}

async function exported(id: string): Promise<Record<string, unknown>[]> {
  const text = await (await studio.raw(`/api/projects/${id}/export/jsonl`)).text();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const labelsIn = (rows: readonly Record<string, unknown>[]) =>
  rows.flatMap(({ xpal_label, label }) => xpal_label ?? label ?? []);

describe("classes of a project", () => {
  test("can be merged: the export and the model know only the other one", async () => {
    const id = await project();
    expect(await send(id, classEvent({ do: "merge", class: 2, into: 1 }))).toEqual([null]);
    expect(labelsIn(await exported(id)).sort()).toEqual(["high", "low", "low"]);
    const model = JSON.parse(await (await studio.raw(`/api/projects/${id}/model-file`)).text());
    expect(model.learner.pool?.classes ?? model.learner.classes).toEqual(["high", "low"]);
    expect(model.recipe.label.classes).toEqual(["high", "low"]);
    const look = await studio.get<{ answers: Record<string, { probability: number }> }>(
      `/api/projects/${id}/look?item=9`,
    );
    expect(look.answers[2]?.probability ?? 0).toBe(0);
    const sum = Object.values(look.answers).reduce((total, { probability }) => total + probability, 0);
    expect(sum).toBeCloseTo(1, 9);
  });

  test("can be added and answered at once, and are predicted under their name", async () => {
    const id = await project();
    const add = classEvent({ do: "add", class: 30_003, name: "odd" });
    expect(await send(id, add, ...[20, 21, 22, 23].map((item) => answerEvent(item, 30_003)))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    const rows = await exported(id);
    expect(rows[22].xpal_label ?? rows[22].label).toBe("odd");
    expect(rows.filter(({ predicted }) => predicted === "odd").length).toBeGreaterThan(4);
    expect(await send(id, { ...classEvent({ of: add.id }), kind: "undo" })).toEqual([null]);
    expect(labelsIn(await exported(id)).sort()).toEqual(["high", "low", "mid"]);
    expect(await send(id, answerEvent(9, 30_003))).toEqual(['the class "odd" was retired meanwhile']);
  });

  test("keep their hidden truth when they are renamed", async () => {
    const id = await project(["high", "low", "mid"], false);
    await send(id, answerEvent(0, 1), answerEvent(1, 2), answerEvent(2, 0));
    const before = await studio.get<{ trueError: number }>(`/api/projects/${id}/model`);
    await send(id, classEvent({ do: "rename", class: 1, name: "deep" }));
    const after = await studio.get<{ trueError: number }>(`/api/projects/${id}/model`);
    expect(after.trueError).toBe(before.trueError);
    expect(labelsIn(await exported(id)).sort()).toEqual(["deep", "high", "mid"]);
  });

  test("are rejected what makes no sense, in one sentence", async () => {
    const id = await project();
    expect(await send(id, classEvent({ do: "rename", class: 0, name: "low" }))).toEqual([
      'there is a class "low" already',
    ]);
    expect(await send(id, classEvent({ do: "add", class: 1, name: "odd" }))).toEqual(["another class has this id"]);
    expect(await send(id, answerEvent(5, 7))).toEqual(["its class was not added"]);
    const bad = await studio.raw(`/api/projects/${id}/events`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ events: [classEvent({ do: "explode", class: 1 })] }),
    });
    expect(bad.status).toBe(400);
  });
});

describe("rows of a project", () => {
  test("can be added: repeats are left out, labels come along, and all is there after a restart", async () => {
    const id = await project();
    const more = fileOf([...rowsOf(25, 30), "100,1,low", "101,2,nowhere", "101,2,", "102,3,"]);
    const { import: brought } = (await (await studio.upload("more.csv", more)).json()) as { import: string };
    const report = await studio.get(`/api/imports/${brought}/rows?project=${id}`);
    const left = { labelsLeft: 3, labelsOpen: 3, labelsOther: 0, labelsUnknown: 0, labelsTaken: 0 };
    const labels = { labelled: 1, ...left, unknown: ["nowhere"] };
    expect(report).toEqual({ rows: 9, added: 3, repeats: 6, ...labels, unused: [] });
    expect(await studio.post(`/api/imports/${brought}/rows`, { project: id })).toEqual(report);
    expect(await exported(id)).toHaveLength(33);
    expect(await send(id, answerEvent(32, 0))).toEqual([null]);
    const file = new Uint8Array(await (await studio.raw(`/api/projects/${id}/file`)).arrayBuffer());
    const other = await testStudio();
    const { project: there } = (await (await other.upload("mine.xpal", file)).json()) as { project: string };
    const text = await (await other.raw(`/api/projects/${there}/export/jsonl`)).text();
    expect(text).toBe(await (await studio.raw(`/api/projects/${id}/export/jsonl`)).text());
    await other.stop();
  });

  test("lost the digits of texts that are all numbers in the new file, and were taken for new", async () => {
    const began = "version,y,label\n1.10,1,low\n2.0-rc,2,high\n1.9,3,\n";
    const { import: first } = (await (await studio.upload("mine.csv", began)).json()) as { import: string };
    const choice = { title: "v", label: "label", classes: ["high", "low"], roles: { version: "categorical" } };
    const { project: id } = await studio.post<{ project: string }>(`/api/imports/${first}/project`, {
      ...choice,
      pixels: null,
      keepLabels: true,
      dropDuplicates: false,
    });
    const more = "version,y,label\n1.10,1,\n1.20,4,low \n3.00,5,NA\n";
    const { import: second } = (await (await studio.upload("more.csv", more)).json()) as { import: string };
    const report = await studio.post(`/api/imports/${second}/rows`, { project: id });
    const left = { labelsLeft: 0, labelsOpen: 0, labelsOther: 0, labelsUnknown: 0, labelsTaken: 0 };
    const labels = { labelled: 1, ...left, unknown: [] };
    expect(report).toEqual({ rows: 3, added: 2, repeats: 1, ...labels, unused: [] });
    const rows = await exported(id);
    expect(rows.map(({ version }) => version)).toEqual(["1.10", "2.0-rc", "1.9", "1.20", "3.00"]);
    expect(labelsIn(rows)).toEqual(["low", "high", "low"]);
  });

  test("lost the label where an equal row before had none, and said nothing of labels of rows that were there", async () => {
    const id = await project();
    const [there] = rowsOf(25, 26);
    const labelledThere = `${there.split(",").slice(0, 2).join(",")},high`;
    const more = fileOf(["100,1,", "100,1,low", there, labelledThere, "102,3,"]);
    const { import: brought } = (await (await studio.upload("more.csv", more)).json()) as { import: string };
    const report = await studio.post(`/api/imports/${brought}/rows`, { project: id });
    expect(report).toMatchObject({ rows: 5, added: 2, repeats: 3, labelled: 1, labelsLeft: 1 });
    expect(labelsIn((await exported(id)).slice(30))).toEqual(["low"]);
  });

  test("are rejected without the project's columns, and with cells that do not fit them", async () => {
    const id = await project();
    const reportOf = async (text: string) => {
      const { import: brought } = (await (await studio.upload("more.csv", text)).json()) as { import: string };
      const response = await studio.raw(`/api/imports/${brought}/rows?project=${id}`);
      return [response.status, ((await response.json()) as { message: string }).message] as const;
    };
    expect(await reportOf("x,z\n1,2\n3,4\n")).toEqual([400, expect.stringMatching(/it lacks "y"/)]);
    expect(await reportOf("x,y\n1,two\n3,four\n")).toEqual([
      400,
      expect.stringMatching(/row 1 .* "y": must be a number/),
    ]);
  });
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

  test("a class is added beside the answers, answered, renamed, merged, and all is undone", async () => {
    const id = await project();
    await page.goto(`${studio.base}/p/${id}`);
    await page.waitForSelector("article.item");
    await page.getByRole("button", { name: "+ Class" }).click();
    await page.getByLabel("Name of the new class").fill("odd");
    await page.keyboard.press("Enter");
    await page.locator(".answer", { hasText: "odd" }).click();
    await waitForSaved(page);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Name of odd").fill("strange");
    await page.keyboard.press("Tab");
    await page.getByLabel("More: strange").click();
    await page.getByLabel("Merge into").locator("visible=true").selectOption({ label: "high" });
    await page.getByRole("button", { name: "Merge and move 1 label" }).click();
    await page.getByText("merged into high").waitFor();
    await waitForSaved(page);
    expect(labelsIn(await exported(id)).sort()).toEqual(["high", "high", "low", "mid"]);
    const undo = page.getByRole("button", { name: "Undo" });
    for (const done of ["merged strange into high", "renamed a class to strange", "added odd"]) {
      await undo.click();
      await page.getByText(`Undone: ${done}.`).waitFor();
    }
    expect(await undo.isDisabled()).toBe(true); // what is left is an answer
    await waitForSaved(page);
    expect((await studio.get<{ events: { kind: string }[] }>(`/api/projects/${id}`)).events.at(-4)?.kind).toBe("class");
    expect(labelsIn(await exported(id)).sort()).toEqual(["high", "low", "mid"]);
    expect(complaints).toEqual([]);
  });

  test("a file adds its new rows", async () => {
    const id = await project();
    await page.goto(`${studio.base}/p/${id}/settings`);
    const file = { name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(fileOf(rowsOf(28, 40))) };
    await page.getByLabel("Add rows").setInputFiles(file);
    await page.getByText("10 new rows").waitFor();
    await page.getByRole("button", { name: "Add 10 rows" }).click();
    await page.getByText("10 rows added.").waitFor();
    await page.getByRole("link", { name: "Export" }).click();
    await page.getByText(/ 36 left/).waitFor();
  });
});
