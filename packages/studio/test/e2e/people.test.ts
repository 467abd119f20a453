// Several people on one project, each in a window of their own.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, complaintsOf, itemOnScreen, startBrowser, waitForOther, waitForSaved } from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";

interface Logged {
  readonly kind: string;
  readonly body: {
    readonly item: number;
    readonly to: number;
    readonly by?: string;
    readonly asked?: { from: string };
  };
}

describe.skipIf(chromiumPath === undefined)("two people", () => {
  let studio: TestStudio;
  let browser: Browser;
  let context: BrowserContext;
  let ann: Page;
  let ben: Page;
  let project: string;
  const complaints: string[][] = [];

  beforeAll(async () => {
    studio = await testStudio();
    ({ project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" }));
    browser = await startBrowser();
    context = await browser.newContext();
    ann = await context.newPage();
    await ann.goto(studio.studio.url);
    ben = await context.newPage();
    for (const [page, name] of [
      [ann, "Ann"],
      [ben, "Ben <b>O'Neil</b>"],
    ] as const) {
      complaints.push(complaintsOf(page));
      await page.goto(`${studio.base}/p/${project}/settings`);
      await page.getByLabel("Your name").fill(name);
      await page.getByLabel("Your name").press("Enter");
      await page.getByText(`as ${name}`).waitFor();
    }
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  const answers = async () =>
    (await studio.get<{ events: Logged[] }>(`/api/projects/${project}`)).events.filter(({ kind }) => kind === "answer");

  async function answer(page: Page, key: (item: number) => string, count: number): Promise<void> {
    await page.bringToFront();
    await page.goto(`${studio.base}/p/${project}`);
    await page.waitForSelector("article.item");
    for (let i = 0; i < count; i++) {
      const item = await itemOnScreen(page);
      await page.keyboard.press(key(item));
      await waitForOther(page, item);
      await page.waitForTimeout(150);
    }
    await waitForSaved(page);
  }
  const first = (item: number) => String(1 + (item % 3));

  test("keep their names over a reload, each window its own", async () => {
    for (const page of [ann, ben]) await page.reload();
    await ann.getByText("as Ann").waitFor();
    await ben.getByText("as Ben <b>O'Neil</b>").waitFor();
    const next = await context.newPage();
    await next.goto(`${studio.base}/p/${project}/settings`);
    expect(await next.getByLabel("Your name").inputValue()).toBe("Ben <b>O'Neil</b>");
    await next.close();
  });

  test("stand with their answers", async () => {
    await answer(ann, first, 8);
    expect((await answers()).map(({ body }) => body.by)).toEqual(new Array(8).fill("Ann"));
  });

  test("are asked for second opinions, without seeing the first", async () => {
    await ben.bringToFront();
    await ben.goto(`${studio.base}/p/${project}/settings`);
    await ben.getByLabel("Items asked twice").fill("0.5");
    await waitForSaved(ben);
    await ben.goto(`${studio.base}/p/${project}`);
    await ben.waitForSelector("article.item");
    let seconds = 0;
    for (let i = 0; i < 40 && seconds < 3; i++) {
      const item = await itemOnScreen(ben);
      if ((await ben.getByText("second opinion").count()) > 0) {
        seconds++;
        expect(await ben.getByText(/ said /).count()).toBe(0);
        // The first of them differs from what Ann said, the others agree.
        await ben.keyboard.press(seconds === 1 ? String(1 + ((item + 1) % 3)) : first(item));
      } else {
        await ben.keyboard.press(first(item));
      }
      await waitForOther(ben, item);
      await ben.waitForTimeout(150);
    }
    expect(seconds).toBe(3);
    await waitForSaved(ben);
    const twice = (await answers()).filter(({ body }) => body.asked?.from === "second");
    expect(twice.map(({ body }) => body.by)).toEqual(new Array(3).fill("Ben <b>O'Neil</b>"));
  });

  test("are told apart in review, and what they dispute is listed", async () => {
    await ann.bringToFront();
    await ann.getByRole("link", { name: "Review" }).click();
    await ann.getByLabel("Answered by").selectOption("Ann");
    await ann.waitForFunction(() => document.querySelectorAll("main ul li").length === 8);
    await ann.getByLabel("Answered by").selectOption("");
    await ann.getByLabel("Show").selectOption("disputed");
    await ann.waitForFunction(() => document.querySelectorAll("main ul li").length === 1);
    expect(await ann.locator("main ul li").textContent()).toMatch(/Ben <b>O'Neil<\/b>: \S+.*≠ Ann: \S+/s);
  });

  test("see how far they agree", async () => {
    await ann.getByRole("link", { name: "Insights" }).click();
    const cells = await ann.getByTestId("agreement").locator("tbody tr > *").allTextContents();
    expect(cells.slice(0, 2)).toEqual(["Ann and Ben <b>O'Neil</b>", "3"]);
    expect(cells[2]).toMatch(/^67\s%$/);
  });

  test("undo their own answers only", async () => {
    const before = (await answers()).at(-1)?.body;
    expect(before?.by).toBe("Ben <b>O'Neil</b>");
    await ann.goto(`${studio.base}/p/${project}`);
    await ann.waitForSelector("article.item");
    await ann.keyboard.press("Backspace");
    await waitForSaved(ann);
    const { events } = await studio.get<{ events: (Logged & { id: string; body: { of?: string } })[] }>(
      `/api/projects/${project}`,
    );
    const undo = events.at(-1);
    expect([undo?.kind, undo?.body.by]).toEqual(["undo", "Ann"]);
    expect(events.find(({ id }) => id === undo?.body.of)?.body.by).toBe("Ann");
  });

  test("are named in the export, and none of it makes a page complain", async () => {
    const text = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
    const names = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { annotator: string | null }).annotator);
    expect(new Set(names)).toEqual(new Set(["Ann", "Ben <b>O'Neil</b>", null]));
    expect(complaints).toEqual([[], []]);
  });
});
