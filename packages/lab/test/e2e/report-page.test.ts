// The page as readers meet it: in a browser, from disk, by pointer, keyboard, phone and paper.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBrowser } from "../../../../scripts/find-browser.mjs";
import { launchBrowser } from "../../../../test/launch-browser.mjs";
import { writeReport } from "../../src/report/write-report.ts";
import { smallExperiment } from "../unit/analysis/results/small-experiment.ts";

const executablePath = findBrowser();

describe.skipIf(executablePath === undefined)("the page (skipped without an installed Chromium)", () => {
  let home: string;
  let browser: Browser;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "xpal-page-"));
    await writeReport(smallExperiment(), join(home, "out"), { maps: { gridSize: 5 } });
    browser = await launchBrowser(executablePath);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(home, { recursive: true, force: true });
  });

  /** A page, with what went wrong in it and what it asked for. */
  async function opened(options: Parameters<Browser["newPage"]>[0] = {}) {
    const page = await browser.newPage(options);
    const trouble: string[] = [];
    const asked: string[] = [];
    page.on("pageerror", (error) => trouble.push(error.message));
    page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
    page.on("request", (request) => asked.push(request.url()));
    const address = pathToFileURL(join(home, "out", "index.html")).href;
    await page.goto(address);
    return { page, trouble, asked, address };
  }
  const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test("opens from disk, asks for nothing else and has no error", async () => {
    const { page, trouble, asked, address } = await opened();
    expect(trouble).toEqual([]);
    expect(asked.filter((url) => !url.startsWith("data:"))).toEqual([address]);
    await page.close();
  });
  test("reads a curve by keyboard: after 2 labels (512 - 96) / 1024 for all", async () => {
    const { page } = await opened();
    const chart = page.locator(".chart svg").first();
    await chart.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const reading = page.locator(".reading");
    expect(await reading.locator("b").textContent()).toBe("2 labels");
    expect(await reading.locator("tr").first().textContent()).toContain(".406");
    await page.keyboard.press("Escape");
    expect(await reading.count()).toBe(0);
    await page.close();
  });
  test("leaves a strategy that was switched off out of charts and readings", async () => {
    const { page } = await opened();
    await page.locator('[data-switch="us"]').uncheck();
    expect(await page.locator('.chart [data-strategy="us"]').first().isVisible()).toBe(false);
    await page.locator(".chart svg").first().hover();
    const names = await page.locator(".reading tr td:nth-child(2)").allTextContents();
    expect(names.sort()).toEqual(["GREEDYALL (knows the labels)", "RAND", "XPAL", "XPAL1"]);
    await page.close();
  });
  test("shows no bands until they are asked for", async () => {
    const { page } = await opened();
    const band = page.locator(".chart .band").first();
    expect(await band.isVisible()).toBe(false);
    await page.locator("[data-bands]").check();
    expect(await band.isVisible()).toBe(true);
    await page.close();
  });
  test("says how many labels an error costs", async () => {
    const { page } = await opened();
    await page.locator("#asker input").fill("0.4");
    const [first] = (await page.locator("#asker output").textContent())?.split(", ") ?? [];
    expect(first).toBe("Labels needed: XPAL 3"); // 512 - 48 t is at most 409.6 first at t = 3
    await page.close();
  });
  test("said that an error is reached which only looks so in four digits", async () => {
    const { page } = await opened();
    await page.locator("#asker input").fill("0.4531"); // the error after one label is .453125
    const [first] = (await page.locator("#asker output").textContent())?.split(", ") ?? [];
    expect(first).toBe("Labels needed: XPAL 2");
    await page.close();
  });
  test("is dark where the system is, light at the press of a button, and light on paper", async () => {
    const { page } = await opened({ colorScheme: "dark" });
    const dark = await ground(page);
    await page.locator("#look").click();
    expect(await ground(page)).toBe("rgb(255, 255, 255)");
    expect(dark).not.toBe("rgb(255, 255, 255)");
    await page.locator("#look").click();
    expect(await ground(page)).toBe(dark);
    await page.emulateMedia({ media: "print" });
    expect(await ground(page)).toBe("rgb(255, 255, 255)");
    await page.close();
  });
  test("shows every entry of its navigation on a narrow screen", async () => {
    const { page } = await opened({ viewport: { width: 800, height: 600 } });
    const [inner, outer] = await page.locator("nav ul").evaluate((list) => [list.scrollWidth, list.clientWidth]);
    expect(inner).toBeLessThanOrEqual(outer);
    await page.close();
  });
  test("is no wider than a phone; only tables and wide figures scroll sideways", async () => {
    const { page } = await opened({ viewport: { width: 360, height: 700 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.close();
  });
  test("shows its results without scripts too", async () => {
    const { page } = await opened({ javaScriptEnabled: false });
    expect(await page.locator("#table-aulc td").first().isVisible()).toBe(true);
    expect(await page.locator(".chart svg").first().isVisible()).toBe(true);
    expect(await page.locator("#asker").isVisible()).toBe(false);
    await page.close();
  });
});
