// Answer buttons stay where they are while an item is on screen, whatever others do meanwhile.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, itemOnScreen, startBrowser, waitForOther, waitForSaved } from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

interface Logged {
  readonly kind: string;
  readonly body: { readonly item: number; readonly to: number };
}

const CLASSES = ["alpha", "beta", "delta", "gamma"];

describe.skipIf(chromiumPath === undefined)("answer buttons", () => {
  let studio: TestStudio;
  let browser: Browser;
  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  async function newProject(): Promise<string> {
    const rows = Array.from({ length: 40 }, (_, i) => `${i},${i * i},`);
    const sent = await studio.upload("shift.csv", `x,y,label\n${rows.join("\n")}\n`);
    const { import: id } = (await sent.json()) as { import: string };
    const choice = { title: "shift", label: "label", classes: CLASSES, roles: {}, pixels: null };
    const more = { keepLabels: true, dropDuplicates: false };
    return (await studio.post<{ project: string }>(`/api/imports/${id}/project`, { ...choice, ...more })).project;
  }

  async function open(project: string, width: number): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 844 }, hasTouch: width < 500 });
    const [name, value] = studio.cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: studio.base }]);
    const page = await context.newPage();
    await page.goto(`${studio.base}/p/${project}`);
    await page.waitForSelector("article.item");
    return page;
  }

  const send = (project: string, ...events: object[]) => studio.post(`/api/projects/${project}/events`, { events });
  const ofClass = (body: object) => ({
    id: crypto.randomUUID(),
    at: "2026-01-31T12:00:00.000Z",
    kind: "class",
    body: { by: "Zoe", ...body },
  });
  const places = (page: Page) =>
    page
      .locator(".answer")
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector(".name")?.textContent,
          ...Object.values(one.getBoundingClientRect().toJSON()),
        ]),
      );

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env.XPAL_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
  }

  test.each([1366, 390])("moved under the pointer when somebody retired a class, at %i pixels", async (width) => {
    const project = await newProject();
    const page = await open(project, width);
    const item = await itemOnScreen(page);
    const before = await places(page);
    const beta = await page.locator(".answer", { hasText: "beta" }).boundingBox();
    const [x, y] = [(beta?.x ?? 0) + (beta?.width ?? 0) / 2, (beta?.y ?? 0) + 20];
    if (width > 500) await page.mouse.move(x, y);
    await send(project, ofClass({ do: "retire", class: 0 }));
    await expect.poll(() => page.locator(".answer", { hasText: "alpha" }).count()).toBe(1);
    await expect.poll(() => page.locator(".answer", { hasText: "alpha" }).isDisabled()).toBe(true);
    expect(await places(page)).toEqual(before);
    await shoot(page, `retired-${width}`);
    if (width > 500) {
      await page.mouse.down();
      await page.mouse.up();
    } else await page.touchscreen.tap(x, y);
    await waitForOther(page, item);
    await waitForSaved(page);
    const { events } = await studio.get<{ events: Logged[] }>(`/api/projects/${project}`);
    expect(events.at(-1)).toMatchObject({ kind: "answer", body: { item, to: 1 } });
    expect(await page.locator(".answer .name").allTextContents()).toEqual(["beta", "delta", "gamma"]);
    await page.context().close();
  });

  test.each([1366, 390])("moved when somebody added a class or answered the item, at %i pixels", async (width) => {
    const project = await newProject();
    const page = await open(project, width);
    const item = await itemOnScreen(page);
    const before = await places(page);
    await send(project, answerEvent(item, 2));
    await page.getByText("answered this item in the meantime").waitFor();
    expect(await places(page)).toEqual(before);
    await shoot(page, `meanwhile-${width}`);
    const across = (all: unknown[][]) => all.map(([name, x]) => [name, x]);
    await send(project, ofClass({ do: "add", class: 4, name: "epsilon" }));
    await page.locator(".answer", { hasText: "epsilon" }).waitFor();
    expect(across(await places(page)).slice(0, 4)).toEqual(across(before));
    await shoot(page, `added-${width}`);
    await page.context().close();
  });
});
