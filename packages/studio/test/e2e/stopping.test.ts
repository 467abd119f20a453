// What checks guarantee, and how many more labels it will take: on the server, and as the page shows it.
import { mkdirSync } from "node:fs";
import { bundled } from "@xpal/data";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, complaintsOf, openDetails, startBrowser } from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";

interface Guarantee {
  readonly reached: boolean;
  readonly bound: number | null;
  readonly checks: number;
  readonly wrong: number;
  readonly toGo: number;
  readonly open: number;
}

/** As many checks as guarantee 20 %, none of them wrong. */
const ENOUGH = 20;
let studio: TestStudio;
let project: string;
let truth: number[];
let place = 0;

beforeAll(async () => {
  const { values } = (await bundled("wine")).columns.find(({ name }) => name === "class") ?? expect.unreachable();
  const names = Array.from(values as ArrayLike<unknown>, String);
  studio = await testStudio();
  project = (await studio.post<{ project: string }>("/api/demos", { name: "wine" })).project;
  const { project: info } = await studio.get<{ project: { classes: string[] } }>(path(""));
  truth = names.map((name) => info.classes.indexOf(name));
});
afterAll(() => studio?.stop());

function path(rest: string): string {
  return `/api/projects/${project}${rest}`;
}

function send(kind: string, body: unknown) {
  const event = { id: crypto.randomUUID(), kind, at: "2026-01-31T12:00:00.000Z", body };
  return studio.post<{ results: { rejection: { message: string } | null }[] }>(path("/events"), { events: [event] });
}

/** Answers items truly that are spread over the classes; checks with what was predicted for them. */
async function answer(count: number, predicted?: (item: number) => number) {
  for (let i = 0; i < count; i++) {
    const item = (place++ * 37) % truth.length;
    const asked = predicted === undefined ? { from: "best" } : { from: "check", predicted: predicted(item) };
    await send("answer", { item, to: truth[item], was: null, asked });
  }
}

const guaranteed = async () => (await studio.get<{ guarantee: Guarantee | null }>(path("/model"))).guarantee;
const forecast = (target: string) =>
  studio.get<{
    labels: number;
    forecast: null | { more: Record<"low" | "median" | "high", number>; curve: unknown[] };
  }>(path(`/forecast?target=${target}`));

describe("the server", () => {
  test("needs 20 labels for a forecast, and rejects a target that is no share", async () => {
    await answer(15);
    expect(await forecast("0.05")).toMatchObject({ labels: 15, fewest: 20, forecast: null });
    await answer(15);
    const { forecast: found } = await forecast("0.05");
    expect(found?.more.low).toBeLessThanOrEqual(found?.more.high ?? -1);
    expect(found?.curve.length).toBeGreaterThan(10);
    for (const bad of ["0", "1", "-1", "x", ""]) {
      expect((await studio.raw(path(`/forecast?target=${bad}`))).status, bad).toBe(400);
    }
  });

  test("guarantees nothing before a target is named, and rejects one that cannot be", async () => {
    expect(await guaranteed()).toBeNull();
    expect((await studio.raw(path("/events"), badSettings({ targetError: 0 }))).status).toBe(400);
    expect((await studio.raw(path("/events"), badSettings({ targetError: 0.51 }))).status).toBe(400);
    await send("settings", { targetError: 0.2 });
    expect(await guaranteed()).toMatchObject({ reached: false, bound: null, checks: 0, toGo: ENOUGH });
  });

  test("asks for checks only while it measures", async () => {
    await send("settings", { measuring: true });
    const { suggestions } = await studio.get<{ suggestions: { from: string }[] }>(path("/next?count=1"));
    expect(suggestions[0].from).toBe("check");
    await send("settings", { measuring: false });
  });

  test("counts checks by what was predicted when they were asked, and guarantees the target once they are enough", async () => {
    await answer(ENOUGH - 1, (item) => truth[item]);
    expect(await guaranteed()).toMatchObject({ reached: false, checks: ENOUGH - 1, wrong: 0, toGo: 1 });
    await answer(1, (item) => truth[item]);
    const now = await guaranteed();
    expect(now).toMatchObject({ reached: true, checks: ENOUGH, wrong: 0, toGo: 0 });
    expect(now?.bound).toBeLessThanOrEqual(0.2);
    await answer(1, (item) => (truth[item] + 1) % 3);
    expect(await guaranteed()).toMatchObject({ reached: false, wrong: 1 });
  });

  test("guaranteed again after the wrongly predicted check had been confirmed in review, which took it out of the checks", async () => {
    const before = await guaranteed();
    const wrong = ((place - 1) * 37) % truth.length;
    await send("change", { items: [wrong], to: truth[wrong] });
    expect(await guaranteed()).toEqual(before);
  });
});

function badSettings(body: unknown): RequestInit {
  const event = { id: crypto.randomUUID(), kind: "settings", at: "2026-01-31T12:00:00.000Z", body };
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify({ events: [event] }) };
}

