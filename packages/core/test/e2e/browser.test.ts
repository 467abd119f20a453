// The engine in a page, as built: the same bits as in Node, off the main thread.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { createPool, generator, Labels, Learner, matrix, openSession, rbf, xpal, xpalLearned } from "@xpal/core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBrowser } from "../../../../scripts/find-browser.mjs";
import { launchBrowser } from "../../../../test/launch-browser.mjs";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const executablePath = findBrowser();
const PAGE = `<!doctype html><title>xpal</title>
  <script type="module">import * as xpal from "/xpal/index.js"; globalThis.xpal = xpal;</script>`;
/** The forest takes part as soon as there are 10 labels, beside a kernel that says next to nothing. */
const SOON = { fitAt: [10], delay: 0, leastShare: 0, scales: [1], views: ["given"] } as const;
describe.skipIf(executablePath === undefined)("in a page (skipped without an installed Chromium)", () => {
  let browser: Browser;
  let server: Server;

  beforeAll(async () => {
    browser = await launchBrowser(executablePath);
    server = await serve();
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test("scores have the bits that Node gives, and the page's own thread stays free", async () => {
    const page = await browser.newPage();
    await page.goto(addressOf(server));
    const found = await page.evaluate(selectInPage, { points: 700 });
    const expected = await selectInNode(700);
    expect(found.scores).toEqual(expected.scores);
    expect(found.best).toEqual(expected.best);
    expect(found.explanation).toContain("in a thread of its own");
    await page.close();
  });

  test("the learned kernel with metrics is the one that Node learns, to the bit", async () => {
    const page = await browser.newPage();
    await page.goto(addressOf(server));
    const found = await page.evaluate(learnInPage, { source: learnWith.toString() });
    expect(found.learned).toContain('"rankWeights"');
    expect(found).toEqual(await learnWith(await import("@xpal/core"), false));
    await page.close();
  });

  test.each([
    ["scales", xpalLearned({ base: rbf({ bandwidth: 1 }), metrics: [] })],
    ["a forest", xpalLearned({ base: rbf({ bandwidth: 9 }), metrics: ["forest"], ...SOON })],
  ])(
    "a learner from a file, with a kernel that has learned %s, gives new items the probabilities that Node gives",
    async (_, kernel) => {
      const chance = generator(6);
      const features = matrix(
        90,
        2,
        Float64Array.from({ length: 180 }, () => chance.nextUnit() * 5),
      );
      const labels = [3, 9, 27, 40, 51, 66, 78, 89, 12, 33, 58].map((i): [number, string] => [
        i,
        features.data[2 * i] > 2 ? "b" : "a",
      ]);
      const learner = await Learner.create({ features, classes: ["a", "b"], labels, ...kernel });
      const fresh = matrix(2, 2, Float64Array.of(1, 2, 3, 4));
      await learner.suggest();
      for (const { share } of learner.explanation().learned?.groups ?? []) expect(share).toBeGreaterThan(0);
      const expected = Array.from((await learner.probabilities(fresh)).data);
      const page = await browser.newPage();
      await page.goto(addressOf(server));
      const found = await page.evaluate(
        async ({ json, data }) => {
          const { Learner, matrix } = (globalThis as unknown as { xpal: typeof import("@xpal/core") }).xpal;
          const read = await Learner.fromJSON(JSON.parse(json));
          return Array.from((await read.probabilities(matrix(2, 2, Float64Array.from(data)))).data);
        },
        { json: JSON.stringify(learner.toJSON()), data: Array.from(fresh.data) },
      );
      expect(found).toEqual(expected);
      await page.close();
    },
  );

  test("frames go on being drawn while 5,000 items are listed and the first one is selected", async () => {
    const page = await browser.newPage();
    await page.goto(addressOf(server));
    const found = await page.evaluate(selectInPage, { points: 5000 });
    expect(found.frames).toBeGreaterThan(5);
    await page.close();
  });
});

/** Answers one after another, then some taken back; what was chosen and learned in the end. */
async function learnWith(
  { createPool, generator, Labels, learnedKernel, matrix, openSession, rbf, xpal }: typeof import("@xpal/core"),
  worker: boolean,
) {
  const chance = generator(7);
  const data = Float64Array.from({ length: 600 * 4 }, () => chance.nextUnit() * 3);
  const pool = createPool({
    features: matrix(600, 4, data),
    classes: ["a", "b"],
    kernel: learnedKernel({ base: rbf({ bandwidth: 0.4 }) }),
  });
  const session = await openSession(pool, { worker });
  const asked: number[] = [];
  let labels = Labels.none(pool);
  const ask = async () => {
    const candidates = labels.unlabelled();
    const { scores, best } = await session.scores({
      strategy: xpal({ ownRisk: 1 }),
      labels,
      candidates,
      generator: generator(0),
    });
    asked.push(candidates[best[0]], scores[best[0]]);
    return candidates[best[0]];
  };
  for (let i = 0; i < 26; i++) {
    const item = await ask();
    labels = labels.add(item, data[4 * item] * data[4 * item + 1] > 2 ? 1 : 0);
  }
  for (const { index } of labels.inOrder.slice(-3)) labels = labels.remove(index);
  await ask();
  const learned = JSON.stringify(session.explanation().learned);
  await session.close();
  return { asked, learned };
}

/** Runs in the page, which has the text of `learnWith` alone. */
async function learnInPage({ source }: { source: string }) {
  const learn = new Function(`return ${source}`)() as typeof learnWith;
  return learn((globalThis as unknown as { xpal: typeof import("@xpal/core") }).xpal, true);
}

/** Runs in the page. */
async function selectInPage({ points }: { points: number }) {
  const { createPool, generator, Labels, matrix, openSession, xpal } = (
    globalThis as unknown as { xpal: typeof import("@xpal/core") }
  ).xpal;
  const chance = generator(4);
  const data = Float64Array.from({ length: points * 3 }, () => chance.nextUnit() * 9);
  let frames = 0;
  let drawing = true;
  const draw = () => {
    frames++;
    if (drawing) requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
  const pool = createPool({ features: matrix(points, 3, data), classes: ["a", "b"] });
  const session = await openSession(pool);
  const labels = Labels.none(pool).add(5, 0).add(99, 1);
  const request = { strategy: xpal(), labels, candidates: labels.unlabelled(), generator: generator(0) };
  const { scores, best } = await session.scores(request);
  drawing = false;
  const explanation = session.explain();
  await session.close();
  return { best: Array.from(best), scores: Array.from(scores), explanation, frames };
}

async function selectInNode(points: number) {
  const chance = generator(4);
  const data = Float64Array.from({ length: points * 3 }, () => chance.nextUnit() * 9);
  const pool = createPool({ features: matrix(points, 3, data), classes: ["a", "b"] });
  const session = await openSession(pool, { worker: false });
  const labels = Labels.none(pool).add(5, 0).add(99, 1);
  const request = { strategy: xpal(), labels, candidates: labels.unlabelled(), generator: generator(0) };
  const { scores, best } = await session.scores(request);
  return { best: Array.from(best), scores: Array.from(scores) };
}

/** A server on the loopback interface: an empty page, and the built package under /xpal/. */
function serve(): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    const script = url.startsWith("/xpal/");
    const body = script ? readFileSync(join(dist, normalize(url.slice(6).split("?")[0]))) : PAGE;
    response.writeHead(200, { "Content-Type": script ? "text/javascript" : "text/html" }).end(body);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
