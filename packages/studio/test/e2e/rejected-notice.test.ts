// Answers that the server rejected: the person decides about each, or about all after having been asked.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chromiumPath,
  goOffline,
  itemOnScreen,
  openDemo,
  startBrowser,
  waitForOther,
  waitForSaved,
} from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";

describe.skipIf(chromiumPath === undefined)("the notice of rejected answers", () => {
  let studio: TestStudio;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(studio.studio.url);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  /** Answers items while offline, with a class that is retired meanwhile. */
  async function answerLate(project: string, count: number): Promise<void> {
    await goOffline(page);
    for (let times = 0; times < count; times++) {
      const item = await itemOnScreen(page);
      await page.keyboard.press("1");
      await waitForOther(page, item);
    }
    const retire = { id: crypto.randomUUID(), at: new Date().toISOString(), kind: "class" };
    await studio.post(`/api/projects/${project}/events`, { events: [{ ...retire, body: { do: "retire", class: 0 } }] });
    await context.setOffline(false);
  }
  const answered = (question: "accept" | "dismiss") =>
    new Promise<string>((heard) => {
      page.once("dialog", (dialog) => void dialog[question]().then(() => heard(dialog.message())));
    });

  test("dropped all answers with one press, also those that nobody had looked at: it asks and says how many", async () => {
    const project = await openDemo(studio, page, "iris");
    await answerLate(project, 3);
    const notice = page.getByTestId("rejected");
    await notice.getByText("3 answers were not accepted").waitFor();
    const discard = notice.getByRole("button", { name: "Discard all 3", exact: true });
    await discard.focus();
    const [question] = await Promise.all([answered("dismiss"), page.keyboard.press("Enter")]);
    expect(question).toMatch(/^Discard all 3 answers that were not accepted\?/);
    await notice.getByText("3 answers were not accepted").waitFor();
    expect(await discard.evaluate((button) => button === document.activeElement)).toBe(true);
    await Promise.all([answered("accept"), page.keyboard.press("Enter")]);
    await expect.poll(() => notice.count()).toBe(0);
    await page.reload();
    await page.waitForSelector("article.item");
    expect(await notice.count()).toBe(0);
  });

  test("drops a single answer, whose reason it shows, without a question", async () => {
    const project = await openDemo(studio, page, "iris");
    await answerLate(project, 1);
    const notice = page.getByTestId("rejected");
    await notice.getByText("One answer was not accepted").waitFor();
    await notice.getByRole("button", { name: "Discard", exact: true }).click();
    await expect.poll(() => notice.count()).toBe(0);
    await waitForSaved(page);
    const { events } = await studio.get<{ events: { kind: string }[] }>(`/api/projects/${project}`);
    expect(events.filter(({ kind }) => kind === "answer")).toEqual([]);
  });
});
