import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { backupStudio, rebuildStudio } from "@xpal/studio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

/** The store's own driver, to write what no studio writes. */
const Sqlite = createRequire(import.meta.url)("better-sqlite3") as new (
  file: string,
) => { prepare(text: string): { run(...values: string[]): void }; close(): void };

let studio: TestStudio;
let project: string;
beforeAll(async () => {
  studio = await testStudio();
  ({ project } = await studio.post<{ project: string }>("/api/demos", { name: "iris" }));
  await studio.post(`/api/projects/${project}/events`, {
    events: [answerEvent(1, 0), answerEvent(2, 1), answerEvent(3, "skipped")],
  });
});
afterAll(() => studio?.stop());

describe("care for a studio that runs", () => {
  test("rebuilds every project from its log", async () => {
    expect(await rebuildStudio({ dataDir: studio.dataDir })).toEqual([
      {
        id: project,
        title: "Iris flowers",
        events: 3,
        labelled: 2,
        setAside: 1,
        overtaken: 0,
        repaired: [],
        faults: [],
      },
    ]);
  });
  test("backs it up to a file that is a studio's store of its own", async () => {
    const file = join(studio.dataDir, "copy.sqlite");
    await backupStudio(file, { dataDir: studio.dataDir });
    const [copy] = await rebuildStudio({ store: `sqlite:${file}` });
    expect(copy).toMatchObject({ id: project, events: 3 });
    await expect(backupStudio(file, { dataDir: studio.dataDir })).rejects.toThrow("backup: file must not exist yet");
  });
  test("refuses a folder without a studio", async () => {
    await expect(rebuildStudio({ dataDir: join(studio.dataDir, "nothing") })).rejects.toThrow(
      "rebuildStudio: dataDir must hold a studio",
    );
  });
});

describe("a log that two studios of an earlier version wrote to", () => {
  const at = "2026-01-31T12:00:00.000Z";
  let dataDir: string;
  let id: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-two-"));
    const before = await testStudio({ dataDir });
    ({ project: id } = await before.post<{ project: string }>("/api/demos", { name: "iris" }));
    await before.studio.close();
    const store = await openStore(`sqlite:${join(dataDir, "studio.sqlite")}`);
    const answer = (name: string, item: number, to: number) => ({
      id: name,
      kind: "answer",
      at,
      body: { item, to, was: null },
    });
    await store.events.append(id, [answer("first", 5, 0), answer("second", 5, 1), answer("third", 6, 2)]);
    await store.close();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test("is rebuilt: the later answer counts, and how many were overtaken is said", async () => {
    expect(await rebuildStudio({ dataDir })).toMatchObject([{ id, events: 3, labelled: 2, overtaken: 1, faults: [] }]);
    const studio = await testStudio({ dataDir });
    const text = await (await studio.raw(`/api/projects/${id}/export/jsonl?all=0`)).text();
    await studio.studio.close();
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { label: string }).label),
    ).toHaveLength(2);
  });
  test("with events that cannot be read names each of them, and counts the rest", async () => {
    const store = await openStore(`sqlite:${join(dataDir, "studio.sqlite")}`);
    await store.events.append(id, [
      { id: "outside", kind: "answer", at, body: { item: 5000, to: 1, was: null } },
      { id: "strange", kind: "dance", at, body: {} },
      { id: "fourth", kind: "answer", at, body: { item: 7, to: 2, was: null } },
    ]);
    await store.close();
    const [found] = await rebuildStudio({ dataDir });
    expect(found).toMatchObject({ events: 6, labelled: 3 });
    expect(found.faults).toEqual([
      'event 4 ("answer") of the log cannot be read: there is no item 5000: the project has 150 items',
      expect.stringMatching(/^event 5 \("dance"\) of the log cannot be read: /),
    ]);
  });
});

