// The page without a server as one file, driven by tests.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { complaintsOf, itemOnScreen, waitForAnswered, waitForOther, waitForSaved } from "./browser.ts";

const PAGE = pathToFileURL(fileURLToPath(new URL("../../dist/lite/xpal-lite.html", import.meta.url))).href;

/** Opens the page in a profile of its own; `said` collects what it complains about. */
export async function openLite(browser: Browser): Promise<Page & { said: string[] }> {
  const page = await (await browser.newContext({ acceptDownloads: true })).newPage();
  const said = complaintsOf(page);
  await page.goto(PAGE);
  await page.getByRole("heading", { name: "Drop a file or a folder" }).waitFor();
  return Object.assign(page, { said });
}

/** Chooses a file by its bytes. */
export async function chooseFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const buffer = Buffer.from(bytes);
  await page.setInputFiles("input[type=file]:not([webkitdirectory])", { name, mimeType: "", buffer });
}

/** Chooses several files at once. */
export async function chooseFiles(page: Page, files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  const chosen = Object.entries(files).map(([name, bytes]) => ({ name, mimeType: "", buffer: Buffer.from(bytes) }));
  await page.setInputFiles("input[type=file]:not([webkitdirectory])", chosen);
}

/** Downloads an export of the project that is open, by the name on its button. */
export async function exportedFile(page: Page, name: string): Promise<Uint8Array> {
  await page.getByRole("link", { name: "Export", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: `Download ${name}`, exact: true }).click(),
  ]);
  return new Uint8Array(readFileSync(await download.path()));
}

/** Names the classes and begins. */
export async function startLabelling(page: Page, classes: string): Promise<void> {
  await page.getByLabel("Classes").fill(classes);
  await page.getByRole("button", { name: "Start labelling" }).click();
  await page.waitForSelector("article.item");
}

/** Answers three items by keys, loads the page again, and waits for the three answers. */
export async function answerThree(page: Page, keyOf: (item: number) => string): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const item = await itemOnScreen(page);
    await page.keyboard.press(keyOf(item));
    await waitForOther(page, item);
    await page.waitForTimeout(200); // nobody is faster for long
  }
  await waitForSaved(page);
  await page.reload();
  await waitForAnswered(page, 3);
}
