// The time between frames while the map is moved and zoomed, in a real Chromium.
import { importTable, withPage } from "./browser.mjs";

const STEPS = 120;

/** Moves and zooms the map of a pool; returns the milliseconds between frames of each. */
export function mapFrames({ text, classes }) {
  return withPage({ viewport: { width: 1280, height: 800 } }, async ({ page, base }) => {
    const names = Array.from({ length: classes }, (_, y) => String(y));
    const choice = { title: "bench", label: "label", classes: names, roles: {}, pixels: null, keepLabels: true };
    const project = await importTable(page, "pool.csv", text, { ...choice, dropDuplicates: false });
    const answered = ["/next", "/map", "/predictions", "/model"].map((path) =>
      page.waitForResponse((response) => response.url().includes(`${project}${path}`), { timeout: 300_000 }),
    );
    await page.goto(`${base}/p/${project}/map`);
    await Promise.all(answered);
    await page.waitForTimeout(3000);
    const renderer = await page.evaluate(() => {
      const gl = document.createElement("canvas").getContext("webgl2");
      const info = gl?.getExtension("WEBGL_debug_renderer_info");
      return gl && info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "none";
    });
    const box = await page.locator("canvas.points").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    const pan = await frames(page, async (i) => page.mouse.move(x + 300 * Math.sin(i / 15), y + 160 * Math.sin(i / 9)));
    await page.mouse.up();
    const zoom = await frames(page, async (i) => page.mouse.wheel(0, i % 60 < 30 ? -40 : 40));
    return { pan, zoom, renderer };
  });
}

/** Milliseconds between the frames that the page shows while something is done to it. */
async function frames(page, step) {
  await page.evaluate(() => {
    globalThis.frameTimes = [];
    let last = null;
    const note = (now) => {
      if (last !== null) globalThis.frameTimes?.push(now - last);
      last = now;
      if (globalThis.frameTimes !== null) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  for (let i = 0; i < STEPS; i++) await step(i);
  return page.evaluate(() => {
    const times = globalThis.frameTimes;
    globalThis.frameTimes = null;
    return times;
  });
}
