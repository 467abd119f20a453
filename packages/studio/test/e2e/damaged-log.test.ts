// A project whose log lost events, or has others than were written, by a failing disk or by hand: it is shown, and takes nothing.
import { mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rebuildStudio } from "@xpal/studio";
import { studioClient } from "@xpal/studio/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser } from "./browser.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

/** The store's own driver, to write what no studio writes. */
const Sqlite = createRequire(import.meta.url)("better-sqlite3") as new (
  file: string,
) => { prepare(text: string): { run(...values: string[]): void }; close(): void };

const DAMAGES = {
  "an event in the middle is missing": "delete from event where project = ? and sequence = 3",
  "the last events are missing": "delete from event where project = ? and sequence > 5",
  "the first event is missing": "delete from event where project = ? and sequence = 1",
  "all events are missing": "delete from event where project = ?",
  "an answer says another class":
    "update event set body = replace(body, '\"to\":0', '\"to\":1') where project = ? and sequence = 2",
  "one answer was copied over another":
    "update event set body = (select body from event other where other.project = event.project and other.sequence = 8) where project = ? and sequence = 7",
  "the last number of the project is another one": "update project set last = 4 where id = ?",
} as const;

let dataDir: string;
let studio: TestStudio;
let sound: string;
const damaged = new Map<string, string>();
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-log-"));
  const before = await testStudio({ dataDir });
  const project = async () => {
    const { project: id } = await before.post<{ project: string }>("/api/demos", { name: "iris" });
    const events = Array.from({ length: 8 }, (_, item) => answerEvent(item, 0));
    await before.post(`/api/projects/${id}/events`, { events });
    return id;
  };
  for (const name of Object.keys(DAMAGES)) damaged.set(name, await project());
  sound = await project();
  await before.studio.close();
  const raw = new Sqlite(join(dataDir, "studio.sqlite"));
  for (const [name, statement] of Object.entries(DAMAGES)) raw.prepare(statement).run(damaged.get(name) as string);
  raw.close();
  studio = await testStudio({ dataDir });
}, 60_000);
afterAll(() => studio?.stop());

describe.each(Object.keys(DAMAGES))("a project of which %s", (name) => {
  const path = () => `/api/projects/${damaged.get(name)}`;

  test("is shown as damaged, with what is left of its log", async () => {
    const { project, events } = await studio.get<{ project: { damaged: string }; events: { sequence: number }[] }>(
      path(),
    );
    expect(project.damaged).toMatch(/event/);
    const listed = await studio.get<{ id: string; damaged: string | null }[]>("/api/projects");
    expect(listed.find(({ id }) => id === damaged.get(name))?.damaged).toBe(project.damaged);
    expect(events.every(({ sequence }, at) => at === 0 || sequence > events[at - 1].sequence)).toBe(true);
    expect(await studio.get(`${path()}/predictions`)).toMatchObject({ predicted: { length: 150 } });
    await studio.get(`${path()}/next?count=3&window=window-1`);
  });

  test("takes no answer, setting, undo or rows, in one sentence that names the way out", async () => {
    const [{ id }] = (await studio.get<{ events: { id: string }[] }>(path())).events.concat([{ id: "none-left" }]);
    const draft = (kind: string, body: object) => ({
      id: crypto.randomUUID(),
      kind,
      at: "2026-01-31T12:00:00.000Z",
      body,
    });
    const writes = [
      answerEvent(20, 1),
      draft("settings", { title: "Other" }),
      draft("undo", { of: id }),
      draft("change", { items: [30], to: 1 }),
      draft("class", { do: "rename", class: 0, name: "other" }),
    ];
    for (const event of writes) {
      const answer = await studio.raw(`${path()}/events`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ events: [event] }),
      });
      expect([event.kind, answer.status]).toEqual([event.kind, 409]);
      expect(await answer.json()).toMatchObject({ code: "incomplete", message: expect.stringMatching(/rebuild/) });
    }
    const { secret } = await studio.post<{ secret: string }>("/api/tokens", { name: "r", scopes: ["read", "label"] });
    const program = studioClient({ url: studio.base, token: secret });
    const labels = [{ item: 21, label: "setosa" }];
    await expect(program.label({ project: damaged.get(name) as string, labels })).rejects.toThrow(/takes no changes/);
    const { project } = await studio.get<{ project: { view: { cells: string[] } } }>(path());
    const csv = `${project.view.cells.join(",")}\n${project.view.cells.map(() => 9).join(",")}\n`;
    const { import: upload } = (await (await studio.upload("more.csv", csv)).json()) as { import: string };
    const rows = await studio.raw(`/api/imports/${upload}/rows`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ project: damaged.get(name) }),
    });
    expect([rows.status, await rows.json()]).toMatchObject([409, { code: "incomplete" }]);
  });

  test("is exported as far as it is left, in files that say so", async () => {
    const model = name === "all events are missing" ? [] : ["model-file"];
    for (const file of ["export/csv", "export/jsonl", "file", ...model]) {
      const answer = await studio.raw(`${path()}/${file}`);
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.headers.get("content-disposition")).toContain("(incomplete)");
    }
  });
});

