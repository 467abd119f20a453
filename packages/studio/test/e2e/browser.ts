// A real Chromium for tests. It is not installed by npm; where it is missing, the tests that need it are skipped.
import { existsSync } from "node:fs";
import type { Browser, Page, Request, Route } from "playwright-core";
import { launchBrowser } from "../../../../test/launch-browser.mjs";
import type { TestStudio } from "./client.ts";

const PLACES = [
  process.env.CHROMIUM ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where Chromium is; undefined when it is not installed. */
export const chromiumPath = PLACES.find((place) => place !== "" && existsSync(place));

export function startBrowser(options?: { readonly scrollBars?: boolean }): Promise<Browser> {
  return launchBrowser(chromiumPath, options);
}

/** Collects what a page complains about. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Drivers of machines without a graphics card talk about their speed.
    if (["error", "warning"].includes(message.type()) && !message.text().includes("GL Driver Message")) {
      complaints.push(message.text());
    }
  });
  return complaints;
}

/** The item on screen. */
export async function itemOnScreen(page: Page): Promise<number> {
  const name = await page.locator("article.item").getAttribute("aria-label");
  return Number(name?.replace(/\D/g, "")) - 1;
}

/** Waits until another item is on screen. */
export async function waitForOther(page: Page, item: number): Promise<void> {
  await page.waitForFunction((before) => {
    const name = document.querySelector("article.item")?.getAttribute("aria-label");
    return name !== undefined && name !== null && Number(name.replace(/\D/g, "")) - 1 !== before;
  }, item);
}

/**
 * Waits until the page holds good items for fast hands and lost connections: the server's list, and the items of it that were
 * not there yet. It asks for them after each time that it is loaded.
 */
export async function waitForQueue(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heard = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const list = heard.find(({ name }) => /\/next\?count=30&/.test(name));
    if (list === undefined) return false;
    const isOfList = (name: string) => /\/items\?/.test(name) && name.split(",").length > 8; // others ask for a few neighbours
    return heard.some(({ name, startTime }) => isOfList(name) && startTime >= list.responseEnd);
  });
}

/** Makes a demo a project and opens its label page; returns the project once good items are in hand. */
export async function openDemo(studio: TestStudio, page: Page, name: string): Promise<string> {
  const { project } = await studio.post<{ project: string }>("/api/demos", { name });
  await page.goto(`${studio.base}/p/${project}`);
  await page.waitForSelector("article.item");
  await waitForQueue(page);
  return project;
}

/**
 * Answers requests of a page in place of the server until the returned function is called. It does not call Playwright's
 * `unroute`: a request that is under way while interception is switched off never gets an answer.
 */
export async function intercept(
  page: Page,
  requests: Parameters<Page["route"]>[0],
  answer: (route: Route) => unknown,
): Promise<() => void> {
  let isOn = true;
  await page.route(requests, (route) => (isOn ? answer(route) : route.fallback()));
  return () => {
    isOn = false;
  };
}

/** Switches the network of a page off and waits until a request fails; Playwright does not wait for that. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.evaluate(async () => {
    const asked = () => fetch(location.origin, { method: "HEAD", cache: "no-store" });
    let isAnswered = true;
    while (isAnswered) {
      isAnswered = await asked().then(
        () => true,
        () => false,
      );
    }
  });
}

/** For this long without a request, a page has shown what it asked for; pages ask again up to 0.4 s after a change. */
const QUIET_MS = 500;
/** A page that never rests is looked at all the same. */
const MAX_MS = 30_000;

/** Follows the requests of a new page; the function that it gives waits until the page has heard all that it asked for. */
export function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let last = performance.now();
  const isStream = (request: Request) => /\/live\b/.test(request.url()); // stays open
  page.on("request", (request) => {
    if (!isStream(request)) open.add(request);
    last = performance.now();
  });
  const ended = (request: Request) => {
    open.delete(request);
    last = performance.now();
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return async () => {
    const start = performance.now();
    const isQuiet = () => open.size === 0 && performance.now() - last > QUIET_MS;
    while (!isQuiet() && performance.now() - start < MAX_MS) await page.waitForTimeout(25);
  };
}

/** Opens the details of the label page, unless they are open. */
export async function openDetails(page: Page): Promise<void> {
  await page.waitForSelector("article.item");
  const button = page.getByRole("button", { name: "Details" });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
}

/** How many items have an answer, as the label page has it. */
export async function answeredOn(page: Page): Promise<number> {
  return Number.parseInt(((await page.getByTestId("answered").textContent()) ?? "").replace(",", ""), 10);
}

/** Waits until the label page counts so many answers. */
export async function waitForAnswered(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector("[data-testid=answered]")?.textContent?.startsWith(`${wanted} of `) === true,
    count,
  );
}

/** Waits until every answer is on the server. */
export async function waitForSaved(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("header .status")?.textContent === "Saved");
}

/** Where each answer button is, with the name that it bears. */
export function buttonPlaces(page: Page): Promise<unknown[][]> {
  const read = (all: Element[]) =>
    all.map((one) => [
      one.querySelector(".name")?.textContent,
      ...Object.values(one.getBoundingClientRect().toJSON() as Record<string, number>),
    ]);
  return page.locator(".answer").evaluateAll(read);
}

/** An image of a page for whoever asks for it by a folder in XPAL_SHOTS. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.XPAL_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
