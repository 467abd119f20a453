// A studio in a temporary folder with a Chromium that has logged in, for the benchmark and the screenshots.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStudio } from "@xpal/studio";
import { chromium } from "playwright-core";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Runs work with a page that is logged in; everything is closed and removed afterwards. */
export async function withPage(options, work) {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (executablePath === undefined) {
    console.error("a Chromium must be installed; name it in the environment variable CHROMIUM");
    process.exit(1);
  }
  const dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-"));
  const studio = await startStudio({ dataDir, port: 0 });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(studio.url);
    return await work({ page, studio, base: `http://127.0.0.1:${studio.port}` });
  } finally {
    await browser.close();
    await studio.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The item on screen. */
export async function itemOnScreen(page) {
  return Number((await page.locator("article.item").getAttribute("aria-label")).replace(/\D/g, "")) - 1;
}

/** Makes a project of a table, as the import page does; returns its id. */
export function importTable(page, name, text, choice) {
  return page.evaluate(
    async ({ name, text, choice }) => {
      const headers = { "content-type": "application/json" };
      const sent = await fetch(`/api/imports?name=${name}`, { method: "POST", body: text });
      const { import: id } = await sent.json();
      const made = await fetch(`/api/imports/${id}/project`, { method: "POST", headers, body: JSON.stringify(choice) });
      return (await made.json()).project;
    },
    { name, text, choice },
  );
}
