// The table of costs in a real Chromium: what is entered there reaches predictions, review, map, worth and export, in this
// window and in the others.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chromiumPath,
  complaintsOf,
  itemOnScreen,
  openDetails,
  startBrowser,
  waitForOther,
  waitForQueue,
  waitForSaved,
} from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

const ROWS = 60;
/** Amounts from 0 to 59; above 40 they are frauds. */
const isFraud = (item: number) => item > 40;
const settingsEvent = (body: object) => ({
  ...{ id: crypto.randomUUID(), kind: "settings", at: "2026-01-31T12:00:00.000Z" },
  body,
});

describe.skipIf(chromiumPath === undefined)("the table of costs", () => {
  let studio: TestStudio;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
    context = await browser.newContext({ acceptDownloads: true });
    const first = await context.newPage();
    await first.goto(studio.studio.url);
    await first.close();
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  async function payments(): Promise<string> {
    const lines = Array.from({ length: ROWS }, (_, item) => `${item},${(item * 7) % 5}`);
    const sent = await studio.upload("payments.csv", `amount,hour\n${lines.join("\n")}\n`);
    const { import: id } = (await sent.json()) as { import: string };
    const choice = { title: "payments", label: null, classes: ["ok", "fraud"], roles: {}, pixels: null };
    const { project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
      ...choice,
      ...{ keepLabels: true, dropDuplicates: false },
    });
    const answers = [5, 20, 33, 45, 55].map((item) => answerEvent(item, isFraud(item) ? 1 : 0));
    await studio.post(`/api/projects/${project}/events`, { events: [...answers, settingsEvent({ checkShare: 0 })] });
    return project;
  }
  async function open(project: string, rest = ""): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${studio.base}/p/${project}${rest}`);
    return page;
  }
  const frauds = async (project: string) => {
    const { predicted } = await studio.get<{ predicted: number[] }>(`/api/projects/${project}/predictions`);
    return predicted.filter((one) => one === 1).length;
  };

  test("calling a fraud an ok costs 50: review, map, worth and export follow", async () => {
    const project = await payments();
    const page = await open(project, "/settings");
    const complaints = complaintsOf(page);
    const before = await frauds(project);
    await page.getByLabel("Predicting ok for fraud costs").fill("50");
    await page.getByLabel("Predicting ok for fraud costs").press("Tab");
    const shown = page.waitForResponse((answer) => answer.url().includes("/predictions"));
    await page.getByRole("link", { name: "Map" }).click();
    const onMap = ((await (await shown).json()) as { predicted: number[] }).predicted;
    const after = await frauds(project);
    expect(after).toBeGreaterThan(before);
    expect(onMap.filter((one) => one === 1)).toHaveLength(after);

    await page.getByRole("link", { name: "Review" }).click();
    await page.getByLabel("Show").selectOption("everything");
    await page.getByLabel("Predicted").selectOption({ label: "fraud" });
    await page.getByText(`${after} items`).waitFor();

    await page.getByRole("link", { name: "Label", exact: true }).click();
    await openDetails(page);
    await page.getByText("of cost expected to be saved by this answer").waitFor();
    await page.getByText("When to stop").click();
    await page.getByLabel("cost at most this much each, on average").fill("3");
    await page.getByLabel("cost at most this much each, on average").press("Tab");
    await page.getByTestId("guarantee").getByText("cannot be guaranteed here").waitFor();
    expect(await page.getByLabel("One wrong prediction costs").count()).toBe(0); // the table says it

    await page.getByRole("link", { name: "Export" }).click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByLabel("Download CSV").click()]);
    const stream = await file.createReadStream();
    let csv = "";
    for await (const part of stream) csv += String(part);
    const [head, ...rows] = csv.trim().split(/\r?\n/);
    const column = head.split(",").indexOf("predicted");
    const called = rows.filter((row) => row.split(",")[column] === "fraud").length;
    expect(called).toBe(after);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a cost below 0 or no number is said and not sent; equal costs are said to be equal", async () => {
    const project = await payments();
    const page = await open(project, "/settings");
    const cell = page.getByLabel("Predicting ok for fraud costs");
    await page.getByText("All errors cost the same").waitFor();
    await cell.fill("-3");
    await cell.press("Tab");
    await page.getByText("A cost is a number from 0 to").waitFor();
    expect(await cell.inputValue()).toBe("1");
    await cell.fill("0");
    await cell.press("Tab");
    await page.getByText("Predicting ok for every item never costs more").waitFor();
    await waitForSaved(page);
    const { events } = await studio.get<{ events: { kind: string; body: { errorCosts?: unknown } }[] }>(
      `/api/projects/${project}`,
    );
    expect(events.flatMap(({ body }) => body.errorCosts ?? [])).toEqual([{ "1>0": 0 }]);
    await page.close();
  });

  test("the own window went on with the items of before when costs were told", async () => {
    const project = await payments();
    const page = await open(project);
    await page.waitForSelector("article.item");
    await waitForQueue(page);
    await page.getByRole("link", { name: "Settings" }).click();
    const asked = page.waitForRequest((request) => request.url().includes("/next?count=1"));
    await page.getByLabel("Predicting ok for fraud costs").fill("50");
    await page.getByLabel("Predicting ok for fraud costs").press("Tab");
    await asked;
    await page.getByRole("link", { name: "Label", exact: true }).click();
    await page.waitForSelector("article.item");
    const { suggestions } = await studio.get<{ suggestions: { item: number }[] }>(
      `/api/projects/${project}/next?count=1`,
    );
    expect(await itemOnScreen(page)).toBe(suggestions[0].item);
    await page.close();
  });

  test("another window did not ask anew when costs were told", async () => {
    const project = await payments();
    const page = await open(project);
    await openDetails(page);
    await page.getByText("expected to be corrected by this answer").waitFor();
    await waitForQueue(page);
    const item = await itemOnScreen(page);
    const looking = page.waitForResponse((answer) => answer.url().includes(`/look?item=${item}&`));
    await studio.post(`/api/projects/${project}/events`, { events: [settingsEvent({ errorCosts: { "1>0": 50 } })] });
    const looked = await looking;
    const { gain } = await studio.get<{ gain: number }>(`/api/projects/${project}/look?item=${item}`);
    expect(((await looked.json()) as { gain: number }).gain).toBe(gain);
    expect(await itemOnScreen(page)).toBe(item); // what is on screen is replaced by the person only
    await page.close();
  });

  test("another window went on with chosen items when random ones were to be asked", async () => {
    const project = await payments();
    const page = await open(project);
    await page.waitForSelector("article.item");
    await waitForQueue(page);
    // What follows each answer of before is known: one for each class, and one for setting the item aside.
    await page.waitForFunction(
      () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/ahead?")).length === 3,
    );
    const item = await itemOnScreen(page);
    const ahead = page.waitForResponse((answer) => answer.url().includes("/ahead?"));
    await studio.post(`/api/projects/${project}/events`, { events: [settingsEvent({ measuring: true })] });
    await ahead;
    await page.keyboard.press(isFraud(item) ? "2" : "1");
    await waitForOther(page, item);
    await page.getByText("check", { exact: true }).first().waitFor();
    await page.close();
  });
});
