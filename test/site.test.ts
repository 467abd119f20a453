// The site as built: no dead link, every figure works by mouse and keyboard, nothing is logged as an error, and axe finds nothing serious.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { presetNamed } from "../docs/.vitepress/figures/scene.ts";
import { findBrowser } from "../scripts/find-browser.mjs";
import { launchBrowser } from "./launch-browser.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const executablePath = findBrowser();
const axe = readFileSync(
  createRequire(join(root, "packages/studio/package.json")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".json": "application/json",
};
const STRATEGY_PAGES = readdirSync(join(root, "docs", "strategies")).map((file) => `strategies/${file.slice(0, -3)}`);
const out = mkdtempSync(join(tmpdir(), "xpal-site-"));
let built: ReturnType<typeof spawnSync>;

beforeAll(() => {
  const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js");
  built = spawnSync(process.execPath, [vitepress, "build", "docs", "--outDir", out], { cwd: root, encoding: "utf8" });
}, 600_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

test("the site is built without a dead link", () => {
  expect(built.status, `${built.stdout}${built.stderr}`).toBe(0);
  // Links to a Dockerfile and a shell script had ".html" added to them.
  const cluster = readFileSync(join(out, "guide", "cluster.html"), "utf8");
  const files = [...cluster.matchAll(/href="(?:[^"]*\/)?(cluster\/[^"#]+)"/g)].map(([, path]) => path as string);
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((path) => !existsSync(join(out, "guide", path)))).toEqual([]);
});

describe.skipIf(executablePath === undefined)("in a browser (skipped without an installed Chromium)", () => {
  let browser: Browser;
  let server: Server;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    server = await serve(out);
    browser = await launchBrowser(executablePath);
    page = await browser.newPage({ viewport: { width: 390, height: 800 }, hasTouch: true });
    errors = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`${addressOf(server)}/try.html`);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test("every panel draws and tells what it shows", async () => {
    await ready(0, 1);
    const told = await page.locator("xpal-figure").nth(0).locator(".xpal-told").allTextContents();
    expect(told).toHaveLength(8);
    for (const text of told) expect(text).toMatch(/^0 answers, \d+ % wrong\. Asks next at the /);
    expect(await page.locator("xpal-figure").nth(0).locator("canvas").first().getAttribute("aria-label")).toContain(
      "44 points",
    );
  });

  test("xPAL comes to the fourth cluster within ten answers, uncertainty sampling does not", async () => {
    await ready(1, 1);
    const figure = page.locator("xpal-figure").nth(1);
    await figure.getByRole("button", { name: "Answer ten" }).click();
    await ready(1, 11);
    const [us, xpal] = await figure.locator(".xpal-told").allTextContents();
    expect(xpal).toMatch(/^10 answers, 0 % wrong/);
    expect(us).toMatch(/^10 answers, 25 % wrong/);
  });

  test("a panel works by keyboard: Enter answers, 1 answers the point in focus, Delete removes it", async () => {
    await ready(2, 1);
    const figure = page.locator("xpal-figure").nth(2);
    await figure.locator("canvas").focus();
    await page.keyboard.press("Enter");
    await ready(2, 2);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("1");
    await ready(2, 3);
    expect(await figure.locator(".xpal-told").textContent()).toMatch(/^2 answers/);
    await page.keyboard.press("Delete");
    await ready(2, 4);
    expect(await figure.locator("canvas").getAttribute("aria-label")).toContain("43 points");
    expect(await figure.locator(".xpal-told").textContent()).toMatch(/^1 answer,/);
  });

  test("a panel works by touch: a tap on a button answers", async () => {
    const figure = page.locator("xpal-figure").nth(3);
    await ready(3, 1);
    const before = await figure.locator("canvas").getAttribute("aria-label");
    await figure.getByRole("button", { name: "Answer one" }).tap();
    await ready(3, 2);
    expect(await figure.locator("canvas").getAttribute("aria-label")).not.toBe(before);
  });

  test("a finger moves a point up and down while the page stays, and a double tap adds and removes one", async () => {
    const canvas = page.locator("xpal-figure").nth(3).locator("canvas");
    await canvas.scrollIntoViewIfNeeded();
    const box = (await canvas.boundingBox()) as NonNullable<Awaited<ReturnType<typeof canvas.boundingBox>>>;
    const touch = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    const places = presetNamed("metric", null).points.map(({ x, y }) => ({
      x: box.x + x * box.width,
      y: box.y + y * box.width,
    }));
    const farthest = (place: { x: number; y: number }) =>
      Math.min(...places.map((other) => Math.hypot(other.x - place.x, other.y - place.y) || Infinity));
    const free = { x: 0, y: 0, room: 0 };
    for (let i = 1; i < 20; i++) {
      for (let j = 1; j < 20; j++) {
        const at = { x: box.x + (i / 20) * box.width, y: box.y + (j / 20) * box.width };
        if (farthest(at) > free.room) Object.assign(free, at, { room: farthest(at) });
      }
    }
    const alone = places.reduce((a, b) => (farthest(a) > farthest(b) ? a : b));
    const scrolled = await page.evaluate(() => scrollY);
    await send("touchStart", alone.x, alone.y);
    for (let i = 1; i <= 6; i++) await send("touchMove", alone.x, alone.y + 3 * i);
    await send("touchEnd");
    await ready(3, 3);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    const count = async () => Number.parseInt((await canvas.getAttribute("aria-label")) ?? "", 10);
    const doubleTap = async ({ x, y }: { x: number; y: number }) => {
      for (let i = 0; i < 2; i++) {
        await send("touchStart", x, y);
        await send("touchEnd");
      }
    };
    await doubleTap(free);
    await ready(3, 4);
    expect(await count()).toBe(45);
    await doubleTap({ x: alone.x, y: alone.y + 18 }); // where the finger left the point
    await ready(3, 5);
    expect(await count()).toBe(44);
  });

  test("a panel's points are moved by keys, and the kernel can be changed", async () => {
    const figure = page.locator("xpal-figure").nth(2);
    const times = async () => Number(await figure.getAttribute("data-ready"));
    await figure.locator("canvas").focus();
    let before = await times();
    await page.keyboard.press("d");
    await ready(2, before + 1);
    for (const kernel of ["exponential", "learning", "rbf"]) {
      before = await times();
      await figure.getByLabel("kernel").selectOption(kernel);
      await ready(2, before + 1);
      expect(await figure.locator(".xpal-told").textContent()).toMatch(/^\d+ answers?, \d+ % wrong/);
    }
  });

  test("every figure has a still image with words, in print and until the live one is there", {
    timeout: 240_000,
  }, async () => {
    for (const path of ["try", ...STRATEGY_PAGES]) {
      const other = await browser.newPage();
      await other.goto(`${addressOf(server)}/${path}.html`);
      await other.waitForFunction(() => document.querySelector("xpal-figure:not([data-drawn])") === null);
      const stills = other.locator(":is(xpal-figure, xpal-race) > img.xpal-still");
      expect(await stills.count()).toBe(await other.locator("xpal-figure, xpal-race").count());
      for (const still of await stills.all()) {
        expect(((await still.getAttribute("alt")) ?? "").length).toBeGreaterThan(30);
        expect(await still.isVisible()).toBe(false);
      }
      await other.emulateMedia({ media: "print" });
      for (const still of await stills.all()) {
        expect(await still.isVisible()).toBe(true);
        expect(
          await still.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
        ).toBeGreaterThan(200);
      }
      expect(await other.locator(".xpal-controls, xpal-figure canvas, xpal-race > svg").first().isVisible()).toBe(
        false,
      );
      await other.close();
    }
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const without = await plain.newPage();
    await without.goto(`${addressOf(server)}/try.html`);
    expect(await without.locator("img.xpal-still").first().isVisible()).toBe(true);
    await plain.close();
  });

  test("a figure was blank until all of its panels were computed: the still image stands there until the first one is", async () => {
    const other = await browser.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route(/\/worker[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await other.goto(`${addressOf(server)}/try.html`);
    const figure = other.locator("xpal-figure").first();
    await figure.locator(".xpal-controls").waitFor();
    expect(await figure.locator("img.xpal-still").isVisible()).toBe(true);
    expect(await figure.locator("canvas").first().isVisible()).toBe(false);
    release();
    await figure.locator("canvas").first().waitFor();
    expect(await figure.locator("img.xpal-still").isVisible()).toBe(false);
    expect(await figure.locator("canvas").first().getAttribute("aria-label")).toContain("44 points");
    await other.close();
  });

  test("the engine waited for the page to be taken over: it starts before the figures' elements are there", async () => {
    const other = await browser.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route(/\/strategy-figure[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    const [worker] = await Promise.all([
      other.waitForEvent("worker"),
      other.goto(`${addressOf(server)}/strategies/xpal.html`, { waitUntil: "commit" }),
    ]);
    expect(worker.url()).toContain("/worker");
    expect(await other.locator(".xpal-controls").count()).toBe(0);
    release();
    await other.locator("xpal-figure[data-ready='1']").waitFor();
    await other.close();
  });

  test("formulas were plain text: they are drawn, and one that is wider than a phone scrolls by itself", async () => {
    const other = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await other.goto(`${addressOf(server)}/strategies/xpal.html`);
    const formula = other.locator(".xpal-formula").first();
    expect(await formula.locator("math munderover, math munder").count()).toBeGreaterThan(2);
    expect(await formula.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    expect(await formula.getAttribute("tabindex")).toBe("0");
    // The braces of a symbol at the end of a cell were taken for attributes of the cell.
    expect(await other.locator("td").allTextContents()).toContain("K, k_x^L, k_x^{L+}");
    await other.close();
  });

  test("the race ends with the wrong predictions of all four", async () => {
    const race = page.locator("xpal-race");
    await race.getByRole("button", { name: "Start the race" }).click();
    await page.waitForFunction(() => document.querySelector<HTMLElement>("xpal-race")?.dataset.ready === "1");
    expect(await race.locator(".xpal-told").textContent()).toMatch(/after 40 labels: xPAL, learning \d+ %, xPAL \d+ %/);
  });

  test.each([
    ...["index.html", "try.html", "start.html", "comparison.html", "guide/studio.html", "guide/learning.html"],
    ...STRATEGY_PAGES.map((path) => `${path}.html`),
  ])(
    "%s has no serious finding of axe, light or dark, no error, and does not scroll sideways on a phone",
    async (path) => {
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(`${addressOf(server)}/${path}`);
      await page.evaluate(axe);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        // The page follows the colours of the system, so it is loaded once for both.
        await page.waitForFunction(
          (isDark) => document.documentElement.classList.contains("dark") === isDark,
          colorScheme === "dark",
        );
        const serious = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(options: object): Promise<{ violations: Violation[] }> };
          };
          type Violation = { id: string; impact: string; nodes: { html: string }[] };
          const { violations } = await axe.run({ resultTypes: ["violations"] });
          return violations
            .filter(({ impact }) => impact === "serious" || impact === "critical")
            .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        });
        expect(serious, colorScheme).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      expect(errors).toEqual([]);
    },
  );

  /** Waits until a figure has computed so many times. */
  async function ready(index: number, times: number): Promise<void> {
    await page.waitForFunction(
      ([at, least]) => Number(document.querySelectorAll<HTMLElement>("xpal-figure")[at]?.dataset.ready) >= least,
      [index, times] as const,
    );
  }
});

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    try {
      const bytes = readFileSync(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end(); // the page has an icon, so none is asked for in vain
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
