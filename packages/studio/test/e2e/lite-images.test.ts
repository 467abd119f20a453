// Images in the page without a server: a folder that is chosen, a folder that is dropped, and a zip, in Chromium.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseTable } from "@xpal/data";
import { zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser } from "./browser.ts";
import { answerThree, chooseFile, exportedFile, openLite, startLabelling } from "./lite-page.ts";

describe.skipIf(chromiumPath === undefined)("images in the page without a server", () => {
  const folder = mkdtempSync(join(tmpdir(), "xpal-lite-"));
  const images = join(folder, "images");
  const zipped: Record<string, Uint8Array> = {};
  let browser: Browser;

  beforeAll(async () => {
    mkdirSync(images);
    for (let i = 0; i < 24; i++) {
      const background = `hsl(${i % 2 ? 210 + i : i}, 80%, 50%)`;
      const image = await sharp({ create: { width: 16, height: 12, channels: 3, background } })
        .png()
        .toBuffer();
      writeFileSync(join(images, `${i}.png`), image);
      zipped[`images/${i}.png`] = image;
    }
    writeFileSync(join(images, "damaged.png"), "no image");
    zipped["images/damaged.png"] = new TextEncoder().encode("no image");
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each<[string, (page: Page) => Promise<void>]>([
    ["a folder that is chosen", (page) => page.setInputFiles("input[type=file][webkitdirectory]", images)],
    ["a folder that is dropped", (page) => dropFolder(page, images)],
    ["a zip", (page) => chooseFile(page, "images.zip", zipSync(zipped))],
  ])("labels %s, says which image is damaged, and exports the names", async (_, bring) => {
    const page = await openLite(browser);
    await bring(page);
    await page.getByText("damaged.png").first().waitFor({ state: "attached" }); // in a list that opens;
    await startLabelling(page, "red\nblue");
    const image = page.locator("article.item img").first();
    await image.waitFor();
    expect(await image.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(16);
    await answerThree(page, () => "1");
    const table = await parseTable(await exportedFile(page, "CSV"), "export.csv");
    const column = (name: string) =>
      Array.from(table.columns.find((one) => one.name === name)?.values as ArrayLike<unknown>);
    expect(table.rows).toBe(24);
    expect(column("status").filter((one) => one === "labelled")).toHaveLength(3);
    expect(page.said).toEqual([]);
    await page.context().close();
  });
});

/** Lets a folder of the disk fall on the page, as a person would. */
async function dropFolder(page: Page, path: string): Promise<void> {
  const box = await page.locator("section.card").first().boundingBox();
  if (box === null) throw new Error("nothing to drop on");
  const client = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + 20, data: { items: [], files: [path], dragOperationsMask: 1 } };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await client.send("Input.dispatchDragEvent", { type, ...at });
  }
}
