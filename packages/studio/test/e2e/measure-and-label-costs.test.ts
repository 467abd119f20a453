// "All classes count the same" and what the label of an item costs, in a real Chromium: predictions, map, worth, stop panel and
// export follow at once, in this window and in the others.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, complaintsOf, itemOnScreen, openDetails, startBrowser, waitForQueue } from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

const ROWS = 80;
/** Sizes from 0 to 79; above 70 they are defects. */
const isDefect = (item: number) => item > 70;
const settingsEvent = (body: object) => ({
  ...{ id: crypto.randomUUID(), kind: "settings", at: "2026-01-31T12:00:00.000Z" },
  body,
});

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

async function parts(answered = [5, 20, 33, 50, 64, 73, 78]): Promise<string> {
  const lines = Array.from({ length: ROWS }, (_, item) => `${item}.5,${(item * 7) % 5},${1 + (item % 4)}`);
  const sent = await studio.upload("parts.csv", `size,shift,minutes\n${lines.join("\n")}\n`);
  const { import: id } = (await sent.json()) as { import: string };
  const { project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
    ...{ title: "parts", label: null, classes: ["fine", "defect"], roles: {}, pixels: null },
    ...{ keepLabels: true, dropDuplicates: false },
  });
  const answers = answered.map((item) => answerEvent(item, isDefect(item) ? 1 : 0));
  const settings = settingsEvent({ checkShare: 0, model: "paper" });
  await studio.post(`/api/projects/${project}/events`, { events: [...answers, settings] });
  return project;
}
const tell = (project: string, body: object) =>
  studio.post(`/api/projects/${project}/events`, { events: [settingsEvent(body)] });
const called = async (project: string) => {
  const { predicted } = await studio.get<{ predicted: number[] }>(`/api/projects/${project}/predictions`);
  return predicted.filter((one) => one === 1).length;
};
const look = (project: string, item: number) =>
  studio.get<{ gain: number; labelCost: number | null }>(`/api/projects/${project}/look?item=${item}`);
const best = async (project: string) => {
  const { suggestions } = await studio.get<{ suggestions: { item: number }[] }>(
    `/api/projects/${project}/next?count=1`,
  );
  return suggestions[0].item;
};

test("the item that is asked for has the largest gain per cost, and one cost for all restores the choice of before", async () => {
  const project = await parts();
  const plain = await best(project);
  await tell(project, { labelCostRule: "1 + 3 * minutes" });
  const looks = await Promise.all(
    Array.from({ length: ROWS }, async (_, item) => ({ item, ...(await look(project, item)) })),
  );
  expect(looks[6].labelCost).toBe(1 + 3 * 3);
  const { suggestions } = await studio.get<{ suggestions: { item: number }[] }>(
    `/api/projects/${project}/next?count=1`,
  );
  const open = looks.filter(({ item }) => ![5, 20, 33, 50, 64, 73, 78].includes(item));
  const most = Math.max(...open.map(({ gain, labelCost }) => gain / (labelCost ?? 1)));
  const chosen = looks[suggestions[0].item];
  expect(chosen.gain / (chosen.labelCost ?? 1)).toBeCloseTo(most, 12);
  const { usefulness } = await studio.get<{ usefulness: number[] }>(
    `/api/projects/${project}/predictions?usefulness=1`,
  );
  expect(usefulness[chosen.item]).toBeCloseTo(most, 12);
  await tell(project, { labelCostRule: null });
  expect(await best(project)).toBe(plain);
  expect((await look(project, plain)).labelCost).toBeNull();
});

test("a column that is a label cost is no feature: items that differ in it only are alike", async () => {
  const project = await parts([]);
  await tell(project, { labelCostRule: "minutes" });
  const { compared, columns } = await studio.get<{ compared: string[]; columns: { names: string[] }[] }>(
    `/api/projects/${project}/counts`,
  );
  expect(compared).toContain("size");
  expect(columns.flatMap(({ names }) => names)).not.toContain("minutes");
});

test.each([
  ["minutes - 1", 'the label cost "minutes - 1", row 0 must be a number above 0, got 0'],
  ["hours", 'column "hours" must be a column of the table'],
  ["2 ** minutes", 'but "*" is not expected there'],
])(
  "a rule by which an open item has no cost is rejected in one sentence and not stored: %s",
  async (rule, sentence) => {
    const project = await parts();
    for (const path of [`/api/projects/${project}/label-costs?rule=${encodeURIComponent(rule)}`]) {
      const answer = await studio.raw(path);
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
        400,
        expect.stringContaining(sentence),
      ]);
    }
    await expect(tell(project, { labelCostRule: rule })).rejects.toThrow("400");
    const { events } = await studio.get<{ events: { body: object }[] }>(`/api/projects/${project}`);
    expect(JSON.stringify(events)).not.toContain("labelCostRule");
  },
);

