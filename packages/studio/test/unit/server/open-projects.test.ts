import { afterEach, expect, test, vi } from "vitest";
import { OpenProject } from "../../../src/server/projects/open-project.ts";
import { OpenProjects } from "../../../src/server/projects/open-projects.ts";
import type { ProjectStore } from "../../../src/server/projects/project-store.ts";

afterEach(() => void vi.restoreAllMocks());

/** What the models of projects may keep that are opened one after the other and watched from then on. */
async function keptBytes(modelBytes: number | undefined, count: number): Promise<(number | undefined)[]> {
  const kept: (number | undefined)[] = [];
  vi.spyOn(OpenProject, "open").mockImplementation(async (_store, _id, _start, { keepBytes }) => {
    kept.push(keepBytes);
    return { watched: true, gone: new Promise(() => {}), close: async () => {} } as unknown as OpenProject;
  });
  const options = { clock: () => new Date(), shared: null };
  const projects = new OpenProjects({} as ProjectStore, options, vi.fn(), modelBytes);
  for (let id = 0; id < count; id++) await projects.of(`p${id}`);
  return kept;
}

test("three projects of 100,000 items held 9.3 GB: all that are open share what one could take", async () => {
  const quarterOfTwoGigabytes = 2 ** 29;
  expect(await keptBytes(quarterOfTwoGigabytes, 4)).toEqual(Array.from({ length: 4 }, () => 2 ** 27));
});

test("a project that opens while more are watched than may stay open gets a smaller part", async () => {
  const kept = await keptBytes(2 ** 29, 8);
  expect(kept[7]).toBe(2 ** 26);
  expect(kept.every((bytes, at) => at === 0 || (bytes ?? 0) <= (kept[at - 1] ?? 0))).toBe(true);
});

test("on a large machine a project keeps 512 MiB, and in a page what its engine takes by itself", async () => {
  expect(await keptBytes(2 ** 36, 1)).toEqual([2 ** 29]);
  expect(await keptBytes(undefined, 1)).toEqual([undefined]);
});
