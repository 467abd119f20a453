// Relabelling many at once: what is changed is what the page shows as selected.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, intercept, startBrowser, waitForSaved } from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

describe.skipIf(chromiumPath === undefined)("review", () => {
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

  test("changed items that were selected before, and no longer in the list", async () => {
    const { project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" });
    const post = (...events: object[]) => studio.post(`/api/projects/${project}/events`, { events });
    const changes = async () => {
      const { events } = await studio.get<{ events: { kind: string; body: object }[] }>(`/api/projects/${project}`);
      return events.flatMap(({ kind, body }) => (kind === "change" ? [body] : []));
    };
    await post(answerEvent(10, 0), answerEvent(11, 0), answerEvent(60, 1), answerEvent(61, 1));
    const page = await browser.newPage();
    await page.goto(studio.studio.url);
    await page.goto(`${studio.base}/p/${project}/review`);
    const classes = page.getByRole("search").getByRole("combobox").nth(1); // "any", then the three
    const relabel = async (to: number) => {
      await page.getByLabel("Change to").selectOption(String(to));
      await page.getByRole("button", { name: "Apply" }).click();
      await waitForSaved(page);
    };
    // Under another filter, what was selected under the former one is not in sight.
    await classes.selectOption({ index: 1 });
    await page.getByRole("button", { name: "Select all 2" }).click();
    await page.getByText("2 selected").waitFor();
    await classes.selectOption({ index: 2 });
    await page.getByRole("checkbox", { name: "Select item 61" }).check();
    await page.getByText("1 selected").waitFor();
    await relabel(2);
    expect(await changes()).toMatchObject([{ items: [60], to: 2 }]);
    // What somebody else has answered meanwhile is no longer open.
    await classes.selectOption({ index: 0 });
    await page.getByLabel("Show").selectOption("unlabelled");
    await page.getByRole("checkbox", { name: "Select item 1", exact: true }).check();
    await page.getByRole("checkbox", { name: "Select item 2", exact: true }).check();
    await page.getByText("2 selected").waitFor();
    await post(answerEvent(0, 0));
    await page.getByText("1 selected").waitFor();
    await relabel(1);
    expect((await changes()).at(-1)).toMatchObject({ items: [1], to: 1 });
  });

  test("offered the items that were chosen on the map of another project", async () => {
    const { project: iris } = await studio.post<{ project: string }>("/api/demos", { name: "iris" });
    const { project: wine } = await studio.post<{ project: string }>("/api/demos", { name: "wine" });
    await studio.post(`/api/projects/${iris}/events`, { events: [answerEvent(3, 0)] });
    const page = await browser.newPage();
    await page.goto(studio.studio.url);
    await page.goto(`${studio.base}/p/${wine}/map`);
    await page.waitForSelector("circle.current");
    await page.getByRole("button", { name: "Lasso" }).click();
    const { x, y, width, height } = (await page.locator("canvas.points").boundingBox()) ?? expect.fail("no map");
    const [right, bottom] = [x + width - 20, y + height - 20];
    await page.mouse.move(x + 20, y + 20);
    await page.mouse.down();
    await page.mouse.move(right, y + 20);
    await page.mouse.move(right, bottom);
    await page.mouse.move(x + 20, bottom);
    await page.mouse.up();
    await page.getByRole("button", { name: "Review these" }).click();
    await page.getByRole("button", { name: "chosen on the map" }).waitFor();
    await page.getByRole("link", { name: "All projects" }).click();
    await page.getByRole("link", { name: "Iris" }).first().click();
    await page.getByRole("link", { name: "Review" }).click();
    await page.getByRole("checkbox", { name: "Select item 4", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "chosen on the map" }).count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Select it" }).count()).toBe(1);
  });

  test("listed every item for a text that was not searched for", async () => {
    const { project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" });
    const page = await browser.newPage();
    await page.goto(studio.studio.url);
    await page.goto(`${studio.base}/p/${project}/review`);
    await page.getByLabel("Show").selectOption("unlabelled");
    await page.getByRole("button", { name: "Select all 150" }).waitFor();
    await page.getByLabel("Search text").fill("no such flower".repeat(30)); // longer than what can be searched for
    await page.getByText("Nothing fits").waitFor();
    const restore = await intercept(page, "**/search?*", (route) => route.abort());
    await page.getByLabel("Search text").fill("5.1");
    await page.getByRole("alert").getByText("The search has no answer").waitFor();
    expect(await page.getByRole("checkbox", { name: /^Select item/ }).count()).toBe(0);
    restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("checkbox", { name: "Select item 1", exact: true }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("said that no label is suspicious before the model had answered", async () => {
    const { project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" });
    await studio.post(`/api/projects/${project}/events`, { events: [answerEvent(0, 0), answerEvent(60, 1)] });
    const page = await browser.newPage();
    await page.goto(studio.studio.url);
    const busy = { status: 503, json: { message: "busy" } };
    const restore = await intercept(page, "**/predictions?*", (route) => route.fulfill(busy));
    await page.goto(`${studio.base}/p/${project}/review`);
    await page.getByLabel("Show").selectOption("suspicious");
    await page.getByText("The model has not answered yet").waitFor();
    restore();
    await page.getByText("No label is suspicious").waitFor();
  });

  test("left out all that a search had found after 5,000 items", async () => {
    const rows = Array.from({ length: 5001 }, (_, i) => `${i % 7},the same,${i < 2 ? "ab"[i] : ""}`);
    const sent = await studio.upload("same.csv", `x,words,label\n${rows.join("\n")}\n`);
    const { import: id } = (await sent.json()) as { import: string };
    const { project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
      title: "same",
      label: "label",
      classes: ["a", "b"],
      roles: {},
      pixels: null,
      keepLabels: true,
      dropDuplicates: false,
    });
    const { items } = await studio.get<{ items: number[] }>(`/api/projects/${project}/search?text=same`);
    expect(items).toHaveLength(5001);
    // An item that is not there does not mean that the project is gone, which 404 tells the page.
    for (const path of ["items?ids=3,5001", "look?item=5001"])
      expect((await studio.raw(`/api/projects/${project}/${path}`)).status).toBe(400);
  });
});
