// Answer buttons stay where they are while an item is on screen, whatever others do meanwhile.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buttonPlaces,
  chromiumPath,
  goOffline,
  itemOnScreen,
  shoot,
  startBrowser,
  waitForOther,
  waitForQueue,
  waitForSaved,
} from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

interface Logged {
  readonly kind: string;
  readonly body: { readonly item: number; readonly to: number };
}

const CLASSES = ["alpha", "beta", "delta", "gamma"];
const LONG = "anything that is neither of the others, as it seems";

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

  const NUMBERS = Array.from({ length: 40 }, (_, i) => `${i},${i * i},`);

  async function newProject(classes = CLASSES, lines = ["x,y,label", ...NUMBERS]): Promise<string> {
    const sent = await studio.upload("shift.csv", `${lines.join("\n")}\n`);
    const { import: id } = (await sent.json()) as { import: string };
    const choice = { title: "shift", label: "label", classes, roles: {}, pixels: null };
    const more = { keepLabels: true, dropDuplicates: false };
    return (await studio.post<{ project: string }>(`/api/imports/${id}/project`, { ...choice, ...more })).project;
  }

  async function open(project: string, width: number, height = 844, from = browser): Promise<Page> {
    const context = await from.newContext({ viewport: { width, height }, hasTouch: width < 500 });
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
  test.each([1366, 390])("moved under the pointer when somebody retired a class, at %i pixels", async (width) => {
    const project = await newProject();
    const page = await open(project, width);
    const item = await itemOnScreen(page);
    const before = await buttonPlaces(page);
    const beta = await page.locator(".answer", { hasText: "beta" }).boundingBox();
    const [x, y] = [(beta?.x ?? 0) + (beta?.width ?? 0) / 2, (beta?.y ?? 0) + 20];
    if (width > 500) await page.mouse.move(x, y);
    await send(project, ofClass({ do: "retire", class: 0 }));
    await expect.poll(() => page.locator(".answer", { hasText: "alpha" }).count()).toBe(1);
    await expect.poll(() => page.locator(".answer", { hasText: "alpha" }).isDisabled()).toBe(true);
    expect(await buttonPlaces(page)).toEqual(before);
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
    const before = await buttonPlaces(page);
    await send(project, answerEvent(item, 2));
    await page.getByText("answered this item in the meantime").waitFor();
    expect(await buttonPlaces(page)).toEqual(before);
    await shoot(page, `meanwhile-${width}`);
    const across = (all: unknown[][]) => all.map(([name, x]) => [name, x]);
    await send(project, ofClass({ do: "add", class: 40_000, name: "epsilon" }));
    await page.locator(".answer", { hasText: "epsilon" }).waitFor();
    expect(across(await buttonPlaces(page)).slice(0, 4)).toEqual(across(before));
    await shoot(page, `added-${width}`);
    await page.context().close();
  });

  test.each([1366, 390])("moved when an answer with a long name came from elsewhere, at %i pixels", async (width) => {
    const project = await newProject([LONG, "beta", "gamma"]);
    const page = await open(project, width);
    const item = await itemOnScreen(page);
    await page.keyboard.press("2");
    await waitForOther(page, item);
    await waitForSaved(page);
    await page.keyboard.press("ArrowLeft");
    await page.getByText("You said beta").waitFor();
    const before = await buttonPlaces(page);
    const { events } = await studio.get<{ events: { id: string }[] }>(`/api/projects/${project}`);
    await send(project, answerEvent(item, 0, events.at(-1)?.id));
    await page.getByText("answered this item in the meantime").waitFor();
    await page.getByText(`You said ${LONG}`).waitFor();
    await shoot(page, `long-name-${width}`);
    expect(await buttonPlaces(page)).toEqual(before);
    await page.context().close();
  });

  test("had more room for the name of a retired class, which then took fewer lines", async () => {
    const project = await newProject();
    const page = await open(project, 1366);
    const alpha = page.locator(".answer", { hasText: "alpha" });
    const before = await alpha.locator(".name").boundingBox();
    await send(project, ofClass({ do: "retire", class: 0 }));
    await expect.poll(() => alpha.isDisabled()).toBe(true);
    expect(await alpha.locator(".name").boundingBox()).toEqual(before);
    await page.context().close();
  });

  test.each([1366, 390])("moved when the odds of many items came, at %i pixels", async (width) => {
    const project = await newProject(["a", "b", "c", "d", "e", "f"]);
    const page = await open(project, width);
    const waiting: (() => void)[] = [];
    await page.route(/\/look\?/, async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      const response = await route.fetch().catch(() => null);
      if (response === null) return route.abort();
      const look = (await response.json()) as { answers: Record<string, object> };
      const sure = { probability: 0.995, flips: 1_234_567 };
      const answers = Object.fromEntries(Object.entries(look.answers).map(([id, one]) => [id, { ...one, ...sure }]));
      return route.fulfill({ response, json: { ...look, answers } });
    });
    await page.reload();
    await page.waitForSelector("article.item");
    await page.keyboard.press(".");
    await page.locator(".what").first().waitFor({ state: "attached" });
    const before = await buttonPlaces(page);
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    for (const go of waiting) go();
    await page.locator(".what", { hasText: "1,234,567" }).first().waitFor();
    await shoot(page, `odds-${width}`);
    expect(await buttonPlaces(page)).toEqual(before);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().close();
  });

  test("moved on a phone when the page said that answers wait for the connection", async () => {
    const project = await newProject();
    const page = await open(project, 390);
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) storage.setItem("xpal-annotator", "Annabelle-Marie");
    });
    await page.reload();
    await page.waitForSelector("article.item");
    await waitForQueue(page);
    await goOffline(page);
    const item = await itemOnScreen(page);
    await page.keyboard.press("1");
    await waitForOther(page, item);
    await page.locator("header .status", { hasText: "Offline, 1 waiting" }).waitFor();
    await shoot(page, "waiting-390");
    const before = await buttonPlaces(page);
    await page.context().setOffline(false);
    await waitForSaved(page);
    expect(await buttonPlaces(page)).toEqual(before);
    await page.context().close();
  });

  test.each([
    [1366, 768],
    [390, 844],
    [390, 560],
  ])("had lines of the item under the notice that somebody answered it, at %i x %i", async (width, height) => {
    const text = Array.from({ length: 90 }, (_, i) => `word${i}`).join(" ");
    const rows = Array.from({ length: 30 }, (_, i) => `"${i} ${text} the end",${i},${i * i},${i % 7},`);
    const project = await newProject(CLASSES, ["text,first,second,third,label", ...rows]);
    const page = await open(project, width, height);
    const before = await buttonPlaces(page);
    await send(project, answerEvent(await itemOnScreen(page), 2));
    await page.getByText("answered this item in the meantime").waitFor();
    expect(await buttonPlaces(page)).toEqual(before);
    await shoot(page, `notice-${width}-${height}`);
    for (const part of [
      "article.item .text p",
      "article.item .cell dd",
      ".meanwhile .button",
      ".answer",
      ".row > .button:not(.undo)",
    ])
      expect(await coveredParts(page, part)).toEqual([]);
    await shoot(page, `notice-${width}-${height}-end`);
    await page.context().close();
  });

  /** The elements whose first or last letter cannot be brought to light by scrolling, with what lies over it. */
  const coveredParts = (page: Page, selector: string) =>
    page.locator(selector).evaluateAll((all) => {
      const lettersOf = (element: Element): Range[] => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const letters: Range[] = [];
        while (walker.nextNode()) {
          const { data } = walker.currentNode as Text;
          for (const at of [data.search(/\S/), data.trimEnd().length - 1].filter((one) => one >= 0)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + 1);
            if (range.getClientRects().length > 0) letters.push(range);
          }
        }
        return letters;
      };
      /** Scrolls what is around a letter, from the inside out: into the middle of each part, then below the header. */
      const bringToLight = (letter: Range) => {
        for (let around = letter.startContainer.parentElement; around !== null; around = around.parentElement) {
          const { y, height } = around.getBoundingClientRect();
          const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
          const wanted = around === document.documentElement ? header + 30 : y + height / 2;
          const box = letter.getBoundingClientRect();
          around.scrollTop += box.y + box.height / 2 - wanted;
        }
      };
      return all.flatMap((element) => {
        const letters = lettersOf(element);
        return [letters[0], letters.at(-1)].flatMap((letter) => {
          if (letter === undefined) return [`no letter in ${element.outerHTML}`];
          bringToLight(letter);
          const { x, y, width, height } = letter.getBoundingClientRect();
          const top = document.elementFromPoint(x + width / 2, y + height / 2);
          return element.contains(top) ? [] : [`${element.className} at ${x}, ${y}: ${top?.outerHTML.slice(0, 60)}`];
        });
      });
    });
});
