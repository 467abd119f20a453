import { expect, test } from "vitest";
// The thread itself is built code; the server's side of it is what is tried here.
import { startScoring } from "../../dist/server/scoring/scoring-thread.js";
import { testStudio } from "./client.ts";

test("a call to a scoring thread that has ended is rejected; it once waited for ever", async () => {
  const thread = startScoring();
  await thread.close();
  await thread.gone;
  await expect(thread.call("map", null)).rejects.toMatchObject({ code: "closed" });
});

test("questions about a project that is removed meanwhile were failures of the studio: there is no such project", async () => {
  const studio = await testStudio();
  const { project } = await studio.post<{ project: string }>("/api/demos", { name: "wine" });
  await studio.get(`/api/projects/${project}`);
  const names = ["map", "model", "next?count=3", "soon?labels=3", "predictions?usefulness=1"];
  const asked = names.map((name) => studio.raw(`/api/projects/${project}/${name}`));
  const removed = studio.raw(`/api/projects/${project}`, { method: "DELETE" });
  const statuses = await Promise.all([...asked, removed].map(async (answer) => (await answer).status));
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  await studio.stop();
});
