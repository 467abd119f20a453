// The map in a real Chromium: what is drawn is where it should be, before and after it was moved and zoomed.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, complaintsOf, itemOnScreen, startBrowser } from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";

/** Above this many the principal plane is the map, so it stays as it is. */
const POINTS = 6000;
/** A point apart from all others. */
const APART = 1234;

describe.skipIf(chromiumPath === undefined)("the map", () => {
  let studio: TestStudio;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let places: { x: number[]; y: number[] };

  beforeAll(async () => {
    studio = await testStudio();
    const rows = Array.from({ length: POINTS }, (_, i) => {
      const [far, turn] = [Math.sqrt((i + 0.5) / POINTS), i * 2.39996];
      const place = i === APART ? [2.2, 1.1] : [2 * far * Math.cos(turn), far * Math.sin(turn)];
      return `${place.map((value) => value.toFixed(4)).join(",")},${i < 20 ? (i % 2 ? "odd" : "even") : ""}`;
    });
    const sent = await studio.upload("ring.csv", `u,v,label\n${rows.join("\n")}\n`);
    const { import: id } = (await sent.json()) as { import: string };
    const { project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
      title: "ring",
      label: "label",
      classes: ["even", "odd"],
      roles: {},
      pixels: null,
      keepLabels: true,
      dropDuplicates: false,
    });
    places = await studio.get(`/api/projects/${project}/map`);
    browser = await startBrowser();
    page = await (await browser.newContext({ viewport: { width: 1200, height: 800 } })).newPage();
    complaints = complaintsOf(page);
    await page.goto(studio.studio.url);
    await page.goto(`${studio.base}/p/${project}/map`);
    await page.getByRole("button", { name: "label", exact: true }).click();
    await page.waitForSelector("circle.current");
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  const stage = async () => {
    const box = await page.locator("canvas.points").boundingBox();
    if (box === null) throw new Error("no map");
    return box;
  };
  const ring = () =>
    page
      .locator("circle.current")
      .evaluate((circle) => [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))]);
  /** How dark the drawing is at a place of the window, from 0 to 255. */
  const inkAt = (x: number, y: number) =>
    page.locator("canvas.points").evaluate(
      (canvas, [left, top]) => {
        const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        copy?.drawImage(canvas as HTMLCanvasElement, -Math.round(left), -Math.round(top));
        return copy?.getImageData(0, 0, 1, 1).data[3] ?? -1;
      },
      [x, y],
    );
  const waitForInk = async (x: number, y: number) => {
    while ((await inkAt(x, y)) < 180) await page.waitForTimeout(30);
  };

  /** Where an item is on screen, from the place of the one that is asked and the scale. */
  async function whereIs(item: number, zoom: number): Promise<[number, number]> {
    const { width, height } = await stage();
    const scale = Math.min(width, height) * 0.46 * zoom;
    const aspect = Math.min(1.9, Math.max(1, width / height));
    const [x, y] = await ring();
    const current = await page.evaluate(async () => {
      const id = location.pathname.split("/")[2];
      const { suggestions } = await (await fetch(`/api/projects/${id}/next?count=1`)).json();
      return suggestions[0].item as number;
    });
    return [
      x + (places.x[item] - places.x[current]) * scale * aspect,
      y + (places.y[item] - places.y[current]) * scale,
    ];
  }

  test("draws every item where it is", async () => {
    const [x, y] = await whereIs(APART, 1);
    await waitForInk(x, y);
    expect(await inkAt(x + 12, y)).toBe(0);
    expect(await inkAt(x, y - 12)).toBe(0);
  });

  test("moves with the mouse: the drawing, the mark and what is under the mouse stay together", async () => {
    const { x: left, y: top } = await stage();
    const before = await ring();
    const [wasX, wasY] = await whereIs(APART, 1);
    await page.mouse.move(left + 15, top + 15);
    await page.mouse.down();
    for (let i = 1; i <= 10; i++) await page.mouse.move(left + 15 - 12 * i, top + 15 + 6 * i);
    const moved = await ring();
    expect(moved.map((value, axis) => Math.round(value - before[axis]))).toEqual([-120, 60]);
    await waitForInk(wasX - 120, wasY + 60); // while the button is held, and at rest
    await page.mouse.up();
    await waitForInk(wasX - 120, wasY + 60);
    expect(await inkAt(wasX - 120 + 12, wasY + 60)).toBe(0);
  });

  test("zooms about the mouse, and a click opens the item that is drawn there", async () => {
    const { x: left, y: top } = await stage();
    const [x, y] = await whereIs(APART, 1);
    await page.mouse.move(left + x, top + y);
    await page.mouse.wheel(0, -300);
    let [nowX, nowY] = [0, 0];
    const offBy = async () => {
      [nowX, nowY] = await whereIs(APART, Math.exp(300 / 500));
      return Math.hypot(nowX - x, nowY - y);
    };
    // The mouse is on a whole pixel, the item perhaps half a pixel beside it.
    await expect.poll(offBy).toBeLessThan(1.5);
    await waitForInk(nowX, nowY);
    await page.mouse.click(left + nowX, top + nowY);
    await page.waitForSelector("article.item");
    expect(await itemOnScreen(page)).toBe(APART);
  });

  test("takes a lasso to review", async () => {
    await page.getByRole("link", { name: "Map" }).click();
    await page.getByRole("button", { name: "Lasso" }).click();
    await page.waitForSelector("circle.current");
    const { x: left, y: top } = await stage();
    const [x, y] = await ring(); // the item that was opened is the one asked now
    await page.mouse.move(left + x - 15, top + y - 15);
    await page.mouse.down();
    for (const [dx, dy] of [
      [15, -15],
      [15, 15],
      [-15, 15],
      [-15, -15],
    ])
      await page.mouse.move(left + x + dx, top + y + dy);
    await page.mouse.up();
    await page.getByText("1 chosen").waitFor();
    await page.getByRole("button", { name: "Review these" }).click();
    await page.waitForFunction(() => document.querySelectorAll("main ul li").length === 1);
    expect(complaints).toEqual([]);
  });

  test("did not show rows that were added before it was loaded again", async () => {
    await page.getByRole("link", { name: "Map" }).click();
    await page.waitForSelector("circle.current");
    const id = await page.evaluate(() => location.pathname.split("/")[2]);
    const sent = await studio.upload("more.csv", "u,v,label\n-2.4,1.4,\n");
    const { import: more } = (await sent.json()) as { import: string };
    await studio.post(`/api/imports/${more}/rows`, { project: id });
    const { x, y } = await studio.get<{ x: number[]; y: number[] }>(`/api/projects/${id}/map`);
    const { width, height } = await stage();
    const scale = Math.min(width, height) * 0.46;
    const aspect = Math.min(1.9, Math.max(1, width / height));
    await waitForInk(width / 2 + x[POINTS] * scale * aspect, height / 2 + y[POINTS] * scale);
    expect(complaints).toEqual([]);
  });

  test("stayed empty when the first request for it had failed", async () => {
    const other = await page.context().newPage();
    const failed = other.waitForResponse((response) => response.status() === 503);
    const busy = { status: 503, json: { code: "full", message: "the server is busy" } };
    await other.route(/\/api\/projects\/[^/]+\/map$/, (route) => route.fulfill(busy), { times: 1 });
    await other.goto(page.url());
    await failed;
    await other.waitForSelector("circle.current");
    await other.close();
  });
});
