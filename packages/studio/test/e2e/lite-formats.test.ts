// Every kind of file that the page without a server takes, from the drop to saved answers, in Chromium.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseTable, type Table } from "@xpal/data";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parquetOf, writtenFormats } from "../../../data/test/written-formats.ts";
import { chromiumPath, complaintsOf, itemOnScreen, startBrowser, waitForOther, waitForSaved } from "./browser.ts";

const PAGE = fileURLToPath(new URL("../../dist/lite/xpal-lite.html", import.meta.url));

describe.skipIf(chromiumPath === undefined)("the page without a server", { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "xpal-lite-"));
  let browser: Browser;
  let formats: Record<string, Uint8Array>;

  beforeAll(async () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `${i % 2 ? 5 + (i % 7) / 9 : (i % 5) / 9},${(i % 11) / 3},row ${i}`,
    );
    const csv = new TextEncoder().encode(`x,y,name\n${rows.join("\n")}\n`);
    formats = await writtenFormats(await parseTable(csv, "points.csv"));
    for (let i = 0; i < 24; i++) {
      const background = `hsl(${i % 2 ? 210 + i : i}, 80%, 50%)`;
      const picture = await sharp({ create: { width: 16, height: 12, channels: 3, background } })
        .png()
        .toBuffer();
      const kind = join(folder, "pictures", i % 2 ? "blue" : "red");
      mkdirSync(kind, { recursive: true });
      writeFileSync(join(kind, `${i}.png`), picture);
    }
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
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

  test("labels the pictures of a folder, and exports them", async () => {
    const page = await opened();
    await page.setInputFiles("input[type=file][webkitdirectory]", join(folder, "pictures"));
    await page.getByLabel("Classes").fill("red\nblue");
    await start(page);
    await page.locator("article.item img, article.item canvas").first().waitFor();
    await answerThree(page, () => "1");
    await page.getByRole("link", { name: "Export", exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV", exact: true }).click(),
    ]);
    const table = await parseTable(new Uint8Array(readFileSync(await download.path())), "export.csv");
    const status = table.columns.find((column) => column.name === "status")?.values as ArrayLike<unknown>;
    expect(table.rows).toBe(24);
    expect(Array.from(status).filter((one) => one === "labelled")).toHaveLength(3);
    expect(page.said).toEqual([]);
    await page.context().close();
  });

  test("gives up a damaged Parquet file that is not read in time, and goes on", async () => {
    const page = await opened();
    // The patience of two minutes, shortened in the very worker that waits.
    for (const worker of page.workers()) {
      await worker.evaluate(() => {
        const later = self.setTimeout.bind(self);
        const sooner = (work: () => void, ms?: number) => later(work, ms === 120_000 ? 100 : ms);
        Object.assign(self, { setTimeout: sooner });
      });
    }
    const buffer = Buffer.from(parquetOf(longTable(600_000)));
    buffer.fill(255, buffer.length >> 1, (buffer.length >> 1) + 5000);
    await page.setInputFiles("input[type=file]:not([webkitdirectory])", { name: "cut.parquet", mimeType: "", buffer });
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/was not read within 120 seconds: it is damaged, or too large/);
    const [name, sound] = ["table.tsv", Buffer.from(formats["table.tsv"] as Uint8Array)];
    await page.setInputFiles("input[type=file]:not([webkitdirectory])", { name, mimeType: "", buffer: sound });
    await page.getByLabel("Classes").waitFor();
    await page.context().close();
  });

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
    await page.waitForFunction(() => document.querySelector("dl dd")?.textContent === "3");
  }
});

/** A table of numbers that takes a reader some time. */
function longTable(rows: number): Table {
  const column = (name: string, c: number) => ({
    name,
    type: "number" as const,
    values: Float64Array.from({ length: rows }, (_, i) => Math.sin(i * (c + 1))),
  });
  return { rows, columns: ["a", "b", "c"].map(column), notices: [] } as unknown as Table;
}
