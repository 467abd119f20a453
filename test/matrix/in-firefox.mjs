// Firefox: the library in a page gives the bits that Node gives, and the page without a server labels, keeps and exports what the
// library computes from the same answers.
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
const lite = await serve(join(root, "packages", "studio", "dist", "lite"), {});
const browser = await startFirefox(process.argv[2]);
try {
  await sameBits(await browser.newPage());
  await labelling(await browser.newPage());
} finally {
  await browser.close();
  library.server.close();
  lite.server.close();
}

/** Scores and predictions, on the calling thread and on another one, plain and with the learned kernel. */
async function sameBits(page) {
  await page.goto(library.address);
  const here = await import(pathToFileURL(join(core, "index.js")).href);
  for (const [worker, learns] of [
    [false, false],
    [true, false],
    [true, true],
  ]) {
    const inPage = await page.evaluate(
      `async (worker, learns) => (${answersOf})(await import("/index.js"), worker, learns)`,
      worker,
      learns,
    );
    const inNode = JSON.parse(JSON.stringify(await answersOf(here, false, learns)));
    assert.deepEqual(inPage, inNode, `worker ${worker}, ${learns ? "learning" : "plain"}`);
    console.log(`  same bits: worker ${worker}, ${learns ? "learned kernel" : "plain kernel"}`);
  }
  assert.deepEqual(page.errors, []);
}

/** Runs here and in the page. */
async function answersOf(xpal, worker, learns) {
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
    engine: { worker },
    ...(learns ? xpal.xpalLearned({ base }) : { kernel: base }),
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

/** A dropped file is labelled by keys; nothing is lost when the page is loaded again; the export is what the library computes. */
async function labelling(page) {
  const rows = Array.from({ length: 60 }, (_, i) => `${(i % 2) * 3 + Math.sin(i)},${Math.cos(1.7 * i)}`);
  const csv = `x,y\n${rows.join("\n")}\n`;
  await page.goto(lite.address);
  await page.waitFor(() => document.querySelector("section.card") !== null);
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "points.csv"));
    const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector("section.card").dispatchEvent(drop);
  }, csv);
  await page.waitFor(() => {
    const fields = [...document.querySelectorAll("textarea, input")];
    const classes = fields.find((one) => one.labels?.[0]?.textContent.includes("Classes"));
    if (!classes) return false;
    classes.value = "low\nhigh";
    classes.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  });
  await page.waitFor(() => {
    const buttons = [...document.querySelectorAll("button")];
    const start = buttons.find((one) => one.textContent.trim() === "Start labelling" && !one.disabled);
    start?.click();
    return start !== undefined;
  });
  for (let i = 0; i < 20; i++) {
    const item = await page.waitFor(() => document.querySelector("article.item")?.getAttribute("aria-label"));
    await page.press((Number(item.replace(/\D/g, "")) - 1) % 2 ? "2" : "1");
    await page.waitFor((before) => document.querySelector("article.item")?.getAttribute("aria-label") !== before, item);
  }
  await page.waitFor(() => document.querySelector("header .status")?.textContent === "Saved");
  await page.reload();
  await page.waitFor(() => document.querySelector("[data-testid=answered]")?.textContent?.startsWith("20 of "));
  const exported = await exportOf(page);
  await sameAsLibrary(exported, csv);
  assert.deepEqual(page.errors, []);
  console.log("  xpal lite: 20 answers by keys, kept over a reload, exported as the library computes them");
}

/** The exported CSV file: what the page hands to the browser for saving. */
async function exportOf(page) {
  await page.evaluate(() => {
    const urlOf = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file) => {
      globalThis.saved = file;
      return urlOf(file);
    };
    [...document.querySelectorAll("a")].find((one) => one.textContent.trim() === "Export").click();
  });
  await page.waitFor(() => {
    const link = [...document.querySelectorAll("a")].find((one) => one.ariaLabel === "Download CSV");
    link?.click();
    return link !== undefined;
  });
  return page.waitFor(() => globalThis.saved?.text());
}

async function sameAsLibrary(exported, csv) {
  const from = (name) => import(pathToFileURL(join(root, "packages", name, "dist", "index.js")).href);
  const { Learner, xpalLearned } = await from("core");
  const { applyRecipe, fitRecipe, parseTable } = await from("data");
  const bytes = (text) => new TextEncoder().encode(text);
  const table = await parseTable(bytes(exported), "export.csv");
  const column = (name) => table.columns.find((one) => one.name === name).values;
  const mine = await parseTable(bytes(csv), "points.csv");
  const { features, kernel } = applyRecipe(fitRecipe(mine, { label: null }).recipe, mine);
  const learner = await Learner.create({
    features,
    classes: ["low", "high"],
    seed: 0,
    ...xpalLearned({ base: kernel }),
  });
  const order = Array.from({ length: 60 }, (_, row) => row)
    .filter((row) => column("status")[row] === "labelled")
    .sort((a, b) => Number(column("answer_order")[a]) - Number(column("answer_order")[b]));
  assert.equal(order.length, 20);
  for (const row of order) {
    assert.equal(column("label")[row], row % 2 ? "high" : "low");
    await learner.label(row, row % 2 ? "high" : "low");
  }
  const predicted = await learner.predict();
  for (let row = 0; row < 60; row++) {
    if (column("status")[row] === "open") assert.equal(column("predicted")[row], predicted[row], `row ${row}`);
  }
  await learner.close();
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
