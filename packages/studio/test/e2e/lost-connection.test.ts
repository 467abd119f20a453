// What a window shows and sends after the connection was gone.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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

interface Logged {
  readonly kind: string;
  readonly body: { readonly item: number; readonly to: number };
}

describe.skipIf(chromiumPath === undefined)("after a lost connection", () => {
  let studio: TestStudio;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let project: string;
  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(studio.studio.url);
  });
  beforeEach(async () => {
    project = await openDemo(studio, page, "iris");
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  test("an item that had not arrived never appeared, also when the connection was back", async () => {
    const here = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .flatMap(({ name }) => new URL(name).searchParams.get("ids")?.split(",") ?? []),
    );
    const missing = Array.from({ length: 150 }, (_, item) => item).find((item) => !here.includes(String(item))) ?? -1;
    await goOffline(page);
    page.once("dialog", (dialog) => dialog.accept(String(missing + 1)));
    await page.keyboard.press("#");
    await page.getByText("Choosing the best item").waitFor();
    await context.setOffline(false);
    await expect.poll(() => itemOnScreen(page)).toBe(missing);
  });

  test("answers of a class that was retired meanwhile could only be given to one other class together", async () => {
    const items: number[] = [];
    await goOffline(page);
    for (let i = 0; i < 2; i++) {
      items.push(await itemOnScreen(page));
      await page.keyboard.press("1");
      await waitForOther(page, items[i]);
    }
    const retire = { id: crypto.randomUUID(), at: new Date().toISOString(), kind: "class" };
    await studio.post(`/api/projects/${project}/events`, { events: [{ ...retire, body: { do: "retire", class: 0 } }] });
    await context.setOffline(false);
    const notice = page.getByTestId("rejected");
    await notice.getByText("2 answers were not accepted").waitFor();
    await notice.getByRole("button", { name: `Show item ${items[0] + 1}`, exact: true }).click();
    await expect.poll(() => itemOnScreen(page)).toBe(items[0]);
    for (const [at, name] of ["virginica", "versicolor"].entries()) {
      await notice.getByLabel(`Choose another class for item ${items[at] + 1}`, { exact: true }).selectOption(name);
      await notice.getByRole("button", { name: "Send again" }).click();
    }
    await waitForSaved(page);
    const { events } = await studio.get<{ events: Logged[] }>(`/api/projects/${project}`);
    const answers = events.filter(({ kind }) => kind === "answer");
    expect(answers.map(({ body }) => [body.item, body.to])).toEqual([
      [items[0], 2],
      [items[1], 1],
    ]);
    expect(await notice.count()).toBe(0);
  });

  test("the list of projects never came where the browser did not say that it is online again", async () => {
    // As with a server that was started again, or one of the same machine while that has no network.
    await page.evaluate(() => addEventListener("online", (event) => event.stopImmediatePropagation()));
    await goOffline(page);
    await page.getByRole("link", { name: "All projects" }).click();
    await page.getByRole("alert").waitFor();
    await context.setOffline(false);
    await page.locator(`a[href$="/p/${project}"]`).first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("with items in hand, none was shown where the connection broke while it was being restored", async () => {
    const item = await itemOnScreen(page);
    let breakOff = () => {};
    const isBroken = new Promise<void>((resolve) => {
      breakOff = resolve;
    });
    const isLog = ({ pathname }: URL) => pathname === `/api/projects/${project}`;
    await page.route(isLog, (route) => isBroken.then(() => route.abort()));
    await page.route(/\/next\?/, (route) => route.abort());
    const restoring = page.waitForRequest((request) => isLog(new URL(request.url())));
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await restoring;
    const asked = page.waitForEvent("requestfailed", (request) => request.url().includes("/next?"));
    await page.keyboard.press("ArrowRight");
    await asked;
    breakOff();
    await waitForOther(page, item);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});
