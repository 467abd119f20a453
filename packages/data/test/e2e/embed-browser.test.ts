// A model of texts in a page, as built: the same vectors as in Node, from files that a server gives.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBrowser } from "../../../../scripts/find-browser.mjs";
import { launchBrowser } from "../../../../test/launch-browser.mjs";
import { openModel } from "../../src/embed/open-model.ts";
import { writeTextModel } from "../tiny-models.ts";

const executablePath = findBrowser();
const runtime = dirname(createRequire(import.meta.url).resolve("onnxruntime-web"));
const TEXTS = ["cat", "Cat truck", "car car car", ""];

/** What a person would write in a page of their own. */
const PROGRAM = `
import { openTextEmbedder } from "@xpal/data/browser";
import * as tokenizers from "@huggingface/tokenizers";
import * as runtime from "onnxruntime-web/wasm";
runtime.env.wasm.wasmPaths = "/runtime/";
runtime.env.wasm.numThreads = 1;
const read = async (path) => {
  const answer = await fetch("/model/" + path);
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
};
globalThis.embed = async (texts) => {
  const embedder = await openTextEmbedder({ name: "tiny", read }, runtime, tokenizers);
  const vectors = await embedder.embed(texts);
  await embedder.close();
  return { hash: embedder.hash, vectors: vectors.map((vector) => [...vector]) };
};
`;

describe.skipIf(executablePath === undefined)("a model in a page (skipped without an installed Chromium)", () => {
  const folder = mkdtempSync(join(tmpdir(), "xpal-embed-page-"));
  let browser: Browser;
  let server: Server;

  beforeAll(async () => {
    writeTextModel(join(folder, "model"));
    const bundled = await build({
      stdin: { contents: PROGRAM, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      format: "esm",
      platform: "browser",
      logLevel: "silent",
    });
    const program = bundled.outputFiles[0].contents;
    server = createServer(({ url = "/" }, response) => {
      const found = answerTo(url, program);
      response.writeHead(found === undefined ? 404 : 200, { "content-type": typeOf(url) }).end(found);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    browser = await launchBrowser(executablePath);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function answerTo(url: string, program: Uint8Array): Uint8Array | string | undefined {
    if (url === "/") return '<!doctype html><title>xpal</title><script type="module" src="/program.js"></script>';
    if (url === "/program.js") return program;
    const file = url.startsWith("/runtime/") ? join(runtime, basename(url)) : join(folder, url);
    try {
      return readFileSync(file);
    } catch {
      return undefined;
    }
  }

  test("gives the vectors and the hash that it gives in Node", async () => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => "embed" in globalThis);
    const found = await page.evaluate(
      (texts) => (globalThis as unknown as { embed(texts: readonly string[]): Promise<Made> }).embed(texts),
      TEXTS,
    );
    const model = await openModel(join(folder, "model"));
    if (model.reads !== "texts") expect.unreachable();
    const expected = (await model.embedder.embed(TEXTS)).map((vector) => [...vector]);
    expect(found).toEqual({ hash: model.embedder.hash, vectors: expected });
    expect(expected[2].map(Math.round)).toEqual([0, 1, 0]); // three times "car"
    await model.embedder.close();
  });
});

interface Made {
  readonly hash: string;
  readonly vectors: number[][];
}

function typeOf(url: string): string {
  if (url === "/") return "text/html";
  if (/\.m?js$/.test(url)) return "text/javascript";
  return url.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
}