describe.skipIf(chromiumPath === undefined)("the page", () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await startBrowser();
    page = await (await browser.newContext()).newPage();
    complaints = complaintsOf(page);
    await page.goto(studio.studio.url);
    await page.goto(`${studio.base}/p/${project}`);
    await page.waitForSelector("article.item");
  });
  afterAll(() => browser?.close());

  test("tells what is guaranteed, what it rests on and its record, and takes a target in per cent", async () => {
    await page.getByText("When to stop").click();
    const status = page.getByTestId("guarantee");
    await expect.poll(() => status.textContent()).toContain("21 checks, 1 predicted wrongly");
    expect(await status.textContent()).toMatch(/On 28 datasets this guarantee held \d+ times of \d+\./);
    const field = page.getByLabel("Stop when at most this share of the open items is wrong");
    await field.fill("70");
    await field.press("Tab");
    expect(await page.getByRole("alert").first().textContent()).toContain("up to 50 %");
    await field.fill("30");
    await field.press("Tab");
    await expect.poll(() => status.textContent()).toContain("You can stop: at most 30");
    await field.fill("0.1");
    await field.press("Tab");
    await expect
      .poll(() => status.textContent())
      .toMatch(/0.1\s% error cannot be guaranteed here: it takes .* items are open/);
    await field.fill("30");
    await field.press("Tab");
    await expect.poll(() => status.textContent()).toContain("You can stop: at most 30");
    await page.getByText("What this rests on").click();
    expect(await status.textContent()).toContain("A check is a random item that is predicted before you answer it");
  });

  test("the button that asks for checks was hidden while the labelled items, which are hard, were predicted wrongly", async () => {
    const { project: fresh } = await studio.post<{ project: string }>("/api/demos", { name: "wine" });
    const body = { targetError: 0.3, checkShare: 0 };
    const at = "2026-01-31T12:00:00.000Z";
    const settings = { id: crypto.randomUUID(), kind: "settings", at, body };
    await studio.post(`/api/projects/${fresh}/events`, { events: [settings] });
    await page.goto(`${studio.base}/p/${fresh}`);
    await page.waitForSelector("article.item");
    await page.getByText("When to stop").click();
    const status = page.getByTestId("guarantee");
    await expect.poll(() => status.textContent()).toContain("To guarantee 30\u00a0% error: about 13 more checks");
    expect(await status.textContent()).toContain("Probably too early");
    await page.getByRole("button", { name: "Ask for checks now" }).waitFor();
    // After each load the panel was blank until the model had answered.
    await page.route("**/model", () => {}); // never answered
    await page.reload();
    await page.waitForSelector("article.item");
    await page.getByText("When to stop").click();
    expect(await status.textContent()).toContain("To guarantee 30\u00a0% error");
    await page.unroute("**/model");
  });

  test("said 0.8 % wrong after one label: nothing is estimated before ten", async () => {
    const { project: fresh } = await studio.post<{ project: string }>("/api/demos", { name: "wine" });
    const events = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => {
        const item = (from + i) * 19;
        const asked = { from: "best" };
        const body = { item, to: truth[item], was: null, asked };
        return { id: crypto.randomUUID(), kind: "answer", at: "2026-01-31T12:00:00.000Z", body };
      });
    await studio.post(`/api/projects/${fresh}/events`, { events: events(0, 9) });
    await page.goto(`${studio.base}/p/${fresh}`);
    const error = page.getByTestId("error");
    await expect.poll(() => error.textContent()).toBe("too early to tell");
    const model = () =>
      studio.get<{ expectedError: number | null; curve: { expected: number | null }[] }>(
        `/api/projects/${fresh}/model`,
      );
    expect((await model()).curve.every(({ expected }) => expected === null)).toBe(true);
    await studio.post(`/api/projects/${fresh}/events`, { events: events(9, 10) });
    expect((await model()).expectedError).toBeGreaterThan(0);
    await page.reload();
    await expect.poll(() => error.textContent()).toContain("%");
  });

  test("draws the forecast under Insights, on a phone and in the dark too, and complains of nothing", async () => {
    await send("settings", { targetError: 0.01 }); // so that there is something to forecast
    for (const [name, size] of [
      ["phone", { width: 390, height: 844 }],
      ["desktop", { width: 1280, height: 900 }],
    ] as const) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.goto(`${studio.base}/p/${project}/insights`);
        await expect.poll(() => page.getByTestId("forecast").textContent()).toMatch(/estimated/i);
        const chart = page.getByRole("img", { name: "How many more labels?" });
        const box = await chart.boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= size.width).toBe(true);
        expect(await chart.locator("path.band").getAttribute("d")).not.toContain("NaN");
        await shoot(page, `insights-${name}-${colorScheme}`);
        await page.goto(`${studio.base}/p/${project}`);
        await openDetails(page); // where a phone has it
        await page.getByText("When to stop").click();
        await expect.poll(() => page.getByTestId("guarantee").textContent()).toContain("held");
        await shoot(page, `stop-${name}-${colorScheme}`);
      }
    }
    expect(complaints).toEqual([]);
  });
});

/** Images to look at, where a folder is named for them. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.XPAL_IMAGES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
