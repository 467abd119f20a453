// Every example runs as a user would run it, and prints what its last comment says.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBrowser } from "../scripts/find-browser.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const programs = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
const executablePath = findBrowser();

test("the table names every example", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const examples = readdirSync(folder).filter((name) => !/^README|\.test\.ts$/.test(name));
  expect(examples.length).toBeGreaterThan(programs.length);
  expect(examples.filter((name) => !readme.includes(`(${name})`))).toEqual([]);
});

test.each(programs)("%s prints what its last comment says", (name) => {
  const source = readFileSync(join(folder, name), "utf8");
  const promised = source.slice(source.indexOf("// Prints:\n") + "// Prints:\n".length);
  const { stdout, stderr, status } = spawnSync(process.execPath, [name], { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toBe(promised.replace(/^\/\/ /gm, ""));
});

describe.skipIf(executablePath === undefined)("the worker of the page (skipped without an installed Chromium)", () => {
  let server: Server;
  beforeAll(async () => {
    server = await serve();
  });
  afterAll(() => server?.close());

  test("asks, learns from two answers, and tells the classes of all items", async () => {
    const browser = await chromium.launch({ executablePath: executablePath as string, args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`);
      for (let answers = 0; answers < 2; answers++) {
        const question = page.locator("#question").filter({ hasText: "Item" });
        const text = await question.textContent();
        const value = Number(text?.split(": ")[1]);
        await page.getByRole("button", { name: value < 3 ? "low" : "high" }).click();
        await page.waitForFunction((old) => document.querySelector("#question")?.textContent !== old, text);
      }
      expect(await page.locator("#predictions").textContent()).toBe("low low low high high high");
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

/** The folder of the page, with the built package under /xpal. */
async function serve(): Promise<Server> {
  const page = join(folder, "browser-worker");
  const dist = join(folder, "..", "packages", "core", "dist");
  const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = path.startsWith("/xpal/") ? join(dist, path.slice("/xpal".length)) : join(page, path);
    try {
      response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
      response.end(readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
