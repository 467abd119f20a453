// Every kind of table that the page without a server takes, from the drop to saved answers, in Chromium.
import { parseTable } from "@xpal/data";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writtenFormats } from "../../../data/test/written-formats.ts";
import { chromiumPath, startBrowser } from "./browser.ts";
import { answerThree, chooseFile, openLite, startLabelling } from "./lite-page.ts";

describe.skipIf(chromiumPath === undefined)("the page without a server", () => {
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
      const page = await openLite(browser);
      await chooseFile(page, name, formats[name] as Uint8Array);
      await startLabelling(page, "low\nhigh");
      await answerThree(page, (item) => (item % 2 ? "2" : "1"));
      expect(page.said).toEqual([]);
      await page.context().close();
    },
  );

  test("labels 10,000 rows with its engine in a worker of the page", async () => {
    const page = await openLite(browser);
    const rows = Array.from({ length: 10_000 }, (_, i) => `${(i % 2) * 5 + Math.sin(i)},${Math.cos(1.7 * i)},${i % 7}`);
    await chooseFile(page, "large.csv", new TextEncoder().encode(`x,y,z\n${rows.join("\n")}\n`));
    await startLabelling(page, "low\nhigh");
    expect(page.workers().length).toBeGreaterThan(1); // who answers the page, and who scores
    await answerThree(page, (item) => (item % 2 ? "2" : "1"));
    expect(page.said).toEqual([]);
    await page.context().close();
  });

  test("gives up a Parquet file that is not read in time, in one sentence, and takes the next one", async () => {
    const page = await openLite(browser);
    // Two minutes become one millisecond, once, in the worker that waits for the reader.
    for (const worker of page.workers()) {
      await worker.evaluate(() => {
        const later = self.setTimeout.bind(self);
        let isFirst = true;
        const sooner = (work: () => void, ms?: number) => {
          if (ms !== 120_000 || !isFirst) return later(work, ms);
          isFirst = false;
          return later(work, 1);
        };
        Object.assign(self, { setTimeout: sooner });
      });
    }
    await chooseFile(page, "slow.parquet", formats["table.parquet"] as Uint8Array);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toBe(
      "The file was not read within 120 seconds: it is damaged, or too large for this browser.",
    );
    await page.waitForFunction(() => document.querySelector("progress") === null);
    await chooseFile(page, "table.parquet", formats["table.parquet"] as Uint8Array);
    await startLabelling(page, "low\nhigh");
    expect(page.said).toEqual([]);
    await page.context().close();
  });
});
