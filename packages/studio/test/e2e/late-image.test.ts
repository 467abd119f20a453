// An image may come late, or not at all: neither moves the answer buttons, and no other image stands in its place.
import { zipSync } from "fflate";
import type { Browser, Page, Route } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buttonPlaces, chromiumPath, itemOnScreen, shoot, startBrowser } from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";

/** Upright, across, wide, tiny and very narrow. */
const SIZES = [
  [900, 1600],
  [1600, 900],
  [1800, 400],
  [24, 24],
  [120, 1500],
];
const COUNT = 10;

describe.skipIf(chromiumPath === undefined)("a late image", () => {
  let studio: TestStudio;
  let browser: Browser;
  let zip: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
    const files: Record<string, Uint8Array> = {};
    for (let i = 0; i < COUNT; i++) {
      const [width, height] = SIZES[i % SIZES.length];
      const image = sharp({ create: { width, height, channels: 3, background: `hsl(${i * 36}, 70%, 50%)` } });
      files[`images/${i}.png`] = new Uint8Array(await image.png().toBuffer());
    }
    zip = zipSync(files) as Uint8Array<ArrayBuffer>;
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  async function newProject(): Promise<string> {
    const { import: id } = (await (await studio.upload("images.zip", zip)).json()) as { import: string };
    const choice = { title: "late", label: null, classes: ["warm", "cold", "neither"], roles: {}, pixels: null };
    const more = { keepLabels: true, dropDuplicates: false };
    return (await studio.post<{ project: string }>(`/api/imports/${id}/project`, { ...choice, ...more })).project;
  }

  /** A label page whose images wait for `release`, by the name of each. */
  async function open(width: number) {
    const context = await browser.newContext({ viewport: { width, height: width > 500 ? 768 : 844 } });
    const [name, value] = studio.cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: studio.base }]);
    const page = await context.newPage();
    const waiting: Route[] = [];
    const released = new Map<string, (route: Route) => Promise<void>>();
    const nameOf = (url: string) => new URL(url).searchParams.get("name") ?? "";
    await page.route(/\/image\?/, (route) => {
      const go = released.get(nameOf(route.request().url()));
      return go === undefined ? void waiting.push(route) : go(route);
    });
    const release = async (image: string, go = (route: Route) => route.continue()) => {
      released.set(image, go);
      for (const route of waiting) if (nameOf(route.request().url()) === image) await go(route);
    };
    await page.goto(`${studio.base}/p/${await newProject()}`);
    await shown(page).waitFor({ state: "attached" });
    return { page, release };
  }

  /** Goes to an item by its number, as a person does. */
  async function goTo(page: Page, item: number): Promise<void> {
    page.once("dialog", (dialog) => dialog.accept(String(item + 1)));
    await page.keyboard.press("#");
    await expect.poll(() => itemOnScreen(page)).toBe(item);
  }

  const shown = (page: Page) => page.locator("article.item img");
  const imageOn = async (page: Page) => {
    const address = await shown(page).getAttribute("src");
    return new URL(address ?? "", studio.base).searchParams.get("name") ?? "";
  };
  const widthOf = (page: Page) => shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth);

  test.each([1366, 390])("moved the answer buttons under the pointer, at %i pixels", async (width) => {
    const { page, release } = await open(width);
    const moved: unknown[] = [];
    for (const [item, size] of SIZES.entries()) {
      await goTo(page, item);
      const before = await buttonPlaces(page);
      await shoot(page, `late-${width}-${item}-before`);
      await release(await imageOn(page));
      await expect.poll(() => widthOf(page)).toBe(size[0]);
      await shoot(page, `late-${width}-${item}-after`);
      const after = await buttonPlaces(page);
      if (JSON.stringify(after) !== JSON.stringify(before)) moved.push([size, before[0], after[0]]);
    }
    expect(moved).toEqual([]);
    await page.context().close();
  });

  test.each([1366, 390])("that never comes moved the answer buttons, at %i pixels", async (width) => {
    const { page, release } = await open(width);
    await goTo(page, 0);
    const before = await buttonPlaces(page);
    await release(await imageOn(page), (route) => route.abort());
    await page.getByText("This image cannot be shown.").waitFor();
    expect(await buttonPlaces(page)).toEqual(before);
    await shoot(page, `never-${width}`);
    await goTo(page, 1); // which is not left out because of the one before
    await release(await imageOn(page));
    await expect.poll(() => widthOf(page)).toBe(SIZES[1][0]);
    expect(await page.getByText("This image cannot be shown.").count()).toBe(0);
    await page.context().close();
  });

  test("left the image of the item before on screen, and people answered about that one", async () => {
    const { page, release } = await open(1366);
    await goTo(page, 0);
    await release(await imageOn(page));
    await expect.poll(() => widthOf(page)).toBe(SIZES[0][0]);
    await goTo(page, 1);
    await shoot(page, "left-over");
    expect(await widthOf(page)).toBe(0);
    await release(await imageOn(page));
    await expect.poll(() => widthOf(page)).toBe(SIZES[1][0]);
    await page.context().close();
  });

  test("was drawn out of shape where it is narrow", async () => {
    const { page, release } = await open(1366);
    await goTo(page, 4);
    await release(await imageOn(page));
    await expect.poll(() => widthOf(page)).toBe(SIZES[4][0]);
    const { width = 0, height = 0 } = (await drawnSize(page)) ?? {};
    expect(height / width).toBeCloseTo(SIZES[4][1] / SIZES[4][0], 0);
    await page.context().close();
  });

  /** The part of the screen that has the colour of the image, which is of one colour. */
  async function drawnSize(page: Page): Promise<{ width?: number; height?: number }> {
    const box = await page.locator("article.item").boundingBox();
    if (box === null) return {};
    const { data, info } = await sharp(await page.screenshot({ clip: box }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const isColoured = (x: number, y: number) => {
      const at = 3 * (y * info.width + x);
      return Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) > 60;
    };
    const [middleX, middleY] = [Math.floor(info.width / 2), Math.floor(info.height / 2)];
    const across = Array.from({ length: info.width }, (_, x) => isColoured(x, middleY)).filter(Boolean).length;
    const down = Array.from({ length: info.height }, (_, y) => isColoured(middleX, y)).filter(Boolean).length;
    return { width: across, height: down };
  }
});