describe("a data folder that was damaged", () => {
  let dataDir: string;
  const ids: string[] = [];
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-damaged-"));
    const before = await testStudio({ dataDir });
    for (const at of [0, 1, 2, 3]) {
      ids[at] = (await before.post<{ project: string }>("/api/demos", { name: "iris" })).project;
      const events = [answerEvent(1, 0), answerEvent(2, 1), answerEvent(3, 2)];
      await before.post(`/api/projects/${ids[at]}/events`, { events });
    }
    await before.studio.close();
    const raw = new Sqlite(join(dataDir, "studio.sqlite"));
    raw.prepare("update event set body = substr(body, 1, 9) where project = ? and sequence = 2").run(ids[0]);
    raw.prepare("update project set about = substr(about, 1, 9) where id = ?").run(ids[1]);
    raw.prepare("delete from file where project = ?").run(ids[2]);
    raw.close();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test("is rebuilt as far as it can be read: each project with what is wrong, and the sound one as it was", async () => {
    const found = new Map((await rebuildStudio({ dataDir })).map((project) => [project.id, project]));
    expect(ids.map((id) => [found.get(id)?.labelled, found.get(id)?.faults])).toEqual([
      [2, ['event 2 ("answer") of the log cannot be read: it is not JSON']],
      [0, ["what is stored about it cannot be read"]],
      [3, ["the items are missing"]],
      [3, []],
    ]);
  });
  test("does not hide the sound projects on the first page, and says of the others that they are damaged", async () => {
    const studio = await testStudio({ dataDir });
    const listed = await studio.get<{ id: string; labelled: number; damaged: string | null }[]>("/api/projects");
    const of = (id: string) => listed.find((project) => project.id === id);
    expect(of(ids[0])?.damaged).toMatch(/event 2 .* cannot be read/);
    expect(of(ids[1])?.damaged).toBe("what is stored about it cannot be read");
    expect(of(ids[3])).toMatchObject({ labelled: 3, damaged: null });
    const said = async (id: string) => {
      const answer = await studio.raw(`/api/projects/${id}`);
      return [answer.status, ((await answer.json()) as { message: string }).message];
    };
    expect(await said(ids[1])).toEqual([500, "what is stored about it cannot be read"]);
    expect(await said(ids[2])).toEqual([500, "the items of the project are missing"]); // not: there is no such project
    expect((await studio.raw(`/api/projects/${ids[3]}`)).status).toBe(200);
    await studio.studio.close();
  });
});

describe("a second studio on the same data folder", () => {
  test("is refused in one sentence that names the first, and starts when that one is gone", async () => {
    const first = await testStudio();
    await expect(testStudio({ dataDir: first.dataDir })).rejects.toThrow(
      `startStudio: dataDir must be free, but ${JSON.stringify(first.dataDir)} is in use by the studio at http://127.0.0.1:${first.studio.port}/; open that one, or choose another folder`,
    );
    expect(await first.get("/api/projects")).toEqual([]);
    await first.studio.close();
    const second = await testStudio({ dataDir: first.dataDir });
    await second.stop();
  });
});

test("the files of a studio are its owner's alone, also those of an earlier version", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-mode-"));
  const file = join(dataDir, "studio.sqlite");
  await (await openStore(`sqlite:${file}`)).close();
  chmodSync(file, 0o644);
  const own = await testStudio({ dataDir });
  await own.post("/api/demos", { name: "iris" });
  const copy = join(dataDir, "copy.sqlite");
  await backupStudio(copy, { dataDir });
  const modes = readdirSync(dataDir)
    .filter((name) => !statSync(join(dataDir, name)).isDirectory())
    .map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]);
  expect(modes.length).toBeGreaterThan(4);
  expect(modes.filter(([, mode]) => mode !== "600")).toEqual([]);
  await own.stop();
});

describe("the server", () => {
  test("describes its routes, and tells its health without a session", async () => {
    const { paths } = await studio.get<{ paths: object }>("/api/openapi.json");
    expect(Object.keys(paths)).toContain("/api/projects/{project}/events");
    expect(await (await fetch(`${studio.base}/health`)).json()).toEqual({ ok: true });
  });
  test("tells all open pages of an answer at once", async () => {
    const live = await studio.raw(`/api/projects/${project}/live?after=3`);
    const reader = live.body?.getReader();
    const event = answerEvent(9, 2);
    await studio.post(`/api/projects/${project}/events`, { events: [event] });
    let heard = "";
    while (!heard.includes(event.id)) heard += new TextDecoder().decode((await reader?.read())?.value);
    expect(heard).toContain("event: events");
    await reader?.cancel();
  });
});
