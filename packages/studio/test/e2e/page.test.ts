import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled } from "@xpal/data";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chromiumPath,
  complaintsOf,
  goOffline,
  itemOnScreen,
  settling,
  startBrowser,
  waitForOther,
  waitForQueue,
  waitForSaved,
} from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(chromiumPath === undefined)("the page", () => {
  let studio: TestStudio;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let settle: () => Promise<void>;
  let truth: ArrayLike<unknown>;
  let complaints: string[];
  let demo: string;

  beforeAll(async () => {
    truth = (await bundled("digits")).columns.find(({ name }) => name === "class")?.values as ArrayLike<unknown>;
    studio = await testStudio();
    browser = await startBrowser();
    context = await browser.newContext({ acceptDownloads: true });
    page = await context.newPage();
    settle = settling(page);
    complaints = complaintsOf(page);
    await page.goto(studio.studio.url);
    await page.getByRole("button", { name: "Try the demo" }).click();
    await page.waitForSelector("article.item");
    demo = new URL(page.url()).pathname.split("/")[2];
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  const labelled = async (on = page) => Number.parseInt((await on.getByTestId("answered").textContent()) ?? "", 10);

  async function answerTruly(on: Page): Promise<number> {
    const item = await itemOnScreen(on);
    await on.keyboard.press(String(truth[item]));
    await waitForOther(on, item);
    return item;
  }

  test("labels the demo by keys to 30 labels with a true error under 20 %", async () => {
    for (let i = 0; i < 30; i++) {
      await page.evaluate(() => performance.clearResourceTimings());
      await answerTruly(page);
      // Nobody is faster for long than the server, which works out what follows the likeliest answer.
      await page.waitForFunction(
        (item) => performance.getEntriesByType("resource").some(({ name }) => name.includes(`/ahead?item=${item}&`)),
        await itemOnScreen(page),
      );
    }
    await waitForSaved(page);
    await page.waitForFunction(() =>
      /^30 of/.test(document.querySelector("[data-testid=answered]")?.textContent ?? ""),
    );
    const { trueError } = await studio.get<{ trueError: number }>(`/api/projects/${demo}/model`);
    expect(trueError).toBeLessThan(0.2);
    await page.keyboard.press(".");
    const shown = async () => Number.parseFloat((await page.getByTestId("true-error").textContent()) ?? "");
    await expect.poll(shown).toBeCloseTo(100 * trueError, 0); // to half a percent
    await page.keyboard.press(".");
  });

  test("takes the last answer back after a reload, and redoes it", async () => {
    const item = await answerTruly(page);
    await waitForSaved(page);
    const before = Number(await labelled());
    await page.reload();
    await page.waitForSelector("article.item");
    await page.keyboard.press("Backspace");
    await page.waitForFunction(
      (i) => document.querySelector("article.item")?.getAttribute("aria-label")?.replace(/\D/g, "") === String(i + 1),
      item,
    );
    expect(Number(await labelled())).toBe(before - 1);
    await page.keyboard.press("Control+y");
    await page.waitForFunction(
      (count) => document.querySelector("[data-testid=answered]")?.textContent?.startsWith(`${count} of`) === true,
      before,
    );
  });

  test("keeps two windows in step and loses nothing of either", async () => {
    const second = await context.newPage();
    await second.goto(page.url());
    await second.waitForSelector("article.item");
    await page.bringToFront();
    await page.waitForSelector("article.item");
    const before = Number(await labelled());
    const items = new Set<number>();
    for (let i = 0; i < 3; i++) {
      items.add(await answerTruly(page));
      await waitForSaved(page);
      await second.waitForFunction(
        (count) => document.querySelector("[data-testid=answered]")?.textContent?.startsWith(`${count} of`) === true,
        before + 2 * i + 1,
      );
      items.add(await answerTruly(second));
      await waitForSaved(second);
      await page.waitForFunction(
        (count) => document.querySelector("[data-testid=answered]")?.textContent?.startsWith(`${count} of`) === true,
        before + 2 * i + 2,
      );
    }
    expect(items.size).toBe(6);
    await second.close();
  });

  test("goes on offline for ten answers and sends them in their order", async () => {
    await page.reload();
    await waitForQueue(page);
    const { events: before } = await studio.get<{ events: unknown[] }>(
      `/api${new URL(page.url()).pathname.replace("/p/", "/projects/")}`,
    );
    await goOffline(page);
    const given: number[] = [];
    for (let i = 0; i < 10; i++) given.push(await answerTruly(page));
    await page.waitForFunction(() =>
      /Offline, 10 waiting/.test(document.querySelector("header .status")?.textContent ?? ""),
    );
    await context.setOffline(false);
    await waitForSaved(page);
    const { events } = await studio.get<{ events: { kind: string; body: { item: number } }[] }>(
      `/api${new URL(page.url()).pathname.replace("/p/", "/projects/")}`,
    );
    expect(events.slice(before.length).map(({ body }) => body.item)).toEqual(given);
    complaints.splice(0); // a browser reports each failed request while it is offline
  });

  test("sets items aside in two ways, and finds them again in review", async () => {
    const skipped = await itemOnScreen(page);
    await page.keyboard.press("Space");
    await waitForOther(page, skipped);
    const discarded = await itemOnScreen(page);
    await page.keyboard.press("Delete");
    await waitForOther(page, discarded);
    await page.getByRole("link", { name: "Review" }).click();
    await page.getByLabel("Show").selectOption("skipped");
    await page
      .getByRole("button", { name: new RegExp(`Item ${(skipped + 1).toLocaleString("en")}\\b.*Don't know`) })
      .waitFor();
    await page.getByLabel("Show").selectOption("discarded");
    await page
      .getByRole("button", { name: new RegExp(`Item ${(discarded + 1).toLocaleString("en")}\\b.*Not usable`) })
      .waitFor();
  });

  test("relabels many at once and undoes it in one step", async () => {
    await page.getByLabel("Show").selectOption("labelled");
    const count = 30 + 1 + 6 + 10; // what the tests above have labelled
    await page.waitForFunction((n) => document.querySelectorAll("main ul li").length === n, count);
    await page.getByRole("button", { name: /^Select (all|it)/ }).click();
    await page.getByLabel("Change to").selectOption("7");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByLabel("Class").selectOption("7");
    await page.waitForFunction((n) => document.querySelectorAll("main ul li").length === n, count);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction((n) => document.querySelectorAll("main ul li").length < n, count);
    await page.getByLabel("Class").selectOption("-1");
  });

  test("exports a project that opens again with every answer", async () => {
    await page.getByRole("link", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download The whole project" }).click(),
    ]);
    const file = await download.path();
    const other = await testStudio();
    const response = await other.upload("digits.xpal", readFileSync(file));
    const { project } = (await response.json()) as { project: string };
    const there = await other.get<{ events: unknown[] }>(`/api/projects/${project}`);
    const here = await studio.get<{ events: unknown[] }>(`/api/projects/${project}`);
    expect(there.events).toEqual(here.events);
    await other.stop();
  });

  test("makes a project of a folder of images that has no embeddings", async () => {
    const folder = mkdtempSync(join(tmpdir(), "xpal-folder-"));
    await page.goto(studio.base);
    const images = await page.evaluate(async () => {
      const made: number[][] = [];
      for (let i = 0; i < 6; i++) {
        const canvas = new OffscreenCanvas(8, 8);
        const context = canvas.getContext("2d");
        if (context !== null) context.fillStyle = i % 2 ? "blue" : "orange";
        context?.fillRect(0, 0, 8, 4 + (i >> 1));
        made.push([...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]);
      }
      return made;
    });
    images.forEach((bytes, i) => {
      writeFileSync(join(folder, `${i}.png`), Uint8Array.from(bytes));
    });
    await page.setInputFiles("input[webkitdirectory]", folder);
    await page.waitForURL(/import/);
    await page.getByLabel("Classes").fill("blue\norange");
    await page.getByRole("button", { name: "Start labelling" }).click();
    await page.waitForSelector("article.item img");
    const width = await page.locator("article.item img").evaluate((image) => (image as HTMLImageElement).naturalWidth);
    expect(width).toBe(8);
    rmSync(folder, { recursive: true, force: true });
    await page.goto(`${studio.base}/p/${demo}/export`);
  });

  const name = "has no serious accessibility fault and no complaint on any page, light, dark and on a phone";
  test(name, { timeout: 600_000 }, async () => {
    const id = new URL(page.url()).pathname.split("/")[2];
    const text = `text,size,label\n${Array.from({ length: 9 }, (_, i) => `some words of ${i % 4},${i},${i % 2 ? "a" : "b"}`).join("\n")}\n`;
    const { import: brought } = (await (await studio.upload("mine.csv", text)).json()) as { import: string };
    for (const path of [
      "/",
      `/import/${brought}`,
      `/p/${id}`,
      `/p/${id}#help`,
      `/p/${id}/map`,
      `/p/${id}/review`,
      `/p/${id}/insights`,
      `/p/${id}/export`,
      `/p/${id}/settings`,
    ]) {
      await page.goto(studio.base + path);
      await settle();
      if (path.endsWith("#help")) {
        await page.keyboard.press("g"); // the guidelines, and the help above them
        await page.keyboard.press("?");
        await page.getByRole("dialog").waitFor();
      }
      // The policy of the page forbids inline script; evaluate runs outside of it.
      // biome-ignore lint/security/noGlobalEval: axe-core must run in the page
      await page.evaluate((source) => void globalThis.eval(source), axe);
      // A page follows the colours of the system and the size of its window, so it is loaded once for all of them.
      for (const [scheme, width] of [
        ["light", 1280],
        ["dark", 1280],
        ["light", 390],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        await settle();
        if (width < 500) {
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect([path, wide]).toEqual([path, width]);
        }
        const faults = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(options: object): Promise<{ violations: Violation[] }> };
          };
          type Violation = { id: string; impact: string; nodes: { html: string }[] };
          const { violations } = await axe.run({ resultTypes: ["violations"] });
          return violations
            .filter(({ impact }) => impact === "serious" || impact === "critical")
            .map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
        });
        expect([scheme, width, path, faults]).toEqual([scheme, width, path, []]);
      }
    }
    expect(complaints).toEqual([]);
  });
});
