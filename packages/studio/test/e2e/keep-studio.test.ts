import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { backupStudio, rebuildStudio } from "@xpal/studio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeOf, storeOf } from "../../../store/test/folder-store.mjs";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

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
    expect(await rebuildStudio(studio.place)).toEqual([
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
    await backupStudio(file, studio.place);
    const [copy] = await rebuildStudio({ store: `sqlite:${file}` });
    expect(copy).toMatchObject({ id: project, events: 3 });
    await expect(backupStudio(file, studio.place)).rejects.toThrow("backup: file must not exist yet");
  });
});

describe("a log with answers that were decided on an older state of it", () => {
  const at = "2026-01-31T12:00:00.000Z";
  let dataDir: string;
  let id: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-two-"));
    const before = await testStudio({ dataDir });
    ({ project: id } = await before.post<{ project: string }>("/api/demos", { name: "iris" }));
    await before.studio.close();
    const store = await openStore(await storeOf(dataDir));
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
    expect(await rebuildStudio(await placeOf(dataDir))).toMatchObject([
      { id, events: 3, labelled: 2, overtaken: 1, faults: [] },
    ]);
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
    const store = await openStore(await storeOf(dataDir));
    await store.events.append(id, [
      { id: "outside", kind: "answer", at, body: { item: 5000, to: 1, was: null } },
      { id: "strange", kind: "dance", at, body: {} },
      { id: "fourth", kind: "answer", at, body: { item: 7, to: 2, was: null } },
    ]);
    await store.close();
    const [found] = await rebuildStudio(await placeOf(dataDir));
    expect(found).toMatchObject({ events: 6, labelled: 3 });
    expect([...found.faults].sort()).toEqual([
      'event 4 ("answer") of the log cannot be read: there is no item 5000: the project has 150 items',
      expect.stringMatching(/^event 5 \("dance"\) of the log cannot be read: /),
    ]);
  });
});

describe("a second studio on the same data folder", () => {
  test("is rejected in one sentence that names the first, and starts when that one is gone", async () => {
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
