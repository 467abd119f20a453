// A Chromium for tests, which waits as long as the tests themselves do: Playwright's own half a minute is not enough where
// many test files share the cores.
import { chromium } from "playwright-core";

const PATIENCE_MS = 120_000;

/** Starts the browser at a path (find-browser.mjs finds one); it shows scroll bars where that is said, as on a desk. */
export async function launchBrowser(executablePath, { scrollBars = false } = {}) {
  const ignoreDefaultArgs = scrollBars ? ["--hide-scrollbars"] : [];
  const args = ["--no-sandbox"];
  const browser = await chromium.launch({ executablePath, args, ignoreDefaultArgs, timeout: PATIENCE_MS });
  browser.on("context", (context) => context.setDefaultTimeout(PATIENCE_MS)); // the context of a page, too
  return browser;
}
