// The pages of log-in, people and accounts, as people see them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chromiumPath,
  complaintsOf,
  intercept,
  itemOnScreen,
  startBrowser,
  waitForOther,
  waitForSaved,
} from "./browser.ts";
import { type TestStudio, testStudio } from "./client.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PASSWORD = "three plain words";
const EVIL = `Eve <img src=x onerror="window.hit=1">`;

describe.skipIf(chromiumPath === undefined)("the pages of people", () => {
  let studio: TestStudio;
  let browser: Browser;
  let project: string;
  let admin: Page;
  let ann: Page;
  let context: BrowserContext;
  const complaints: string[][] = [];

  beforeAll(async () => {
    studio = await testStudio();
    ({ project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" }));
    const { project: wine } = await studio.post<{ project: string }>("/api/demos", { name: "wine" });
    const title = `Wine ${"of a year that nobody has forgotten ".repeat(6)}`.slice(0, 180);
    const renamed = { id: crypto.randomUUID(), at: "2026-01-31T12:00:00.000Z", kind: "settings", body: { title } };
    await studio.post(`/api/projects/${wine}/events`, { events: [renamed] });
    browser = await startBrowser();
    admin = await newPage();
    await admin.goto(studio.studio.url);
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  async function newPage(): Promise<Page> {
    context = await browser.newContext();
    const page = await context.newPage();
    complaints.push(complaintsOf(page));
    return page;
  }

  /** The server fails to answer what is asked of these paths until the returned function is called. */
  function reject(page: Page, paths: RegExp): Promise<() => void> {
    const full = { status: 503, json: { code: "full", message: "the disk is full" } };
    return intercept(page, paths, (route) => route.fulfill(full));
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env.XPAL_SHOTS;
    for (const width of [1280, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([name, width, Math.max(0, wide)]).toEqual([name, width, 0]);
      if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 844 });
    const found = await page.evaluate(async (source) => {
      // biome-ignore lint/security/noGlobalEval: axe-core must run in the page
      globalThis.eval(source);
      const { violations } = await (
        globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        }
      ).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    }, axe);
    expect(found).toEqual([]);
  }

  /** Invites somebody on the page and returns the link. */
  async function invite(role: string): Promise<string> {
    await admin.goto(`${studio.base}/people`);
    await admin.locator("form select").selectOption(role);
    const box = admin.locator("form").getByLabel("Iris");
    if (role !== "admin") await box.check();
    await admin.getByRole("button", { name: "Make a link" }).click();
    return admin.getByLabel("Send this link").inputValue();
  }

  async function join(page: Page, link: string, name: string): Promise<void> {
    await page.goto(link);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("button", { name: "Log out" }).waitFor();
  }

  test("lead from the first page to an invitation, and from its link to the projects", async () => {
    await admin.getByRole("link", { name: "People" }).click();
    await admin.getByText("Nobody has an account yet").waitFor();
    const link = await invite("annotator");
    await admin.getByText(/^by the owner, until/).waitFor();
    expect(link).toMatch(new RegExp(`^${studio.base}/join#[\\w-]{43}$`));
    ann = await newPage();
    await ann.goto(link);
    await ann.getByText("You are invited as annotator").waitFor();
    await shoot(ann, "join");
    await join(ann, link, "Ann");
    await ann.getByRole("link", { name: /Iris/ }).waitFor();
    await ann.setViewportSize({ width: 360, height: 844 }); // her name stood over the title
    const fits = (title: Element) => title.scrollWidth <= title.clientWidth;
    expect(await ann.getByRole("heading", { name: "xpal studio" }).evaluate(fits)).toBe(true);
    await ann.setViewportSize({ width: 1280, height: 844 });
    expect(await ann.getByText(/Wine/).count()).toBe(0);
    expect(await ann.getByRole("link", { name: "People" }).count()).toBe(0);
    expect(await ann.getByText("Drop").count()).toBe(0);
    expect(ann.url()).toBe(`${studio.base}/`);
  });

  test("let an annotator answer under her own name, with the label page alone", async () => {
    await ann.goto(`${studio.base}/p/${project}`);
    await ann.waitForSelector("article.item");
    await ann.getByText("as Ann").waitFor();
    expect(await ann.getByRole("navigation").getByRole("link").allTextContents()).toEqual([
      expect.stringMatching(/^\s*Label\s*$/),
    ]);
    for (let i = 0; i < 6; i++) {
      const item = await itemOnScreen(ann);
      await ann.keyboard.press(String(1 + (i % 3)));
      await waitForOther(ann, item);
    }
    await waitForSaved(ann);
    const { events } = await studio.get<{ events: { body: { by: string } }[] }>(`/api/projects/${project}`);
    expect(events.map(({ body }) => body.by)).toEqual(new Array(6).fill("Ann"));
    await ann.goto(`${studio.base}/p/${project}/settings`); // is not hers
    await ann.waitForSelector("article.item");
  });

  test("ask a second person without telling what the first has said", async () => {
    const at = "2026-01-31T12:00:00.000Z";
    const share = { id: crypto.randomUUID(), at, kind: "settings", body: { secondShare: 0.5 } };
    await studio.post(`/api/projects/${project}/events`, { events: [share] });
    const eve = await newPage();
    await join(eve, await invite("annotator"), EVIL);
    await eve.goto(`${studio.base}/p/${project}`);
    await eve.waitForSelector("article.item");
    let seconds = 0;
    for (let i = 0; i < 30 && seconds < 2; i++) {
      const item = await itemOnScreen(eve);
      if ((await eve.getByText("second opinion").count()) > 0) seconds++;
      await eve.keyboard.press("1");
      await waitForOther(eve, item);
      await eve.waitForTimeout(100);
    }
    expect(seconds).toBe(2);
    await waitForSaved(eve);
    // Going back to one of Ann's tells that it is answered, and not how.
    const { events } = await studio.get<{ events: { body: { by: string; item: number } }[] }>(
      `/api/projects/${project}`,
    );
    const answered = (name: string) => events.filter(({ body }) => body.by === name).map(({ body }) => body.item);
    const hers = answered("Ann").find((item) => !answered(EVIL).includes(item)) as number;
    eve.once("dialog", (dialog) => dialog.accept(String(hers + 1)));
    await eve.keyboard.press("#");
    await eve.getByText("Ann said not shown").waitFor();
  });

  test("list people and what they did, with names as text", async () => {
    await admin.goto(`${studio.base}/people`);
    await admin.getByText(EVIL).first().waitFor();
    await admin.getByText(`${EVIL} joined as annotator`).waitFor();
    await shoot(admin, "people");
    expect(await admin.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
  });

  test("log out and in again, and say what is wrong", async () => {
    await ann.goto(studio.base);
    await ann.getByRole("button", { name: "Log out" }).click();
    await ann.getByRole("button", { name: "Log in" }).waitFor();
    await shoot(ann, "log-in");
    await ann.getByLabel("Name").fill("ann");
    await ann.getByLabel("Password").fill("wrong");
    await ann.getByRole("button", { name: "Log in" }).click();
    await ann.getByText("Name or password is wrong.").waitFor();
    await ann.getByLabel("Password").fill(PASSWORD);
    await ann.getByRole("button", { name: "Log in" }).click();
    await ann.getByRole("link", { name: "Ann" }).click();
    await ann.getByText("Where you are logged in").waitFor();
    await shoot(ann, "account");
  });

  test("make a token for a program, shown once, and revoke it", async () => {
    await ann.getByLabel("What the program is called").fill("robot");
    expect(await ann.getByLabel("export").count()).toBe(0); // not an annotator's to give
    await ann.getByRole("button", { name: "Make a token" }).click();
    const secret = await ann.getByLabel("Copy this now").inputValue();
    const ask = () => fetch(`${studio.base}/api/v1/projects`, { headers: { authorization: `Bearer ${secret}` } });
    expect(((await (await ask()).json()) as { id: string }[]).map(({ id }) => id)).toEqual([project]);
    await shoot(ann, "tokens");
    await ann.getByRole("button", { name: "Revoke: robot" }).click();
    await ann.getByRole("button", { name: "Revoke: robot" }).waitFor({ state: "detached" });
    expect((await ask()).status).toBe(401);
  });

  test("dropped a token from the list that could not be revoked, and went on as if a person had logged out", async () => {
    await ann.getByLabel("What the program is called").fill("robot");
    await ann.getByRole("button", { name: "Make a token" }).click();
    const revoke = ann.getByRole("button", { name: "Revoke: robot" });
    await revoke.waitFor();
    const restore = await reject(ann, /\/api\/(tokens|session)\b/);
    await revoke.click();
    await ann.getByRole("alert").getByText("The disk is full.").waitFor();
    expect(await revoke.count()).toBe(1);
    await ann.getByRole("link", { name: "All projects" }).click();
    await ann.getByRole("button", { name: "Log out" }).click();
    await ann.getByText("You are still logged in: the disk is full.").waitFor();
    restore();
    await ann.goto(`${studio.base}/account`);
    await revoke.click();
    await revoke.waitFor({ state: "detached" });
    expect(await ann.getByRole("alert").count()).toBe(0);
  });

  test("showed that nobody had done anything when the server could not say", async () => {
    const restore = await reject(admin, /\/api\/audit\b/);
    await admin.goto(`${studio.base}/people`);
    await admin.getByRole("alert").getByText("The disk is full.").waitFor();
    restore();
  });

  test("sent what others had answered in one's own name, where the server failed to say who one is", async () => {
    const id = crypto.randomUUID();
    const body = { item: 0, to: 0, was: null, by: "Cara" };
    const left = { id, at: new Date().toISOString(), kind: "answer", body };
    await ann.evaluate(
      ([key, text]) => localStorage.setItem(key, text),
      [`xpal-outbox-${project}-${id}`, JSON.stringify(left)],
    );
    const restore = await reject(ann, /\/api\/session$/);
    await ann.goto(`${studio.base}/p/${project}`);
    await ann.getByText("The disk is full.").first().waitFor();
    restore();
    await ann.getByText("1 answer of Cara waits in this browser").waitFor();
    await ann.waitForSelector("article.item");
    await waitForSaved(ann);
    const { events } = await studio.get<{ events: { id: string }[] }>(`/api/projects/${project}`);
    expect(events.map((event) => event.id)).not.toContain(id);
  });

  test("gave access back that two quick clicks had taken away", async () => {
    const all = (await studio.get<{ id: string }[]>("/api/projects")).map(({ id }) => id);
    await studio.post("/api/people/Ann", { projects: all });
    await admin.goto(`${studio.base}/people`);
    const boxes = admin.locator("li", { hasText: "Ann" }).first().getByRole("group").getByRole("checkbox");
    const ticked = () => boxes.evaluateAll((found) => found.map((box) => (box as HTMLInputElement).checked));
    const given = async () => {
      const { people } = await studio.get<{ people: { name: string; projects: string[] }[] }>("/api/people");
      return people.find(({ name }) => name === "Ann")?.projects;
    };
    await expect.poll(ticked).toEqual([true, true]);
    let answer = () => {};
    const clicked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const restore = await intercept(admin, "**/api/people/Ann", async (route) => {
      await clicked;
      await route.continue();
    });
    await boxes.first().uncheck();
    await boxes.last().uncheck();
    answer();
    await expect.poll(given).toEqual([]);
    expect(await ticked()).toEqual([false, false]);
    // What was rejected is not shown as done.
    restore();
    const full = { status: 503, json: { message: "full" } };
    const allow = await intercept(admin, "**/api/people/Ann", (route) => route.fulfill(full));
    await boxes.first().click();
    await admin.getByRole("alert").getByText("Full.").waitFor();
    await expect.poll(ticked).toEqual([false, false]);
    const mayLogIn = admin.locator("li", { hasText: "Ann" }).first().getByLabel("May log in");
    await mayLogIn.click();
    await expect.poll(() => mayLogIn.isChecked()).toBe(true);
    allow();
  });

  test("shut a person out, who is told so", async () => {
    await admin.goto(`${studio.base}/people`);
    const row = admin.locator("li", { hasText: "Ann" }).first();
    await row.getByLabel("May log in").uncheck();
    await admin.getByText("changed a person: Ann (may no longer log in)").waitFor();
    await ann.goto(`${studio.base}/p/${project}`);
    await ann.getByRole("button", { name: "Log in" }).waitFor();
  });

  test("sent what one person had answered in the name of the next who logged in to the same browser", async () => {
    const page = await (await browser.newContext()).newPage();
    const leave = (from = page) => from.getByRole("button", { name: "Log out" }).click();
    const enter = async (name: string, on = page) => {
      await on.getByLabel("Name").fill(name);
      await on.getByLabel("Password").fill(PASSWORD);
      await on.getByRole("button", { name: "Log in" }).click();
    };
    const answers = async () => {
      const path = `/api/projects/${project}`;
      const { events } = await studio.get<{ events: { body: { by: string; item: number } }[] }>(path);
      return events.map(({ body }) => body);
    };
    const answerers = async () => (await answers()).map(({ by }) => by).filter((by) => ["Cara", "Dan"].includes(by));
    await join(page, await invite("annotator"), "Dan");
    await leave();
    await join(page, await invite("annotator"), "Cara");
    await page.getByRole("link", { name: /Iris/ }).click();
    await page.waitForSelector("article.item");
    const restore = await intercept(page, "**/events", (route) => route.abort());
    const item = await itemOnScreen(page);
    await page.keyboard.press("1");
    await waitForOther(page, item);
    await page.getByRole("link", { name: "All projects" }).click();
    await page.getByText("1 answer waits in this browser to be sent.").waitFor();
    await leave();
    restore();
    await enter("Dan");
    await page.getByText("1 answer of Cara waits in this browser").waitFor();
    await page.getByRole("link", { name: /Iris/ }).click();
    await page.waitForSelector("article.item");
    await page.getByText("1 answer of Cara waits in this browser").waitFor();
    const taken = new Set([item, ...(await answers()).map((one) => one.item)]);
    const free = Array.from({ length: 150 }, (_, at) => at).find((one) => !taken.has(one)) as number;
    page.once("dialog", (dialog) => dialog.accept(String(free + 1)));
    await page.keyboard.press("#");
    await expect.poll(() => itemOnScreen(page)).toBe(free);
    await page.keyboard.press("1");
    await waitForOther(page, free);
    await waitForSaved(page);
    expect(await answerers()).toEqual(["Dan"]);
    await page.getByRole("link", { name: "All projects" }).click();
    await leave();
    await enter("Cara"); // on the first page already it is sent
    await expect.poll(answerers).toEqual(["Dan", "Cara"]);
    await page.getByRole("link", { name: /Iris/ }).click();
    await page.waitForSelector("article.item");
    const other = await page.context().newPage(); // has the same cookie
    await other.goto(studio.base);
    await leave(other);
    await enter("Dan", other);
    await other.getByRole("link", { name: /Iris/ }).waitFor();
    await page.bringToFront();
    await page.keyboard.press("1");
    await page.getByText("This page belongs to Cara, but Dan is logged in in this browser by now").waitFor();
    expect(await answerers()).toEqual(["Dan", "Cara"]);
    await page.getByRole("button", { name: "Reload this page" }).click();
    await page.getByText("as Dan").waitFor();
    await page.getByText("1 answer of Cara waits in this browser").waitFor();
    await page.context().close();
  });

  test("make no page complain, but for answers that were rejected", () => {
    const unexpected = complaints.flat().filter((line) => !/status of (401|503)/.test(line));
    expect(unexpected).toEqual([]);
  });
});
