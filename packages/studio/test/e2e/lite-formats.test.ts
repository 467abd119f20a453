// Every kind of table that the page without a server takes, from the drop to saved answers, in Chromium.
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseTable } from "@xpal/data";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writtenFormats } from "../../../data/test/written-formats.ts";
import { chromiumPath, complaintsOf, itemOnScreen, startBrowser, waitForOther, waitForSaved } from "./browser.ts";

const PAGE = fileURLToPath(new URL("../../dist/lite/xpal-lite.html", import.meta.url));

describe.skipIf(chromiumPath === undefined)("the page without a server", { timeout: 180_000 }, () => {
  let browser: Browser;
  let formats: Record<string, Uint8Array>;

  beforeAll(async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${(i % 2) * 5 + Math.sin(i)},${Math.cos(1.7 * i)}`);
    const csv = new TextEncoder().encode(`x,y\n${rows.join("\n")}\n`);
    formats = await writtenFormats(await parseTable(csv, "points.csv"));
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  test.each(["table.tsv", "table.jsonl", "table.xlsx", "table.parquet", "table.arrow", "table.json"])(
    "labels the rows of %s, and keeps the answers",
    async (name) => {
      const page = await opened();
      const buffer = Buffer.from(formats[name] as Uint8Array);
      await page.setInputFiles("input[type=file]:not([webkitdirectory])", { name, mimeType: "", buffer });
      await page.getByLabel("Classes").fill("low\nhigh");
      await start(page);
      await answerThree(page, (item) => (item % 2 ? "2" : "1"));
      expect(page.said).toEqual([]);
      await page.context().close();
    },
  );

  async function opened(): Promise<Page & { said: string[] }> {
    const page = await (await browser.newContext({ acceptDownloads: true })).newPage();
    const said = complaintsOf(page);
    await page.goto(pathToFileURL(PAGE).href);
    await page.getByRole("heading", { name: "Drop a file or a folder" }).waitFor();
    return Object.assign(page, { said });
  }

  async function start(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Start labelling" }).click();
    await page.waitForSelector("article.item");
  }

  async function answerThree(page: Page, keyOf: (item: number) => string): Promise<void> {
    for (let i = 0; i < 3; i++) {
      const item = await itemOnScreen(page);
      await page.keyboard.press(keyOf(item));
      await waitForOther(page, item);
      await page.waitForTimeout(200); // nobody is faster for long
    }
    await waitForSaved(page);
    await page.reload();
    await page.waitForFunction(() => document.querySelector("dl:not(article dl) dd")?.textContent === "3");
  }
});
