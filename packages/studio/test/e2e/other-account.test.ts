// All windows of a browser share one cookie: a page must not act in the name of whoever has logged in in another window.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, itemOnScreen, startBrowser, waitForOther, waitForSaved } from "./browser.ts";
import { answerEvent, type Client, clientFor, type TestStudio, testStudio } from "./client.ts";

const PASSWORD = "three plain words";
const HEADER = "x-xpal-account";

describe("a page of somebody who is no longer logged in", () => {
  let studio: TestStudio;
  let project: string;
  let bob: Client;
  beforeAll(async () => {
    studio = await testStudio();
    const rows = Array.from({ length: 30 }, (_, i) => `${i},${i * i},${i < 4 ? ["low", "high"][i % 2] : ""}`);
    const sent = await studio.upload("few.csv", `x,y,label\n${rows.join("\n")}\n`);
    const { import: id } = (await sent.json()) as { import: string };
    const choice = { title: "few", label: "label", classes: ["high", "low"], roles: {}, pixels: null };
    const more = { keepLabels: true, dropDuplicates: false };
    ({ project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, { ...choice, ...more }));
    await joined("Ann");
    bob = await joined("Bob");
  });
  afterAll(() => studio?.stop());

  async function joined(name: string): Promise<Client> {
    const { token } = await studio.post<{ token: string }>("/api/invitations", { role: "admin" });
    const response = await fetch(`${studio.base}/api/invitation`, {
      method: "POST",
      headers: { origin: studio.base, "content-type": "application/json" },
      body: JSON.stringify({ token, name, password: PASSWORD }),
    });
    return clientFor(studio.base, response.headers.get("set-cookie")?.split(";")[0] ?? "");
  }

  const log = async () =>
    (await studio.get<{ events: { kind: string; body: { by?: string } }[] }>(`/api/projects/${project}`)).events;

  test("changed projects in the name of whoever has logged in since", async () => {
    const before = (await log()).length;
    const from = (page: string) => ({ [HEADER]: page, "content-type": "application/json" });
    const write = (page: string) =>
      bob.raw(`/api/projects/${project}/events`, {
        method: "POST",
        headers: from(page),
        body: JSON.stringify({ events: [answerEvent(20, 1)] }),
      });
    const rejected = await write("Ann");
    expect([rejected.status, await rejected.json()]).toEqual([
      403,
      {
        code: "other-account",
        message: "this page belongs to Ann, but Bob is logged in in this browser by now: reload it to go on as Bob",
      },
    ]);
    expect(((await (await write("")).json()) as { message: string }).message).toContain("belongs to the owner");
    expect((await write("%E0%A4%A")).status).toBe(403);
    expect((await bob.raw("/api/projects", { headers: from("Ann") })).status).toBe(403);
    expect((await bob.raw(`/api/projects/${project}`, { method: "DELETE", headers: from("Ann") })).status).toBe(403);
    expect(await log()).toHaveLength(before);
    expect((await bob.raw("/api/session", { headers: from("Ann") })).status).toBe(200); // who is it now?
    expect((await write("Bob")).status).toBe(200);
    expect((await log()).at(-1)?.body.by).toBe("Bob");
  });

  const exportsBy = async (name: string) =>
    (await studio.get<{ who: string; what: string }[]>("/api/audit")).filter(
      ({ who, what }) => who === name && what.startsWith("exported"),
    );

  test("exported, showed images and followed a project as whoever has logged in since", async () => {
    const of = (path: string, page: string) =>
      bob.raw(`/api/projects/${project}/${path}${path.includes("?") ? "&" : "?"}account=${encodeURIComponent(page)}`);
    for (const path of ["export/csv?all=1", "model-file", "file", "image?name=1.png", "live?after=0"]) {
      const rejected = await of(path, "Ann");
      expect([path, rejected.status, await rejected.json()]).toEqual([
        path,
        403,
        {
          code: "other-account",
          message:
            "this link is from a page of Ann, but Bob is logged in in this browser by now: reload that page to go on as Bob",
        },
      ]);
    }
    expect((await of("export/csv", "")).status).toBe(403);
    expect(await exportsBy("Bob")).toEqual([]);
    expect((await of("export/csv", "Bob")).status).toBe(200);
    expect((await bob.raw(`/api/projects/${project}/export/csv`)).status).toBe(200); // a link of one's own making
    expect(await exportsBy("Bob")).toHaveLength(2);
    expect((await studio.raw(`/api/projects/${project}/export/csv?account=`)).status).toBe(200); // the owner's page
  });

  test("was told of answers after somebody else had logged in over it", async () => {
    const ann = await entered("Ann");
    const controller = new AbortController();
    const live = await ann.raw(`/api/projects/${project}/live?after=0&account=Ann`, { signal: controller.signal });
    expect(live.status).toBe(200);
    await entered("Bob", ann.cookie); // in the same browser, without logging out
    const { events } = await studio.get<{ events: object[] }>(`/api/projects/${project}`);
    await bob.post(`/api/projects/${project}/events`, { events: [answerEvent(25, 1)] });
    const heard = await live.text(); // to its end
    expect(heard).not.toContain(`id: ${events.length + 1}\n`);
    expect((await ann.raw("/api/projects")).status).toBe(401);
  });

  async function entered(name: string, cookie = ""): Promise<Client> {
    const response = await fetch(`${studio.base}/api/session`, {
      method: "POST",
      headers: { origin: studio.base, "content-type": "application/json", cookie },
      body: JSON.stringify({ name, password: PASSWORD }),
    });
    return clientFor(studio.base, response.headers.get("set-cookie")?.split(";")[0] ?? "");
  }

  describe.skipIf(chromiumPath === undefined)("in a browser", () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser();
    });
    afterAll(() => browser?.close());

    const enter = async (page: Page, name: string) => {
      await page.goto(studio.base);
      await page.getByLabel("Name").fill(name);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByText("Your projects").waitFor();
    };

    test("stored labels of a file, and titles, in the name of whoever has logged in since", async () => {
      const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
      const [label, settings, home] = [await context.newPage(), await context.newPage(), await context.newPage()];
      const exporting = await context.newPage();
      await enter(home, "Ann");
      await label.goto(`${studio.base}/p/${project}`);
      await settings.goto(`${studio.base}/p/${project}/settings`);
      await exporting.goto(`${studio.base}/p/${project}/export`);
      const csv = exporting.getByRole("link", { name: "Download CSV", exact: true });
      const [own] = await Promise.all([exporting.waitForEvent("download"), csv.click()]);
      expect(await own.failure()).toBe(null);
      await expect.poll(() => exportsBy("Ann")).toHaveLength(1);
      await label.waitForSelector("article.item");
      const labels = Array.from({ length: 10 }, (_, i) => `${i + 5},${(i + 5) ** 2},low`);
      const buffer = Buffer.from(`x,y,label\n${labels.join("\n")}\n`);
      await settings.getByLabel("Add rows").setInputFiles({ name: "more.csv", mimeType: "text/csv", buffer });
      const take = settings.getByRole("button", { name: "Take 10 labels" });
      await take.waitFor();
      const before = await log();
      const other = await context.newPage();
      await other.goto(studio.base);
      await other.getByRole("button", { name: "Log out" }).click();
      await other.getByRole("button", { name: "Log in" }).waitFor();
      await enter(other, "Bob");

      const exportsBefore = await exportsBy("Bob");
      await exporting.bringToFront();
      await csv.click();
      await exporting
        .getByText("This page belongs to Ann, but Bob is logged in in this browser by now")
        .first()
        .waitFor();
      expect(await exportsBy("Bob")).toEqual(exportsBefore);
      const folder = process.env.XPAL_SHOTS;
      if (folder) await exporting.screenshot({ path: `${folder}/other-export.png` });

      await take.click();
      const card = settings.locator("section.card", { hasText: "Add rows" });
      await card.getByText("This page belongs to Ann, but Bob is logged in in this browser by now").waitFor();
      await home.bringToFront();
      await home.getByLabel("More for few").click();
      await home.getByRole("button", { name: "Archive" }).click();
      await home.getByText("This page belongs to Ann, but Bob is logged in in this browser by now").first().waitFor();
      expect(await log()).toEqual(before);

      await label.bringToFront();
      await label.keyboard.press("1");
      await label.getByText("This page belongs to Ann, but Bob is logged in").first().waitFor();
      for (const width of [390, 1366]) {
        await label.setViewportSize({ width, height: 844 });
        if (folder) await label.screenshot({ path: `${folder}/other-account-${width}.png` });
      }
      await label.getByRole("button", { name: "Reload this page" }).click();
      await label.getByText("as Bob").waitFor();
      await label.getByText("1 answer of Ann waits in this browser").waitFor();
      expect(await log()).toEqual(before);
      await label.waitForSelector("article.item");
      const next = await itemOnScreen(label);
      await label.keyboard.press("1");
      await waitForOther(label, next);
      await waitForSaved(label);
      expect((await log()).slice(before.length).map(({ body }) => body.by)).toEqual(["Bob"]);
      await context.close();
    });
  });
});
