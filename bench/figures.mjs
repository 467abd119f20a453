// How soon the live figures of the site are there: Chromium loads pages of the built site from this machine, each in a fresh profile, and
// tells when something was painted first, when the first panel was drawn and when all panels of the first figure were. Beside
// the clock the processor time of the browser's processes until then is given: on a busy machine it is the one to look at.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "../scripts/find-browser.mjs";

const { repetitions, json, data } = JSON.parse(process.argv[2]);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const PAGES = ["try", "strategies/xpal", "strategies/qbc"];

const site = data ?? builtSite(); // a site that was built before, so that nothing runs beside the browser
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://site").pathname;
  try {
    const bytes = readFileSync(join(site, path));
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const rows = [];
try {
  for (const page of PAGES) rows.push(await measured(page));
} finally {
  server.close();
  if (data === undefined) rmSync(site, { recursive: true, force: true });
}
if (json) console.log(JSON.stringify({ benchmark: "figures", repetitions, rows }));
else {
  for (const { page, painted, drawn, all, cpu } of rows) {
    console.log(`${page.padEnd(16)} painted ${painted}, first panel ${drawn}, all panels ${all}, processor ${cpu} ms`);
  }
}

function builtSite() {
  const folder = mkdtempSync(join(tmpdir(), "xpal-site-"));
  const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js");
  const built = spawnSync(process.execPath, [vitepress, "build", "docs", "--outDir", folder], { cwd: root });
  if (built.status !== 0) throw new Error(String(built.stderr));
  return folder;
}

async function measured(path) {
  const runs = [];
  for (let i = 0; i < repetitions; i++) runs.push(await load(path));
  const median = (name) => Math.round(runs.map((run) => run[name]).sort((a, b) => a - b)[runs.length >> 1]);
  return {
    page: path,
    ...{ painted: median("painted"), drawn: median("drawn"), all: median("all"), cpu: median("cpu") },
  };
}

async function load(path) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto("about:blank");
    const session = await browser.newBrowserCDPSession();
    const processor = async () => {
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
    };
    const before = await processor();
    await page.addInitScript(() => {
      globalThis.times = {};
      const watch = () => {
        const figure = document.querySelector("xpal-figure");
        if (figure?.hasAttribute("data-drawn")) globalThis.times.drawn ??= performance.now();
        if (figure?.hasAttribute("data-ready")) globalThis.times.all ??= performance.now();
      };
      new MutationObserver(watch).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.goto(`http://127.0.0.1:${server.address().port}/${path}.html`);
    await page.waitForFunction(() => globalThis.times.all !== undefined);
    const cpu = (await processor()) - before;
    return await page.evaluate((cpu) => {
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
      return { ...globalThis.times, painted, cpu };
    }, cpu);
  } finally {
    await browser.close();
  }
}
