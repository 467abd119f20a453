// Keys and clicks on the label page: one press or click is one answer, and a key means what the page says it means.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, itemOnScreen, openDemo, startBrowser, waitForOther, waitForSaved } from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";

interface Logged {
  readonly kind: string;
  readonly body: { readonly item: number; readonly to: number | string };
}

describe.skipIf(chromiumPath === undefined)("on the label page", () => {
  let studio: TestStudio;
  let browser: Browser;
  let page: Page;
  let project: string;
  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
    page = await browser.newPage();
    await page.goto(studio.studio.url);
    project = await openDemo(studio, page, "iris");
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  /** The answers that an act gives, by item and class. */
  async function answersOf(act: () => Promise<void>): Promise<[number, number | string][]> {
    await waitForSaved(page);
    const read = async () => (await studio.get<{ events: Logged[] }>(`/api/projects/${project}`)).events;
    const { length } = await read();
    await act();
    await waitForSaved(page);
    return (await read()).slice(length).map(({ body: { item, to } }) => [item, to]);
  }

  /** Presses a key as a hand does that rests on it. */
  async function hold(key: string): Promise<void> {
    for (let i = 0; i < 6; i++) await page.keyboard.down(key);
    await page.keyboard.up(key);
  }

  test("a double click answered the next item too, which nobody had read", async () => {
    const item = await itemOnScreen(page);
    const given = await answersOf(() =>
      page
        .locator(".answer")
        .nth(1)
        .evaluate((button) => {
          // Both in one go, so that a busy machine puts no time between them.
          for (const detail of [1, 2]) button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
        }),
    );
    expect(given).toEqual([[item, 1]]);
    expect(await itemOnScreen(page)).not.toBe(item);
    // Two clicks of a person who reads are two answers.
    const two = await answersOf(async () => {
      const before = await itemOnScreen(page);
      await page.locator(".answer").nth(2).click();
      await waitForOther(page, before);
      await page.waitForTimeout(350);
      await page.locator(".answer").nth(2).click();
    });
    expect(two.map(([, to]) => to)).toEqual([2, 2]);
  });

  test("Space after a click of the mouse gave that answer again, instead of setting the item aside", async () => {
    const given = await answersOf(async () => {
      const before = await itemOnScreen(page);
      await page.locator(".answer").nth(1).click();
      await waitForOther(page, before);
      await page.keyboard.press("Space");
    });
    expect(given.map(([, to]) => to)).toEqual([1, "skipped"]);
  });

  test("Enter held down on a button answered item after item", async () => {
    await page.keyboard.press("Tab"); // by keyboard, a button keeps the focus
    await page.locator(".answer").first().focus();
    expect((await answersOf(() => hold("Enter"))).map(([, to]) => to)).toEqual([0]);
    expect((await answersOf(() => hold("2"))).map(([, to]) => to)).toEqual([1]);
  });

  test("Backspace held down took answer after answer back", async () => {
    await answersOf(async () => {
      for (const key of ["1", "2", "3"]) {
        const before = await itemOnScreen(page);
        await page.keyboard.press(key);
        await waitForOther(page, before);
      }
    });
    expect(await answersOf(() => hold("Backspace"))).toHaveLength(1);
  });

  test("a class that was found by typing was answered as the first class of all", async () => {
    const given = await answersOf(async () => {
      const before = await itemOnScreen(page);
      await page.keyboard.press("/");
      await page.getByLabel("Type to find a class").fill("virgin");
      await page.keyboard.press("Enter");
      await waitForOther(page, before);
    });
    expect(given.map(([, to]) => to)).toEqual([2]);
    expect(await page.locator(".answer").count()).toBe(3);
  });

  test("a class that was typed in full was answered as another one whose name contains it", async () => {
    await studio.post(`/api/projects/${project}/events`, {
      events: [classEvent({ do: "rename", class: 0, name: "not virginica" })],
    });
    await page.locator(".answer", { hasText: "not virginica" }).waitFor();
    const given = await answersOf(async () => {
      const before = await itemOnScreen(page);
      await page.keyboard.press("/");
      await page.getByLabel("Type to find a class").fill("virginica");
      expect(await page.locator(".answer.first").textContent()).toMatch(/virginica\s+Enter\s*$/);
      await page.keyboard.press("Enter");
      await waitForOther(page, before);
    });
    expect(given.map(([, to]) => to)).toEqual([2]);
  });

  test("the key of a retired class answered, and every such answer was rejected", async () => {
    await studio.post(`/api/projects/${project}/events`, { events: [classEvent({ do: "retire", class: 2 })] });
    await expect.poll(() => page.locator(".answer:enabled").count()).toBe(2);
    const item = await itemOnScreen(page);
    const given = await answersOf(async () => {
      await page.keyboard.press("3");
      expect(await itemOnScreen(page)).toBe(item);
      await page.keyboard.press("2"); // had the 3 answered, this would be the next item
      await waitForOther(page, item);
    });
    expect(given).toEqual([[item, 1]]);
    expect(await page.getByTestId("rejected").count()).toBe(0);
  });

  test("the key of a merged class answers the class that it counts for", async () => {
    const post = (body: object) => studio.post(`/api/projects/${project}/events`, { events: [classEvent(body)] });
    await post({ do: "restore", class: 2 });
    await expect.poll(() => page.locator(".answer:enabled").count()).toBe(3);
    await post({ do: "merge", class: 2, into: 1 });
    await expect.poll(() => page.locator(".answer:enabled").count()).toBe(2);
    const item = await itemOnScreen(page);
    const given = await answersOf(async () => {
      await page.keyboard.press("3");
      await waitForOther(page, item);
    });
    expect(given).toEqual([[item, 2]]);
    expect(await page.getByTestId("rejected").count()).toBe(0);
  });
});

function classEvent(body: object) {
  return { id: crypto.randomUUID(), kind: "class", at: "2026-01-31T12:00:00.000Z", body };
}
