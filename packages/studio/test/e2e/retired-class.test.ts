// A class that is retired while an annotator, who is not told what others answer, works on the project.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, itemOnScreen, startBrowser, waitForSaved } from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

describe.skipIf(chromiumPath === undefined)("a retired class", () => {
  let studio: TestStudio;
  let browser: Browser;
  let project: string;
  beforeAll(async () => {
    studio = await testStudio();
    browser = await startBrowser();
    const rows = Array.from({ length: 6 }, (_, i) => `${i},${i % 3},`);
    const sent = await studio.upload("animals.csv", `x,y,label\n${rows.join("\n")}\n`);
    const { import: id } = (await sent.json()) as { import: string };
    const choice = { title: "animals", label: "label", classes: ["cat", "dog", "owl"], roles: {}, pixels: null };
    const more = { keepLabels: true, dropDuplicates: false };
    ({ project } = await studio.post<{ project: string }>(`/api/imports/${id}/project`, { ...choice, ...more }));
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.stop();
  });

  const send = (...events: object[]) => studio.post(`/api/projects/${project}/events`, { events });

  async function cookieOfAnn(): Promise<string> {
    const asked = { role: "annotator", projects: [project], days: 7 };
    const { token } = await studio.post<{ token: string }>("/api/invitations", asked);
    const joined = await fetch(`${studio.base}/api/invitation`, {
      method: "POST",
      headers: { origin: studio.base, "content-type": "application/json" },
      body: JSON.stringify({ token, name: "Ann", password: "three plain words" }),
    });
    return joined.headers.get("set-cookie")?.split(";")[0] ?? "";
  }

  test("left annotators at “Choosing the best item”: the items that it opened again could not be answered", async () => {
    await send(...[0, 1, 2, 2, 2, 2].map((to, item) => answerEvent(item, to)));
    const context = await browser.newContext();
    const [name, value] = (await cookieOfAnn()).split(/=(.*)/s);
    await context.addCookies([{ name, value, url: studio.base }]);
    const page = await context.newPage();
    await page.goto(`${studio.base}/p/${project}`);
    await page.getByText("Everything is labelled.").waitFor();
    const body = { do: "retire", class: 2 };
    await send({ id: crypto.randomUUID(), at: "2026-01-31T12:00:00.000Z", kind: "class", body });
    const answered = new Set<number>();
    while (answered.size < 4) {
      await expect.poll(() => itemOnScreen(page).then((item) => !answered.has(item))).toBe(true);
      answered.add(await itemOnScreen(page));
      await page.keyboard.press("1");
    }
    await page.getByText("Everything is labelled.").waitFor();
    await waitForSaved(page);
    const text = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
    const labels = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { label: string; annotator: string | null });
    expect(labels.map(({ label }) => label)).toEqual(["cat", "dog", "cat", "cat", "cat", "cat"]);
    expect(labels.filter(({ annotator }) => annotator === "Ann")).toHaveLength(4);
  });
});
