// Removed projects lie in the bin for 30 days and come back as they were.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BinnedProject, ListedProject } from "../../src/protocol/messages.ts";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

const DAY_MS = 24 * 3600 * 1000;

let studio: TestStudio;
let now = Date.parse("2026-03-01T12:00:00.000Z");
beforeAll(async () => {
  studio = await testStudio({ clock: () => new Date(now) });
});
afterAll(() => studio?.stop());

const begin = async () => (await studio.post<{ project: string }>("/api/demos", { name: "iris" })).project;
const remove = async (path: string) => (await studio.raw(path, { method: "DELETE" })).status;
const bin = () => studio.get<BinnedProject[]>("/api/bin");

test("a removed project is nowhere but in the bin, and comes back with its answers", async () => {
  const project = await begin();
  await studio.post(`/api/projects/${project}/events`, { events: [answerEvent(3, 1)] });
  const file = await (await studio.raw(`/api/projects/${project}/file`)).arrayBuffer();
  expect(await remove(`/api/projects/${project}`)).toBe(200);
  expect((await studio.raw(`/api/projects/${project}`)).status).toBe(404);
  expect(await remove(`/api/projects/${project}`)).toBe(404);
  expect(await studio.get("/api/projects")).toEqual([]);
  const removed = new Date(now).toISOString();
  const until = new Date(now + 30 * DAY_MS).toISOString();
  expect(await bin()).toEqual([
    { id: project, title: "Iris flowers", itemCount: 150, labelled: 1, classCount: 3, removed, until },
  ]);
  expect(await studio.post(`/api/bin/${project}`, {})).toEqual({ project });
  expect(await bin()).toEqual([]);
  const [back] = await studio.get<ListedProject[]>("/api/projects");
  expect(back).toMatchObject({ id: project, labelled: 1 });
  await studio.post(`/api/projects/${project}/events`, { events: [answerEvent(4, 0)] });
  // A project file that adds nothing to what is in the bin takes it out again.
  expect(await remove(`/api/projects/${project}`)).toBe(200);
  expect(await (await studio.upload("iris.xpal", file)).json()).toEqual({ project });
  expect((await studio.get<ListedProject[]>("/api/projects"))[0].labelled).toBe(2);
  expect(await remove(`/api/projects/${project}`)).toBe(200);
  expect(await remove(`/api/bin/${project}`)).toBe(200);
  expect(await remove(`/api/bin/${project}`)).toBe(404);
  expect(
    (
      await studio.raw(`/api/bin/${project}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      })
    ).status,
  ).toBe(404);
});

test("the bin keeps a project for 30 days, also over a restart", async () => {
  const project = await begin();
  expect(await remove(`/api/projects/${project}`)).toBe(200);
  now += 29 * DAY_MS;
  await studio.studio.close();
  const { dataDir } = studio;
  studio = await testStudio({ dataDir, clock: () => new Date(now) });
  expect((await bin()).map(({ id }) => id)).toEqual([project]);
  now += DAY_MS;
  expect(await bin()).toEqual([]);
});
