// The page without a server, as built, in Chromium: from a plain web server that only hands out files, and as a file.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { Learner, xpalLearned } from "@xpal/core";
import { applyRecipe, bundled, fitRecipe, parseTable, type Table } from "@xpal/data";
import type { Browser, BrowserContext, Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answeredOn,
  chromiumPath,
  complaintsOf,
  itemOnScreen,
  startBrowser,
  waitForAnswered,
  waitForOther,
  waitForSaved,
} from "./browser.ts";
import { testStudio } from "./client.ts";

const LITE = fileURLToPath(new URL("../../dist/lite", import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Hands out the files of the page, below a folder as many servers do, and counts what it was asked for. */
async function fileServer(): Promise<{ base: string; asked: string[]; server: Server }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://files");
    asked.push(pathname);
    const path = pathname.replace(/^\/tools\/lite\//, "");
    try {
      const file = readFileSync(join(LITE, path === "" ? "index.html" : path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tools/lite/`, asked, server };
}

async function bytesOf(download: Download): Promise<Uint8Array> {
  return new Uint8Array(readFileSync(await download.path()));
}

test("the one file weighs what the guide says", () => {
  const guide = readFileSync(new URL("../../../../docs/guide/lite.md", import.meta.url), "utf8");
  const [, plain, gzipped] = /It is\s+([\d.]+) MB, ([\d.]+) MB when the server compresses/.exec(guide) ?? [];
  const bytes = readFileSync(join(LITE, "xpal-lite.html"));
  for (const [said, weighs] of [
    [Number(plain), bytes.length / 1e6],
    [Number(gzipped), gzipSync(bytes).length / 1e6],
  ] as const) {
    expect(Math.abs(said - weighs), `${weighs} MB`).toBeLessThan(0.1 * weighs);
  }
});

describe.skipIf(chromiumPath === undefined)("the page without a server", () => {
  let files: Awaited<ReturnType<typeof fileServer>>;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let digits: Table;
  let truth: ArrayLike<unknown>;
  let csv: string;

  beforeAll(async () => {
    digits = await bundled("digits");
    truth = digits.columns.find(({ name }) => name === "class")?.values as ArrayLike<unknown>;
    const names = digits.columns.map(({ name }) => name).filter((name) => name !== "class");
    const values = names.map((name) => digits.columns.find((column) => column.name === name)?.values as Float64Array);
    const rows = Array.from({ length: 300 }, (_, row) => values.map((column) => column[row]).join(","));
    csv = `${names.join(",")}\n${rows.join("\n")}\n`;
    files = await fileServer();
    browser = await startBrowser();
    context = await browser.newContext({ acceptDownloads: true });
    page = await context.newPage();
    complaints = complaintsOf(page);
    await page.goto(files.base);
    await page.getByRole("heading", { name: "Drop a file or a folder" }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    files?.server.close();
  });

  async function drop(on: Page, name: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === "string" ? [...new TextEncoder().encode(content)] : [...content];
    const transfer = await on.evaluateHandle(
      ({ name, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name));
        return data;
      },
      { name, bytes },
    );
    await on.dispatchEvent("section.card", "drop", { dataTransfer: transfer });
  }

  async function answerTruly(on: Page): Promise<number> {
    const item = await itemOnScreen(on);
    await on.keyboard.press(String(truth[item]));
    await waitForOther(on, item);
    return item;
  }

  const labelled = (on = page) => answeredOn(on);
  const toPage = (name: string, on = page) => on.getByRole("link", { name, exact: true }).click();

  async function exported(name: string, on = page): Promise<Uint8Array> {
    const [download] = await Promise.all([
      on.waitForEvent("download"),
      on.getByRole("link", { name: `Download ${name}`, exact: true }).click(),
    ]);
    return bytesOf(download);
  }

  test("labels 20 digits of a dropped CSV file by keys, saved after each answer", async () => {
    await drop(page, "digits.csv", csv);
    await page.getByLabel("Classes").fill([..."0123456789"].join("\n"));
    await page.getByRole("button", { name: "Start labelling" }).click();
    await page.waitForSelector("article.item");
    await page.waitForFunction(() => document.querySelectorAll(".answer").length === 10);
    for (let i = 0; i < 20; i++) {
      await answerTruly(page);
      await page.waitForTimeout(200); // nobody is faster for long
    }
    await waitForSaved(page);
    expect(await labelled()).toBe(20);
  });

  test("loses nothing when it is loaded again", async () => {
    await page.reload();
    await page.waitForSelector("article.item");
    await waitForAnswered(page, 20);
    await page.keyboard.press("Backspace");
    await waitForAnswered(page, 19);
    await page.keyboard.press("Control+y");
    await waitForAnswered(page, 20);
    await waitForSaved(page);
  });

  test("exports what the library computes from the same labels", async () => {
    await toPage("Export");
    const table = await parseTable(await exported("CSV"), "export.csv");
    const column = (name: string) => table.columns.find((one) => one.name === name)?.values as ArrayLike<unknown>;
    const mine = await parseTable(new TextEncoder().encode(csv), "digits.csv");
    const { recipe } = fitRecipe(mine, { label: null });
    const { features, kernel } = applyRecipe(recipe, mine);
    const learner = await Learner.create({
      features,
      classes: [..."0123456789"],
      seed: 0,
      ...xpalLearned({ base: kernel }),
    });
    const order = Array.from({ length: 300 }, (_, row) => row)
      .filter((row) => column("status")[row] === "labelled")
      .sort((a, b) => Number(column("answer_order")[a]) - Number(column("answer_order")[b]));
    expect(order).toHaveLength(20);
    for (const row of order) {
      expect(Number(column("label")[row])).toBe(Number(truth[row]));
      await learner.label(row, String(truth[row]));
    }
    const predicted = await learner.predict();
    const said = Array.from({ length: 300 }, (_, row) => String(column("predicted")[row]));
    for (let row = 0; row < 300; row++) {
      if (column("status")[row] === "open") expect(said[row]).toBe(predicted[row]);
    }
    await learner.close();
  });

  test("says in one sentence that a second tab has the project, and gives it to whoever stays", async () => {
    await toPage("Label");
    await page.waitForSelector("article.item");
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByText("This project is open in another tab; go on there, or close that tab").waitFor();
    await page.goto(files.base);
    await page.getByRole("heading", { name: "Your projects" }).waitFor();
    await second.getByRole("button", { name: "Try again" }).click();
    await second.waitForSelector("article.item");
    expect(await labelled(second)).toBe(20);
    await second.close();
    await page.getByRole("link", { name: "digits" }).click();
    await page.waitForSelector("article.item");
  });

  test("exchanges projects with the studio, both ways", async () => {
    await toPage("Export");
    const file = await exported("The whole project");
    const studio = await testStudio();
    try {
      const { project } = (await (await studio.upload("digits.xpal", new Uint8Array(file))).json()) as {
        project: string;
      };
      const there = await studio.get<{ events: unknown[]; project: { itemCount: number } }>(`/api/projects/${project}`);
      expect(there.project.itemCount).toBe(300);
      expect(there.events.length).toBeGreaterThanOrEqual(20);
      const back = new Uint8Array(await (await studio.raw(`/api/projects/${project}/file`)).arrayBuffer());
      const other = await browser.newContext();
      const elsewhere = await other.newPage();
      await elsewhere.goto(files.base);
      await drop(elsewhere, "digits.xpal", back);
      await elsewhere.waitForSelector("article.item");
      expect(await labelled(elsewhere)).toBe(20);
      await other.close();
    } finally {
      await studio.stop();
    }
  });

  test("shows map, review, insights and settings as the studio does", async () => {
    await toPage("Map");
    await page.locator("canvas").first().waitFor();
    await toPage("Review");
    await page.locator("main .thumb").first().waitFor();
    await toPage("Insights");
    await page.locator("main h2").first().waitFor();
    await toPage("Settings");
    await page.getByRole("heading", { name: "Classes" }).waitFor();
  });

  test("rejects a damaged Parquet file with one sentence", async () => {
    await page.goto(files.base);
    const bytes = new Uint8Array(2000);
    bytes.set(new TextEncoder().encode("PAR1"));
    bytes.set(new TextEncoder().encode("PAR1"), 1996);
    await drop(page, "broken.parquet", bytes);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect((await alert.textContent())?.match(/[.!?](\s|$)/g)).toHaveLength(1);
  });

  test("has no serious fault for people who use it otherwise, light or dark, on a phone or a desk", async () => {
    await page.goto(files.base);
    await page.getByRole("link", { name: "digits" }).click();
    await page.waitForSelector("article.item");
    const address = page.url();
    for (const [colorScheme, width] of [
      ["light", 1366],
      ["dark", 360],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const at of ["", "/map", "/review", "/insights", "/export", "/settings"]) {
        await page.goto(address + at);
        await page.waitForTimeout(700);
        const found = await page.evaluate(async (source) => {
          // The policy of the page forbids inline script; evaluate runs outside of it.
          // biome-ignore lint/security/noGlobalEval: axe-core must run in the page
          globalThis.eval(source);
          const scope = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
          return (await scope.axe.run()).violations.filter(({ impact }) => /serious|critical/.test(impact));
        }, axe);
        expect(
          found.map(({ id }) => `${at} ${id}`),
          `${colorScheme} ${width}`,
        ).toEqual([]);
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(isWider, `${at} at ${width}`).toBe(false);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("asks nobody for anything after it was loaded, works offline, and complains of nothing", async () => {
    await page.goto(files.base);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    files.asked.splice(0);
    const leaving: string[] = [];
    context.on("request", (request) => {
      if (!request.url().startsWith("blob:") && !request.url().startsWith("data:")) leaving.push(request.url());
    });
    await page.getByRole("link", { name: "digits" }).click();
    await page.waitForSelector("article.item");
    await answerTruly(page);
    await waitForSaved(page);
    for (const name of ["Map", "Review", "Insights", "Export"]) {
      await toPage(name);
      await page.waitForTimeout(500);
    }
    expect(leaving).toEqual([]);
    // Some time after a load, browsers look for a newer service worker by themselves.
    expect(files.asked.filter((path) => !path.endsWith("/service-worker.js"))).toEqual([]);
    const blocked = await page.evaluate(() => fetch("https://example.org/").then(String, (error) => String(error)));
    expect(blocked).toMatch(/TypeError/);
    expect(complaints.splice(0).filter((text) => !/Content Security Policy|example\.org/.test(text))).toEqual([]);
    await context.setOffline(true);
    await page.goto(files.base);
    await page.getByRole("link", { name: "digits" }).click();
    await page.waitForSelector("article.item");
    await context.setOffline(false);
    expect(complaints).toEqual([]);
  });

  test("is one file, too, which works from the disk", async () => {
    const alone = await browser.newContext();
    const opened = await alone.newPage();
    const said = complaintsOf(opened);
    await opened.goto(pathToFileURL(join(LITE, "xpal-lite.html")).href);
    await opened.getByRole("button", { name: "Try the demo" }).click();
    await opened.waitForSelector("article.item");
    await answerTruly(opened);
    await waitForSaved(opened);
    await opened.reload();
    await waitForAnswered(opened, 1);
    expect(said).toEqual([]);
    await alone.close();
  });
});

interface Violation {
  readonly id: string;
  readonly impact: string;
}