test.skipIf(chromiumPath === undefined)(
  "the page of a damaged project says so, and its answers are disabled",
  async () => {
    const browser = await startBrowser();
    const context = await browser.newContext();
    const [name, value] = studio.cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: studio.base }]);
    const page = await context.newPage();
    const id = damaged.get("an event in the middle is missing");
    const { events } = await studio.get<{ events: object[] }>(`/api/projects/${id}`);
    await page.goto(`${studio.base}/p/${id}`);
    await page.waitForSelector("article.item");
    expect(await page.textContent('[role="alert"]')).toContain("event 3 of the log is missing");
    expect(await page.locator("button.answer").count()).toBe(3);
    expect(await page.locator("button.answer:enabled").count()).toBe(0);
    const before = await page.textContent("article.item");
    for (const key of ["1", "Space", "Delete", "Enter", "Backspace"]) await page.keyboard.press(key);
    expect(await page.textContent("article.item")).toBe(before);
    expect((await studio.get<{ events: object[] }>(`/api/projects/${id}`)).events).toEqual(events);
    await browser.close();
  },
);

test("a sound project beside damaged ones takes answers", async () => {
  const { results } = await studio.post<{ results: { sequence: number }[] }>(`/api/projects/${sound}/events`, {
    events: [answerEvent(20, 1)],
  });
  expect(results).toMatchObject([{ sequence: 9, rejection: null }]);
  expect(await studio.get(`/api/projects/${sound}`)).toMatchObject({ project: { damaged: null } });
});

test("what is left of a damaged project becomes a project of its own", async () => {
  const id = damaged.get("an event in the middle is missing") as string;
  const file = await (await studio.raw(`/api/projects/${id}/file`)).arrayBuffer();
  const other = await testStudio();
  const { project } = (await (await other.upload("left.xpal", file)).json()) as { project: string };
  const { events } = await other.get<{ events: unknown[] }>(`/api/projects/${project}`);
  expect(events).toHaveLength(7);
  await other.post(`/api/projects/${project}/events`, { events: [answerEvent(20, 1)] });
  await other.stop();
});

test("a rebuild repairs a last number that is too low, and takes no lost end for whole", async () => {
  await studio.studio.close();
  const rebuilt = await rebuildStudio({ dataDir });
  const of = (name: string) => rebuilt.find(({ id }) => id === damaged.get(name));
  expect(of("the last number of the project is another one")).toMatchObject({ events: 8, faults: [] });
  expect(of("the last events are missing")).toMatchObject({
    labelled: 5,
    faults: ["events 6 to 8 of the log are missing"],
    repaired: [],
  });
  studio = await testStudio({ dataDir });
  const repaired = damaged.get("the last number of the project is another one");
  await studio.post(`/api/projects/${repaired}/events`, { events: [answerEvent(20, 1)] });
});

describe("a data folder with projects", () => {
  const emptied = "whose database was emptied";
  const removed = "whose database was removed";
  test.each([emptied, removed])("%s is not taken for a new one", async (what) => {
    const before = await testStudio();
    await before.post("/api/demos", { name: "iris" });
    await before.studio.close();
    const file = join(before.dataDir, "studio.sqlite");
    if (what === emptied) truncateSync(file, 0);
    else rmSync(file);
    const start = testStudio({ dataDir: before.dataDir });
    await expect(start).rejects.toThrow(
      /^startStudio: the database .* is (empty|missing), but it held a project; put a backup/,
    );
    await expect(rebuildStudio({ dataDir: before.dataDir })).rejects.toMatchObject({ code: "damaged" });
    expect(statSync(file, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    rmSync(join(before.dataDir, "acknowledged.jsonl")); // as the sentence says
    const anew = await testStudio({ dataDir: before.dataDir });
    expect(await anew.get("/api/projects")).toEqual([]);
    await anew.stop();
  });

  test("is gone on with after its last project was removed and the database too", async () => {
    const before = await testStudio();
    const { project } = await before.post<{ project: string }>("/api/demos", { name: "iris" });
    await before.raw(`/api/projects/${project}`, { method: "DELETE" });
    await before.raw(`/api/bin/${project}`, { method: "DELETE" });
    await before.studio.close();
    rmSync(join(before.dataDir, "studio.sqlite"));
    await (await testStudio({ dataDir: before.dataDir })).stop();
  });

  test("acknowledges no answer once the database was removed", async () => {
    const running = await testStudio();
    const { project } = await running.post<{ project: string }>("/api/demos", { name: "iris" });
    rmSync(join(running.dataDir, "studio.sqlite"));
    const answer = await running.raw(`/api/projects/${project}/events`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ events: [answerEvent(1, 0)] }),
    });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/was removed or replaced/) });
    expect((await running.raw(`/api/projects/${project}/export/csv`)).status).toBe(200);
    await running.stop();
  });
});
