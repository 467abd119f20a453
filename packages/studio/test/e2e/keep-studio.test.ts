import { join } from "node:path";
import { backupStudio, rebuildStudio } from "@xpal/studio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
    expect(await rebuildStudio({ dataDir: studio.dataDir })).toEqual([
      { id: project, title: "Iris flowers", events: 3, labelled: 2, setAside: 1 },
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
