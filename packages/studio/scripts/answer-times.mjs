// From key-down to the next item painted, and to the model's first word on that item, in a real Chromium, over many
// answers. The next key comes a pause after the item was seen, as with a person; the pause is part of the result.
import { importTable, itemOnScreen, withPage } from "./browser.mjs";

/** Labels a pool by keys; `truth` are class indices below ten. */
export function answerTimes({ text, truth, classes, labels, pauseMs }) {
  return withPage({ viewport: { width: 1280, height: 800 } }, async ({ page, base }) => {
    const names = Array.from({ length: classes }, (_, y) => String(y));
    const choice = { title: "bench", label: "label", classes: names, roles: {}, pixels: null, keepLabels: false };
    const project = await importTable(page, "pool.csv", text, { ...choice, dropDuplicates: false });
    await page.goto(`${base}/p/${project}`);
    await page.waitForSelector("article.item", { timeout: 120_000 });
    await page.evaluate(watch);
    await page.waitForTimeout(2000);
    const model = modelTimes(page);
    for (let i = 0; i < labels; i++) {
      const item = await itemOnScreen(page);
      model.answered();
      await page.keyboard.press(String(truth[item]));
      await page.waitForFunction((count) => globalThis.answerTimes.length > count, i, { polling: 20, timeout: 60_000 });
      await page.waitForTimeout(pauseMs);
    }
    const times = await page.evaluate(() => globalThis.answerTimes);
    const shown = await page.evaluate(async (id) => {
      const { events } = await (await fetch(`/api/projects/${id}`)).json();
      const { trueError } = await (await fetch(`/api/projects/${id}/model`)).json();
      const from = events.filter(({ kind }) => kind === "answer").map(({ body }) => body.asked?.from);
      return { trueError, best: from.filter((why) => why !== "queue").length, answers: from.length };
    }, project);
    return { times, modelTimes: model.times, ...shown };
  });
}

/**
 * Notes the time from each answer until the server has said what the model, which has learned from it, thinks of the next
 * item; a refit that the answer made due is part of it. Fast hands answer before that now and then: nothing is noted then.
 */
function modelTimes(page) {
  const times = [];
  const asked = new Set();
  let answeredAt = null;
  const isLook = (request) => new URL(request.url()).pathname.endsWith("/look");
  page.on("request", (request) => {
    if (answeredAt !== null && isLook(request)) asked.add(request);
  });
  page.on("requestfinished", (request) => {
    if (answeredAt === null || !asked.has(request)) return;
    times.push(performance.now() - answeredAt);
    answeredAt = null;
  });
  return {
    times,
    answered() {
      answeredAt = performance.now();
      asked.clear();
    },
  };
}

/** Runs in the page: notes the time from each key-down to the first frame after another item is in the document. */
function watch() {
  globalThis.answerTimes = [];
  let pressed = null;
  const name = () => document.querySelector("article.item")?.getAttribute("aria-label") ?? null;
  addEventListener(
    "keydown",
    (event) => {
      pressed = { at: event.timeStamp, item: name() };
    },
    { capture: true },
  );
  new MutationObserver(() => {
    if (pressed === null || name() === null || name() === pressed.item) return;
    const { at } = pressed;
    pressed = null;
    // After the next frame callback comes the paint; a message is handled right after it.
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => globalThis.answerTimes.push(performance.now() - at);
      channel.port2.postMessage(null);
    });
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-label"] });
}