test("the balanced error among 300 classes let the next question wait for minutes: it is rejected in one sentence", async () => {
  const sent = await studio.upload("kinds.csv", `size,shift\n${"1,2\n3,4\n5,7\n".repeat(4)}`);
  const { import: id } = (await sent.json()) as { import: string };
  const { project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
    ...{ title: "kinds", label: null, classes: Array.from({ length: 300 }, (_, y) => `kind ${y}`), roles: {} },
    ...{ pixels: null, keepLabels: true, dropDuplicates: false },
  });
  await expect(tell(project, { measure: "balanced" })).rejects.toThrow(
    "costs and the balanced error are for at most 256 classes, not for 300",
  );
  await expect(tell(project, { measure: "balanced" })).rejects.toThrow("400"); // after 409 a page sent it again without end
});

describe.skipIf(chromiumPath === undefined)("in a browser", () => {
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await startBrowser();
    context = await browser.newContext({ acceptDownloads: true });
    const first = await context.newPage();
    await first.goto(studio.studio.url);
    await first.close();
  });
  afterAll(() => browser?.close());

  async function open(project: string, rest = ""): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${studio.base}/p/${project}${rest}`);
    return page;
  }

  test("all classes count the same: map, review, worth, stop panel, check and export follow, and back", async () => {
    const project = await parts();
    const page = await open(project, "/settings");
    const complaints = complaintsOf(page);
    const before = await called(project);
    await page.getByLabel("All classes count the same").check();
    const shown = page.waitForResponse((answer) => answer.url().includes("/predictions"));
    await page.getByRole("link", { name: "Map" }).click();
    const onMap = ((await (await shown).json()) as { predicted: number[] }).predicted;
    const after = await called(project);
    expect(after).toBeGreaterThan(before);
    expect(onMap.filter((one) => one === 1)).toHaveLength(after);

    await page.getByRole("link", { name: "Review" }).click();
    await page.getByLabel("Show").selectOption("everything");
    await page.getByLabel("Predicted").selectOption({ label: "defect" });
    await page.getByText(`${after} items`).waitFor();

    await page.getByRole("link", { name: "Label", exact: true }).click();
    await openDetails(page);
    await page.getByText("of balanced error expected to be saved by this answer").waitFor();
    await page.getByText("When to stop").click();
    await page.getByLabel("Stop when at most this share of the open items is wrong").fill("20");
    await page.getByLabel("Stop when at most this share of the open items is wrong").press("Tab");
    await page.getByTestId("guarantee").getByText("not the balanced error").waitFor();

    await page.getByRole("link", { name: "Export" }).click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByLabel("Download CSV").click()]);
    let csv = "";
    for await (const part of await file.createReadStream()) csv += String(part);
    const [head, ...rows] = csv.trim().split(/\r?\n/);
    const column = head.split(",").indexOf("predicted");
    expect(rows.filter((row) => row.split(",")[column] === "defect")).toHaveLength(after);
    const model = JSON.parse(await (await studio.raw(`/api/projects/${project}/model-file`)).text());
    expect(model.learner.measure).toBe("balanced");
    expect(model.learner.features.rows).toBe(ROWS);

    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("All items count the same").check();
    await page.getByRole("link", { name: "Label", exact: true }).click();
    await openDetails(page);
    await page.getByText("expected to be corrected by this answer").waitFor();
    expect(await called(project)).toBe(before);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("what labels cost: the worth says it, the stop panel compares with it, and another window asks anew", async () => {
    const project = await parts();
    const other = await open(project);
    await other.waitForSelector("article.item");
    await waitForQueue(other);
    const asked = other.waitForRequest((request) => request.url().includes("/next?count=30&"));
    const page = await open(project, "/settings");
    const complaints = complaintsOf(page);
    const field = page.getByLabel("what the label of an item costs");
    await page.getByLabel("One wrong prediction costs").fill("10");
    await page.getByLabel("One wrong prediction costs").press("Tab");
    await field.fill("minutes - 1");
    await field.press("Tab");
    await page.getByText("must be a number above 0, got 0").waitFor();
    await field.fill("minutes");
    await field.press("Tab");
    await page.getByText("cost 1 to 4").waitFor();
    expect(await page.getByLabel("One label costs").count()).toBe(0); // the rule says it
    await asked;
    await page.getByRole("link", { name: "Label", exact: true }).click();
    await page.waitForSelector("article.item");
    await openDetails(page);
    await page.getByText("The label of this item costs").waitFor();
    const item = await itemOnScreen(page);
    await page.getByText(`The label of this item costs ${1 + (item % 4)};`).waitFor();
    await page.getByText("When to stop").click();
    await page.getByText(/the next label is worth about|it no longer pays/i).waitFor();
    expect(complaints.filter((one) => !one.includes("400"))).toEqual([]);
    await page.close();
    await other.close();
  });
});
