// Firefox: the library in a page gives the bits that Node gives.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startFirefox } from "./firefox.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

const core = join(root, "packages", "core", "dist");
const library = await serve(core, ISOLATED, "<!doctype html><title>xpal</title><p>xpal</p>");
const browser = await startFirefox(process.argv[2]);
try {
  await sameBits(await browser.newPage());
} finally {
  await browser.close();
  library.server.close();
}

/** Scores and predictions, with one thread and with two, plain and with the kernel that learns. */
async function sameBits(page) {
  await page.goto(library.address);
  const here = await import(pathToFileURL(join(core, "index.js")).href);
  for (const [threads, learns] of [
    [1, false],
    [2, false],
    [2, true],
  ]) {
    const inPage = await page.evaluate(
      `async (threads, learns) => (${answersOf})(await import("/index.js"), threads, learns)`,
      threads,
      learns,
    );
    const inNode = JSON.parse(JSON.stringify(await answersOf(here, 1, learns)));
    assert.deepEqual(inPage, inNode, `${threads} threads, ${learns ? "learning" : "plain"}`);
    console.log(`  same bits: ${threads} threads, ${learns ? "kernel that learns" : "plain kernel"}`);
  }
  assert.deepEqual(page.errors, []);
}

/** Runs here and in the page. */
async function answersOf(xpal, threads, learns) {
  const draw = xpal.generator(5);
  const features = xpal.matrix(
    600,
    3,
    Float64Array.from({ length: 1800 }, () => draw.nextUnit() * 4),
  );
  const base = xpal.rbf({ bandwidth: 0.7 });
  const learner = await xpal.Learner.create({
    features,
    classes: ["a", "b"],
    seed: 3,
    engine: { threads },
    ...(learns ? xpal.xpalLearning({ base }) : { kernel: base }),
  });
  const asked = [];
  for (let i = 0; i < 12; i++) {
    const [best] = await learner.suggest();
    asked.push(best.index, best.score);
    await learner.label(best.index, features.data[best.index * 3] > 2 ? "a" : "b");
  }
  const { data } = await learner.probabilities();
  await learner.close();
  return { asked, data: Array.from(data.slice(0, 60)) };
}

/** Hands out the files of a folder. */
async function serve(folder, headers, index) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://files").pathname))
      .split(sep)
      .join("/");
    try {
      const body =
        path === "/" ? (index ?? readFileSync(join(folder, "index.html"))) : readFileSync(join(folder, path));
      response
        .writeHead(200, { ...headers, "content-type": TYPES[path === "/" ? ".html" : extname(path)] ?? "text/plain" })
        .end(body);
    } catch {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}
