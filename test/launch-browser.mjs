// A Chromium for tests, which waits as long as the tests themselves do: Playwright's own half a minute is not enough where
// many test files share the cores.
import { chromium } from "playwright-core";

const PATIENCE_MS = 120_000;

/** Starts the browser at a path (find-browser.mjs finds one). */
export async function launchBrowser(executablePath) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: PATIENCE_MS });
  browser.on("context", (context) => context.setDefaultTimeout(PATIENCE_MS)); // the context of a page, too
  return browser;
}
