// Relabelling many at once: what is changed is what the page shows as selected.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser, waitForSaved } from "./browser.ts";
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
});
