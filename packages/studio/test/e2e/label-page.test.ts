// The label page: one screen on which nothing moves while answers are given, and a phone's thumb reaches everything.
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chromiumPath,
  complaintsOf,
  itemOnScreen,
  startBrowser,
  waitForOther,
  waitForQueue,
  waitForSaved,
} from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";

describe.skipIf(chromiumPath === undefined)("the label page", () => {
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

  async function open(project: string, width = 1366, height = 768): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1100,
      isMobile: width < 500,
    });
    const [name, value] = studio.cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: studio.base }]);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(`${studio.base}/p/${project}`);
    await page.waitForSelector("article.item");
    return page;
  }

  async function made(name: string, content: string, classes: string[]): Promise<string> {
    const { import: id } = (await (await studio.upload(name, content)).json()) as { import: string };
    const choice = { title: name, label: "label", classes, roles: {}, pixels: null };
    return (
      await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
        ...choice,
        keepLabels: true,
        dropDuplicates: false,
      })
    ).project;
  }

  const demo = async (name: string) => (await studio.post<{ project: string }>("/api/demos", { name })).project;
  const rows = (of: (i: number) => string) => Array.from({ length: 80 }, (_, i) => of(i)).join("\n");
  const letters = () =>
    made(
      "letters.csv",
      `text,price,label\n${rows((i) => `"${`word ${i % 7} and more `.repeat(1 + (i % 40))}",${i % 9},`)}\n`,
      ["praise", "complaint", "a question about an order"],
    );
  const holes = () =>
    made(
      "holes.csv",
      `a,b,a rather long name of a column,label\n${rows((i) => `${i % 3 ? i : ""},${i % 4 ? "" : i * 1e6},${i % 5 ? "words" : ""},`)}\n`,
      ["low", "mid", "high", "other"],
    );
  const many = () =>
    made(
      "many.csv",
      `x,y,label\n${rows((i) => `${i},${(i * 7) % 11},`)}\n`,
      Array.from({ length: 30 }, (_, y) => `kind ${y}`),
    );

  /** Where everything is that must not move, and whether anything scrolls. */
  const places = (page: Page) =>
    page.evaluate(() => {
      const rest = [
        ".question h1",
        ".item-card",
        ".answer",
        ".controls .row",
        ".why",
        ".recent li",
        "progress",
        "[data-testid=answered]",
      ];
      const found = rest.flatMap((selector) => [...document.querySelectorAll(selector)].slice(0, 12));
      const boxes = found
        .map((one) => one.getBoundingClientRect())
        .map(({ x, y, height }) => [x, y, height].map(Math.round));
      const { scrollHeight, scrollWidth } = document.documentElement;
      return { boxes, scrolls: scrollHeight > innerHeight || scrollWidth > innerWidth };
    });

  const projects: [string, () => Promise<string>][] = [
    ["digits", () => demo("digits")],
    [
      "images that come late",
      () => made("images.csv", `image,x,label\n${rows((i) => `missing-${i}.png,${(i * 7) % 11},`)}\n`, ["cat", "dog"]),
    ],
    ["letters of any length", letters],
    ["numbers that are missing", holes],
    ["thirty classes", many],
  ];
  test.each(projects)("moves nothing in 50 answers: %s", async (_, make) => {
    const page = await open(await make());
    await waitForQueue(page);
    await page.keyboard.press("1"); // from then on there is an estimate, a last answer and something to undo
    await page.waitForTimeout(600);
    const before = await places(page);
    expect(before.scrolls).toBe(false);
    for (let answers = 0; answers < 50; answers++) {
      const item = await itemOnScreen(page);
      await page.keyboard.press(answers % 7 === 6 ? "Space" : String(1 + (answers % 2)));
      await waitForOther(page, item);
      if (answers % 10 === 0) await page.waitForTimeout(250); // the arrival of a row is over
      const now = await places(page);
      const still = ({ boxes }: typeof now) => boxes.map(([x, y, height]) => [Math.abs(x) < 1e4 ? y : 0, height]);
      expect(still(now)).toEqual(still(before));
      expect(now.scrolls).toBe(false);
    }
    await page.context().close();
  });

  test("shows the guess on its button, the last answers, and names what Undo takes back", async () => {
    const page = await open(await demo("iris"));
    const complaints = complaintsOf(page);
    for (let answers = 0; answers < 6; answers++) {
      const item = await itemOnScreen(page);
      await page.keyboard.press(String(1 + (answers % 3)));
      await waitForOther(page, item);
    }
    await page.locator(".answer.first .enter").waitFor();
    expect(await page.getByTestId("why").textContent()).toMatch(/^(Between|Probably)/);
    expect(await page.locator(".recent li button").count()).toBe(4);
    const item = await itemOnScreen(page);
    await page.keyboard.press("2");
    await waitForOther(page, item);
    expect(await page.getByTestId("heard").textContent()).toMatch(/^versicolor\. Next: /);
    await page.getByRole("button", { name: "Undo versicolor" }).click();
    await page.getByText("Undone: versicolor").first().waitFor();
    expect(await itemOnScreen(page)).toBe(item);
    expect(await page.locator(".answer.was .name").textContent()).toBe("versicolor");
    const recent = page.locator(".recent li button").first();
    await recent.click();
    expect(await itemOnScreen(page)).not.toBe(item);
    await page.keyboard.press("3"); // one click and one key change an earlier answer
    await waitForSaved(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("asks the question that was typed at the import, and an admin changes it in place", async () => {
    const project = await demo("wine");
    const page = await open(project);
    await page.getByRole("button", { name: "Change the question" }).click();
    await page.getByLabel("What do you want to decide?").fill("Which vineyard is it?");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Which vineyard is it?" }).waitFor();
    await waitForSaved(page);
    await page.reload();
    await page.getByRole("heading", { name: "Which vineyard is it?" }).waitFor();
    await page.context().close();
  });

  /** Moves one finger over the item in steps, as a person does. */
  async function drag(page: Page, cdp: CDPSession, dx: number, dy: number): Promise<void> {
    const box = await page.locator(".item-card").boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    for (let step = 1; step <= 10; step++) {
      const point = { x: x + (dx * step) / 10, y: y + (dy * step) / 10 };
      await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    }
    await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  test.each([360, 390, 768, 1024])("fits the screen and follows the finger at %i pixels", async (width) => {
    const project = await demo("iris");
    const page = await open(project, width, width < 500 ? 780 : 1000);
    const cdp = await page.context().newCDPSession(page);
    expect((await places(page)).scrolls).toBe(false);
    for (let answers = 0; answers < 4; answers++) {
      const item = await itemOnScreen(page);
      await page
        .locator(".answer")
        .nth(answers % 3)
        .tap();
      await waitForOther(page, item);
      await page.waitForTimeout(350);
    }
    if (width <= 900) {
      const undo = await page.getByRole("button", { name: "Undo setosa" }).boundingBox();
      expect(undo?.height).toBeGreaterThanOrEqual(44);
      expect((undo?.y ?? 0) + (undo?.height ?? 0)).toBeGreaterThan((page.viewportSize()?.height ?? 0) - 60);
      expect((await page.locator("header").boundingBox())?.height).toBeLessThanOrEqual(49);
    }
    await page.locator(".answer.first").waitFor();
    const guess = await page.locator(".answer.first .name").textContent();
    const item = await itemOnScreen(page);
    await drag(page, cdp, 0, -60); // not far enough
    expect(await itemOnScreen(page)).toBe(item);
    await drag(page, cdp, 0, -200);
    await waitForOther(page, item);
    const second = await itemOnScreen(page);
    await drag(page, cdp, -180, 0);
    await waitForOther(page, second);
    await waitForSaved(page);
    const { events } = await studio.get<{ events: { kind: string; body: { item: number; to: unknown } }[] }>(
      `/api/projects/${project}`,
    );
    const names = ["setosa", "versicolor", "virginica"];
    const [up, left] = events.filter(({ kind }) => kind === "answer").slice(-2);
    expect([up.body.item, names[up.body.to as number]]).toEqual([item, guess]);
    expect(left.body).toMatchObject({ item: second, to: "skipped" });
    await page.context().close();
  });
});
