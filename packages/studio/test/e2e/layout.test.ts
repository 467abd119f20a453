// No page ever scrolls sideways: in a real Chromium, at the widths of phones, tablets and desks and at 200 % zoom, with
// class names, columns and texts as long as people bring them.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, settling, startBrowser } from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

// The last two are a screen of 768 and of 1366 at 200 %: half the width, each pixel twice as large.
const WIDTHS = [360, 390, 768, 1366, 1920, 384, 683];
const PAGES = ["", "/map", "/review", "/insights", "/export", "/settings"];
const LONG = "a_name_without_any_space_that_somebody_made_by_a_program_".repeat(4).slice(0, 174);

describe.skipIf(chromiumPath === undefined)("a page", () => {
  let studio: TestStudio;
  let browser: Browser;
  let page: Page;
  let settle: () => Promise<void>;

  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
    page = await browser.newPage({ hasTouch: true });
    settle = settling(page);
    await page.goto(studio.studio.url);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  /** A project of a table; some items are answered. */
  async function projectOf(name: string, text: string, classes: readonly string[]): Promise<string> {
    const { import: id } = (await (await studio.upload(name, text)).json()) as { import: string };
    const choice = { title: name, label: null, classes, roles: {}, pixels: null, keepLabels: true };
    const made = await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
      ...choice,
      dropDuplicates: false,
    });
    const events = Array.from({ length: 12 }, (_, item) => answerEvent(item, item % classes.length));
    await studio.post(`/api/projects/${made.project}/events`, { events });
    return made.project;
  }

  /** The widths at which something reaches beyond the window, with what does. */
  async function overflows(path: string, act?: () => Promise<void>): Promise<string[]> {
    const found: string[] = [];
    await page.goto(studio.base + path);
    await page.waitForSelector(path.startsWith("/p/") ? ".page > :not(.opening)" : "main"); // an empty page fits anywhere
    await settle();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(60);
      await act?.();
      const wide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        if (scrollWidth <= clientWidth) return null;
        const beyond = [...document.querySelectorAll("body *")].filter(
          (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
        );
        const names = beyond.slice(0, 4).map((element) => `${element.tagName}.${element.className}`);
        return `${scrollWidth} at ${clientWidth}: ${names.join(" > ")}`;
      });
      if (wide !== null) found.push(`${path} ${wide}`);
    }
    return found;
  }

  /** Points at and touches every kind of answer, and looks at what each would do. */
  async function touchAnswers(): Promise<void> {
    await page.waitForSelector(".answer");
    const details = page.getByRole("button", { name: "Details" }); // on a phone they lie over the answers
    if ((await details.getAttribute("aria-expanded")) === "true") await page.keyboard.press(".");
    const count = await page.locator(".answer").count();
    for (const at of [0, Math.min(3, count - 1), count - 1]) {
      await page.locator(".answer").nth(at).hover();
      await page.waitForTimeout(60);
    }
    await page.locator(".answer").first().focus();
    await page.keyboard.press(".");
    await page.waitForTimeout(60);
  }

  async function checkProject(project: string): Promise<void> {
    const found: string[] = [];
    for (const name of PAGES) {
      found.push(...(await overflows(`/p/${project}${name}`, name === "" ? touchAnswers : undefined)));
    }
    expect(found).toEqual([]);
  }

  const options = { timeout: 300_000 };

  test("put the words of a right-to-left text in the wrong order around others", async () => {
    const lines = Array.from(
      { length: 20 },
      (_, i) => `"\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd hello ${i} and four more words",${i % 5}`,
    );
    const id = await projectOf("hebrew.csv", `text,size\n${lines.join("\n")}\n`, ["a", "b"]);
    for (const [path, text] of [
      ["", "article.item .text p"],
      ["/review", ".thumb p"],
    ]) {
      await page.goto(`${studio.base}/p/${id}${path}`);
      await page.waitForSelector(text);
      const [first, latin] = await page
        .locator(text)
        .first()
        .evaluate((node) => {
          const words = [...node.childNodes].find((child) => child.textContent?.includes("hello")) as Text;
          const leftOf = (at: number) => {
            const range = document.createRange();
            range.setStart(words, at);
            range.setEnd(words, at + 1);
            return range.getBoundingClientRect().left;
          };
          return [leftOf(0), leftOf(words.data.indexOf("hello"))];
        });
      expect(first).toBeGreaterThan(latin); // it begins at the right
    }
  });

  test("was blank and said that all is saved while its project was being opened", async () => {
    const { project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" });
    let open = () => {};
    const opened = new Promise<void>((done) => {
      open = done;
    });
    await page.route(`**/api/projects/${project}`, async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto(`${studio.base}/p/${project}`);
    await page.getByText("Opening the project").waitFor();
    expect(await page.getByText("Saved", { exact: true }).count()).toBe(0);
    open();
    await page.waitForSelector("article.item");
    expect(await page.getByText("Opening the project").count()).toBe(0);
  });

  test("broke its own name into two lines on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(studio.base);
    const lines = await page.locator("h1").evaluate((heading) => {
      const { height } = heading.getBoundingClientRect();
      return height / Number.parseFloat(getComputedStyle(heading).lineHeight);
    });
    expect(lines).toBeLessThan(1.8); // the mark makes one line higher than its text
  });

  test("does not scroll sideways with thirty classes of 180 characters", options, async () => {
    const classes = Array.from({ length: 30 }, (_, at) => `${at}_${LONG}`.padEnd(180, "x"));
    const rows = Array.from({ length: 40 }, (_, i) => `${LONG}${i} some words,${i * 1e12},${LONG}`);
    const title = `${LONG}.csv`;
    await checkProject(await projectOf(title, `text,${LONG},short\n${rows.join("\n")}\n`, classes));
    expect(await overflows("/")).toEqual([]);
  });

  test("cut the names of classes off at the lower edge of their buttons where there were many", options, async () => {
    const classes = Array.from({ length: 30 }, (_, at) => `a class of its own, ${at}`);
    const rows = Array.from(
      { length: 40 },
      (_, i) => `some words about ${["rain", "snow", "heat"][i % 3]} ${i},${(i * 7) % 11}`,
    );
    const project = await projectOf("many.csv", `text,size\n${rows.join("\n")}\n`, classes);
    await page.setViewportSize({ width: 1366, height: 860 });
    await page.goto(`${studio.base}/p/${project}`);
    await page.waitForSelector(".answer");
    const cut = await page.locator(".answer").evaluateAll(
      (buttons) =>
        buttons.filter((button) => {
          const name = button.querySelector(".name") as Element;
          return name.getBoundingClientRect().bottom > button.getBoundingClientRect().bottom;
        }).length,
    );
    expect(cut).toBe(0);
    expect(await page.locator(".answer").count()).toBe(30);
  });

  test("does not scroll sideways after an answer was pointed at", options, async () => {
    const { project } = await studio.post<{ project: string }>("/api/demos", { name: "digits" });
    const events = Array.from({ length: 12 }, (_, item) => answerEvent(item, item % 10));
    await studio.post(`/api/projects/${project}/events`, { events });
    await checkProject(project);
  });

  test("does not scroll sideways with two long names over a table of numbers", options, async () => {
    const head = Array.from({ length: 14 }, (_, at) => `${at}_${LONG.slice(0, 60)}`);
    const rows = Array.from({ length: 30 }, (_, i) => head.map((_, at) => (i * 7919 * (at + 1)) % 104729).join(","));
    const classes = [`yes ${LONG}`, `no ${LONG}`];
    await checkProject(await projectOf("numbers.csv", `${head.join(",")}\n${rows.join("\n")}\n`, classes));
  });

  test("does not scroll sideways while a wide file is looked at", options, async () => {
    const head = ["text", "label", ...Array.from({ length: 20 }, (_, at) => `${LONG}${at}`)];
    const rows = Array.from({ length: 9 }, (_, i) =>
      head.map((_, at) => (at === 1 ? `${LONG}${i % 3}` : `${LONG}${i}`)).join(","),
    );
    const sent = await studio.upload(`${LONG}.csv`, `${head.join(",")}\n${rows.join("\n")}\n`);
    const { import: id } = (await sent.json()) as { import: string };
    expect(await overflows(`/import/${id}`)).toEqual([]);
  });
});
