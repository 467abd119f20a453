// Rows that join a project while another server adds some to the same one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTable, type Table } from "@xpal/data";
import { openStore, type Store } from "@xpal/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectAbout } from "../../../src/server/projects/project-about.ts";
import type { ProjectLog } from "../../../src/server/projects/project-log.ts";
import { ProjectRows } from "../../../src/server/projects/project-rows.ts";
import { tableToBytes } from "../../../src/server/scoring/table-bytes.ts";

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-rows-"));
  store = await openStore(`sqlite:${join(folder, "store.sqlite")}`);
  await store.projects.create({ id: "p", title: "p", at: "2026-01-31T12:00:00.000Z", about: null });
});
afterAll(async () => {
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});

const imageTable = (names: readonly string[]): Table =>
  makeTable([{ name: "image", type: "text", values: [...names] }]);

/** The rows of a project of one image, and the events that were appended. */
function rowsOfProject() {
  const about = { itemCount: 1, view: { image: "image", pixels: null, texts: [], cells: [] } };
  const appended: string[] = [];
  const log = {
    checkWhole: () => {},
    appendOwn: async (events: (state: { addedRows: number }) => readonly { kind: string }[]) => {
      appended.push(...events({ addedRows: 0 }).map(({ kind }) => kind));
    },
  };
  const place = { store, project: "p", about: about as unknown as ProjectAbout, log: log as unknown as ProjectLog };
  return { rows: new ProjectRows(place, imageTable(["first.png"])), appended };
}

function addImage({ rows }: ReturnType<typeof rowsOfProject>, name: string, image: Uint8Array): Promise<boolean> {
  const table = imageTable([name]);
  return rows.add({ table, bytes: tableToBytes(table), answers: [] }, new Map([[name, image]]), { to: 1 });
}

test("an added row showed the image that another server stored under its name at the same moment", async () => {
  const [theirs, ours] = [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5, 6])];
  await store.files.put("p", "images/a.png", theirs); // after our names were chosen
  const project = rowsOfProject();
  expect(await addImage(project, "a.png", ours)).toBe(false);
  expect(project.appended).toEqual([]);
  expect(await store.files.get("p", "images/a.png")).toEqual(theirs);
  expect(await addImage(project, "a (2).png", ours)).toBe(true);
  expect(project.appended).toEqual(["rows"]);
});

test("an image that the other server stored too is no reason to choose another name", async () => {
  await store.files.put("p", "images/same.png", new Uint8Array([7]));
  expect(await addImage(rowsOfProject(), "same.png", new Uint8Array([7]))).toBe(true);
});
