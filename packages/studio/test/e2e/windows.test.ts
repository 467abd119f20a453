// Several windows on one project, and what happens when the others, the network or the server get in the way.
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../../test/free-port.mjs";
import {
  chromiumPath,
  goOffline,
  intercept,
  itemOnScreen,
  startBrowser,
  waitForOther,
  waitForQueue,
  waitForSaved,
} from "./browser.ts";
import { answerEvent, logIn, type TestStudio, testStudio } from "./client.ts";

interface Logged {
  readonly kind: string;
  readonly body: { readonly item: number; readonly to: number; readonly asked?: { from: string } };
}

describe.skipIf(chromiumPath === undefined)("windows", () => {
  let studio: TestStudio;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
    context = await browser.newContext();
    const first = await context.newPage();
    await first.goto(studio.studio.url);
    await first.close();
  });
  afterEach(() => context.setOffline(false)); // also after a test that failed offline
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  async function newProject(rows?: number): Promise<string> {
    if (rows === undefined) return (await studio.post<{ project: string }>("/api/demos", { name: "iris" })).project;
    const lines = Array.from({ length: rows }, (_, i) => `${i},${i * i},${["a", "b"][i % 2]}`);
    const sent = await studio.upload("few.csv", `x,y,label\n${lines.join("\n")}\n`);
    const { import: id } = (await sent.json()) as { import: string };
    const choice = { title: "few", label: "label", classes: ["a", "b"], roles: {}, pixels: null };
    return (
      await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
        ...choice,
        keepLabels: false,
        dropDuplicates: false,
      })
    ).project;
  }
  async function open(project: string, base = studio.base): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${base}/p/${project}`);
    await page.waitForSelector("article.item, .empty h1");
    return page;
  }
  const events = async (project: string) => (await studio.get<{ events: Logged[] }>(`/api/projects/${project}`)).events;
  const answers = async (project: string) => (await events(project)).filter(({ kind }) => kind === "answer");
  const post = (project: string, ...given: object[]) =>
    studio.post(`/api/projects/${project}/events`, { events: given });

  test("are asked different questions, and none is taken from the screen by what others do", async () => {
    const project = await newProject();
    const pages = [await open(project), await open(project), await open(project)];
    let on = await Promise.all(pages.map(itemOnScreen));
    for (let i = 0; i < 12; i++) {
      expect(new Set(on).size).toBe(3);
      const who = [0, 1, 0, 2][i % 4];
      await pages[who].bringToFront();
      await pages[who].keyboard.press(String(1 + (on[who] % 3)));
      await waitForOther(pages[who], on[who]);
      await waitForSaved(pages[who]);
      const before = on;
      on = await Promise.all(pages.map(itemOnScreen));
      for (const [at, item] of on.entries()) if (at !== who) expect(item).toBe(before[at]);
    }
    const given = (await answers(project)).map(({ body }) => body);
    expect(given).toHaveLength(12);
    expect(new Set(given.map(({ item }) => item)).size).toBe(12);
    for (const { item, to } of given) expect(to).toBe(item % 3);
    for (const page of pages) await page.close();
  });

  test("say when somebody else has answered the item on screen, keep it there, and the person decides", async () => {
    const project = await newProject();
    const page = await open(project);
    const first = await itemOnScreen(page);
    await post(project, answerEvent(first, 2));
    await page.getByText("answered this item in the meantime").waitFor();
    expect(await itemOnScreen(page)).toBe(first);
    await page.getByRole("button", { name: "Next item" }).click();
    await waitForOther(page, first);
    expect(await page.getByText("answered this item in the meantime").count()).toBe(0);
    const next = await itemOnScreen(page);
    await post(project, answerEvent(next, 2));
    await page.getByText("answered this item in the meantime").waitFor();
    await page.keyboard.press("1");
    await waitForOther(page, next);
    await waitForSaved(page);
    const last = (await answers(project)).at(-1)?.body;
    expect([last?.item, last?.to, last?.asked?.from]).toEqual([next, 0, "second"]);
    await page.close();
  });

  test("forgot that somebody else had answered the item on screen, once a class was added", async () => {
    const project = await newProject();
    const page = await open(project);
    const first = await itemOnScreen(page);
    const notice = page.getByText("answered this item in the meantime");
    await post(project, answerEvent(first, 2));
    await notice.waitFor();
    await page.getByRole("button", { name: "+ Class" }).click();
    await page.getByPlaceholder("Name of the new class").fill("mango");
    await page.keyboard.press("Enter");
    await page.locator(".answer", { hasText: "mango" }).waitFor();
    const add = { do: "add", class: 40_000, name: "papaya" };
    const at = new Date().toISOString();
    await waitForSaved(page);
    await post(project, { id: crypto.randomUUID(), at, kind: "class", body: add });
    await page.locator(".answer", { hasText: "papaya" }).waitFor(); // this page has heard of what others did since
    expect(await notice.count()).toBe(1);
    await page.keyboard.press("1");
    await waitForOther(page, first);
    await waitForSaved(page);
    const last = (await answers(project)).at(-1)?.body;
    expect([last?.item, last?.to, last?.asked?.from]).toEqual([first, 0, "second"]);
    await page.close();
  });

  test("set an answer aside that came too late from offline, and keep it as a further opinion if the person likes", async () => {
    const project = await newProject();
    const page = await open(project);
    await waitForQueue(page);
    const item = await itemOnScreen(page);
    await goOffline(page);
    await page.keyboard.press("1");
    await waitForOther(page, item);
    await page.keyboard.press("2");
    await post(project, answerEvent(item, 2));
    await context.setOffline(false);
    await waitForSaved(page);
    await page.getByTestId("rejected").getByText("One answer was not accepted").waitFor();
    expect((await answers(project)).map(({ body }) => body.to)).toEqual([2, 1]); // theirs, and the one behind it
    await page.reload();
    await page.getByRole("button", { name: "Keep as a further opinion" }).click();
    await waitForSaved(page);
    const last = (await answers(project)).at(-1)?.body;
    expect([last?.item, last?.to, last?.asked?.from]).toEqual([item, 0, "second"]);
    expect(await page.getByTestId("rejected").count()).toBe(0);
    await page.close();
  });

  test("sent a rejected answer again as a first one while the project was still being read, so that it was rejected again", async () => {
    const project = await newProject();
    const page = await open(project);
    const item = await itemOnScreen(page);
    await goOffline(page);
    await page.keyboard.press("1");
    await post(project, answerEvent(item, 2));
    await context.setOffline(false);
    await page.getByTestId("rejected").waitFor();
    const held: Route[] = [];
    const isRead = (url: URL) => url.pathname === `/api/projects/${project}`;
    const letGo = await intercept(page, isRead, (route) => held.push(route));
    await page.reload();
    const keep = page.getByRole("button", { name: "Keep as a further opinion" });
    await keep.click({ force: true }); // whether or not it can be clicked
    expect(await keep.isDisabled()).toBe(true);
    letGo();
    for (const route of held) await route.continue();
    await keep.click();
    await page.getByTestId("rejected").waitFor({ state: "detached" });
    await waitForSaved(page);
    const last = (await answers(project)).at(-1)?.body;
    expect([last?.item, last?.to, last?.asked?.from]).toEqual([item, 0, "second"]);
    await page.close();
  });

  test("a class that is added offline keeps its answers when somebody else adds one meanwhile", async () => {
    const project = await newProject();
    const page = await open(project);
    const add = (id: number, name: string) => ({
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      kind: "class",
      body: { do: "add", class: id, name },
    });
    const item = await itemOnScreen(page);
    await goOffline(page);
    await page.getByRole("button", { name: "+ Class" }).click();
    await page.getByPlaceholder("Name of the new class").fill("mango");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "mango" }).click();
    await post(project, add(30_000, "papaya"));
    await context.setOffline(false);
    await waitForSaved(page);
    await expect.poll(async () => (await answers(project)).length).toBe(1);
    const added = (await events(project)).flatMap(({ kind, body }) => (kind === "class" ? [body] : []));
    expect(added).toMatchObject([{ class: 30_000, name: "papaya" }, { name: "mango" }]);
    const { class: mango } = added[1] as unknown as { class: number };
    expect((await answers(project)).map(({ body }) => [body.item, body.to])).toEqual([[item, mango]]);
    expect(await page.getByTestId("rejected").count()).toBe(0);
    await page.close();
  });

  test("show no further item after a class was added offline", async () => {
    const project = await newProject();
    const page = await open(project);
    await waitForQueue(page);
    await goOffline(page);
    await page.getByRole("button", { name: "+ Class" }).click();
    await page.getByPlaceholder("Name of the new class").fill("mango");
    await page.keyboard.press("Enter");
    const given: number[][] = [];
    for (const to of [3, 0, 1]) {
      const item = await itemOnScreen(page);
      given.push([item, to]);
      await page.getByRole("button", { name: ["setosa", "versicolor", "virginica", "mango"][to] }).click();
      await waitForOther(page, item);
      await page.waitForTimeout(600); // a second click of the same hand answers nothing
    }
    await context.setOffline(false);
    await waitForSaved(page);
    await expect.poll(async () => (await answers(project)).length).toBe(3);
    const mango = (await events(project)).flatMap(({ kind, body }) => (kind === "class" ? [body] : []))[0];
    const ids = [0, 1, 2, (mango as unknown as { class: number }).class];
    expect((await answers(project)).map(({ body }) => [body.item, body.to])).toEqual(
      given.map(([item, to]) => [item, ids[to]]),
    );
    await page.close();
  });

  test("offer an answer of a retired class as a further opinion, which is rejected again", async () => {
    const project = await newProject();
    const page = await open(project);
    await waitForQueue(page);
    const item = await itemOnScreen(page);
    const retire = {
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      kind: "class",
      body: { do: "retire", class: 0 },
    };
    await goOffline(page);
    await page.keyboard.press("1");
    await waitForOther(page, item);
    await post(project, retire);
    await context.setOffline(false);
    const notice = page.getByTestId("rejected");
    await notice.getByText("was retired meanwhile").waitFor();
    await notice.getByLabel("Choose another class").waitFor(); // the page has read the log again
    expect(await notice.getByRole("button", { name: "Keep as a further opinion" }).count()).toBe(0);
    expect(await notice.getByRole("button", { name: "Send again" }).isDisabled()).toBe(true);
    await notice.getByLabel("Choose another class").selectOption("virginica");
    await notice.getByRole("button", { name: "Send again" }).click();
    await waitForSaved(page);
    expect((await answers(project)).map(({ body }) => [body.item, body.to])).toEqual([[item, 2]]);
    expect(await notice.count()).toBe(0);
    await page.close();
  });

  test.each(["stored", "not stored"])(
    "left unsent what waited, %s by the browser, when their project was left",
    async (how) => {
      const project = await newProject();
      const page = await open(project);
      await waitForQueue(page);
      if (how === "not stored") {
        await page.evaluate(() => {
          Storage.prototype.setItem = () => {
            throw new DOMException("full", "QuotaExceededError");
          };
        });
      }
      const item = await itemOnScreen(page);
      await goOffline(page);
      await page.keyboard.press("1");
      await waitForOther(page, item);
      await page.getByRole("link", { name: "Export" }).click();
      await page.getByText("1 answer is not stored yet, and exports do not contain it.").waitFor();
      await page.getByRole("link", { name: "All projects" }).click();
      await page.getByText("1 answer waits in this browser to be sent.").waitFor();
      await context.setOffline(false);
      await expect.poll(async () => (await answers(project)).map(({ body }) => body.item)).toEqual([item]);
      await page.getByText("1 answer waits").waitFor({ state: "detached" });
      await page.close();
    },
  );

  test("emptied the screen when the arrow was pressed offline, although items were in hand", async () => {
    const project = await newProject();
    const page = await open(project);
    await waitForQueue(page);
    await goOffline(page);
    const seen = [await itemOnScreen(page)];
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press("ArrowRight");
      await waitForOther(page, seen[i]);
      seen.push(await itemOnScreen(page));
    }
    expect(new Set(seen).size).toBe(4);
    await page.keyboard.press("1");
    await waitForOther(page, seen[3]);
    await context.setOffline(false);
    await waitForSaved(page);
    expect((await answers(project)).map(({ body }) => body.item)).toEqual([seen[3]]);
    await page.close();
  });

  test("reject a cost in the form that the log would not take", async () => {
    const project = await newProject();
    const page = await open(project);
    await page.getByText("When to stop").click();
    const field = page.getByLabel("One label costs");
    await field.fill("99999999999");
    await field.press("Tab");
    expect(await field.evaluate((input) => (input as HTMLInputElement).validity.rangeOverflow)).toBe(true);
    await field.fill("2");
    await field.press("Tab");
    await waitForSaved(page);
    expect((await events(project)).map(({ kind, body }) => [kind, body])).toEqual([
      ["settings", { labelCost: 2, by: "me" }],
    ]);
    await page.close();
  });

  test("say that everything is labelled only when it is", async () => {
    const project = await newProject(6);
    const pages = [await open(project), await open(project)];
    for (let answered = 0; answered < 5; answered++) {
      const page = pages[answered % 2];
      await page.bringToFront();
      await page.waitForSelector("article.item");
      const item = await itemOnScreen(page);
      await page.keyboard.press("a");
      await waitForSaved(page);
      await page.waitForFunction(
        (before) => document.querySelector("article.item")?.getAttribute("aria-label") !== `Item ${before + 1}`,
        item,
      );
      for (const one of pages) expect(await one.getByText("Everything is labelled").count()).toBe(0);
    }
    // The last item is on one screen; the other window waits for it.
    await pages[0].getByText("Others are answering the last item").waitFor();
    await pages[1].bringToFront();
    await pages[1].waitForSelector("article.item");
    await pages[1].keyboard.press("b");
    for (const page of pages) await page.getByText("Everything is labelled").waitFor();
    expect(new Set((await answers(project)).map(({ body }) => body.item)).size).toBe(6);
    // Opened again by an undo, it is asked again.
    await pages[1].keyboard.press("Backspace");
    await pages[1].waitForSelector("article.item");
    for (const page of pages) await page.close();
  });

  test("stop asking when they are logged out, and go on when the person has logged in", async () => {
    const project = await newProject();
    const page = await open(project);
    const cookies = await context.cookies();
    await context.clearCookies();
    let requests = 0;
    page.on("request", () => requests++);
    const item = await itemOnScreen(page);
    await page.keyboard.press("1");
    await page.getByText("You are logged out").waitFor();
    await page.waitForTimeout(500);
    requests = 0;
    await page.waitForTimeout(2500);
    expect(requests).toBe(0);
    expect(await answers(project)).toEqual([]);
    await context.addCookies(cookies);
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForSaved(page);
    expect((await answers(project)).map(({ body }) => [body.item, body.to])).toEqual([[item, 0]]);
    await page.close();
  });

  test("stop asking when the project was removed, and lead home", async () => {
    const project = await newProject();
    const page = await open(project);
    await studio.raw(`/api/projects/${project}`, { method: "DELETE" });
    await page.keyboard.press("1");
    await page.getByText("This project was removed").waitFor();
    await page.waitForTimeout(500);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.waitForTimeout(2500);
    expect(requests).toEqual([]);
    await page.getByRole("link", { name: "Go to your projects" }).click();
    await page.getByText("Your projects").waitFor();
    await page.close();
  });

  test("do not bring a removed project back by asking while it is being removed", async () => {
    const project = await newProject();
    await studio.get(`/api/projects/${project}/model`); // it is open
    const removed = studio.raw(`/api/projects/${project}`, { method: "DELETE" });
    let isRemoved = false;
    removed.then(() => {
      isRemoved = true;
    });
    while (!isRemoved) await studio.raw(`/api/projects/${project}/model`);
    expect((await studio.raw(`/api/projects/${project}/next?count=1&window=${crypto.randomUUID()}`)).status).toBe(404);
    expect((await studio.raw(`/api/projects/${project}`)).status).toBe(404);
  });

  test("go on by themselves after the server was gone, also with an empty queue", async () => {
    const own = await testStudio({ port: await freePort() });
    const { project } = await own.post<{ project: string }>("/api/demos", { name: "iris" });
    const page = await context.newPage();
    await page.goto(own.studio.url);
    await page.goto(`${own.base}/p/${project}`);
    await page.waitForSelector("article.item");
    await own.studio.close();
    let given = 0;
    while ((await page.locator("article.item").count()) > 0 && given < 80) {
      await page.keyboard.press("1");
      given++;
      await page.waitForTimeout(30);
    }
    expect(await page.getByText("Choosing the best item").count()).toBe(1);
    const again = await testStudio({ dataDir: own.dataDir, port: own.studio.port });
    await page.waitForSelector("article.item");
    await waitForSaved(page);
    const item = await itemOnScreen(page);
    await page.keyboard.press("2");
    await waitForOther(page, item);
    await waitForSaved(page);
    const log = await again.get<{ events: Logged[] }>(`/api/projects/${project}`);
    expect(log.events).toHaveLength(given + 1);
    expect(new Set(log.events.map(({ body }) => body.item)).size).toBe(given + 1);
    await page.close();
    await again.stop();
  });

  test("of two studios in one browser stay logged in to both", async () => {
    const own = await testStudio();
    const page = await context.newPage();
    await page.goto(own.studio.url);
    await page.getByText("Your projects").waitFor();
    await page.goto(studio.base);
    await page.getByText("Your projects").waitFor();
    expect(await page.getByText("You are logged out").count()).toBe(0);
    const status = await page.evaluate(async () => (await fetch("/api/projects")).status);
    expect(status).toBe(200);
    await page.goto(own.base);
    expect(await page.evaluate(async () => (await fetch("/api/projects")).status)).toBe(200);
    await page.close();
    expect((await logIn(own.studio.url)).cookie.split("=")[0]).not.toBe(studio.cookie.split("=")[0]);
    await own.stop();
  });
});
