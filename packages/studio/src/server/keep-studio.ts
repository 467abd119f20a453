// Care for a studio's data, while it runs or not: a backup, and a check that rebuilds all state from the logs.

import { existsSync } from "node:fs";
import { checkParts, checkText } from "@xpal/core/check";
import { openStore, type Store } from "@xpal/store";
import { SESSION } from "./accounts/account-sessions.ts";
import { checkDatabase, lostSince } from "./acknowledged.ts";
import { placeOf, type StudioPlace } from "./data-dir.ts";
import { type RebuiltProject, rebuildProject } from "./rebuild-project.ts";
import { StudioError } from "./studio-error.ts";

/**
 * Writes all projects and accounts to a new file, which is a store itself, without who is logged in. The studio may be running.
 * @throws StudioError if there is no studio in the data folder; StoreError if the file exists or cannot be written.
 * @example
 * await startStudio({ dataDir: folder, port: 0 }).then((studio) => studio.close());
 * await backupStudio(`${folder}/copy.sqlite`, { dataDir: folder }) // undefined
 */
export async function backupStudio(file: string, place: StudioPlace = {}): Promise<void> {
  checkText("backupStudio", "file", file);
  checkParts("backupStudio", "place", place, "an object", []);
  await withStore("backupStudio", place, (store) => store.backup(file, { without: [SESSION] }));
}

/**
 * Computes the state of every project from its log again, repairs what can be repaired and lists what cannot. A project is
 * sound if its log and its items are.
 * @throws StoreError "damaged" if the database itself has a fault.
 * @example
 * await startStudio({ dataDir: folder, port: 0 }).then((studio) => studio.close());
 * await rebuildStudio({ dataDir: folder }) // []
 */
export async function rebuildStudio(place: StudioPlace = {}): Promise<RebuiltProject[]> {
  checkParts("rebuildStudio", "place", place, "an object", []);
  return withStore("rebuildStudio", place, async (store, dataDir) => {
    const repaired = await store.repair();
    const found = await store.faults();
    const faults = dataDir === null ? found : [...found, ...(await lostSince(dataDir, store))];
    if (faults.some(({ project }) => project === null)) await store.check();
    const projects = [...(await store.projects.list()), ...(await store.projects.binned())];
    const known = new Set(projects.map(({ id }) => id));
    const lost = [...new Set(faults.map(({ project }) => project as string))].filter((id) => !known.has(id));
    const of = (list: typeof faults, id: string) =>
      list.filter(({ project }) => project === id).map(({ fault }) => fault);
    const rebuilt: RebuiltProject[] = [];
    for (const project of projects) {
      rebuilt.push(await rebuildProject(store, project, of(repaired, project.id), of(faults, project.id)));
    }
    const nobody = { events: 0, labelled: 0, setAside: 0, overtaken: 0, repaired: [] };
    for (const id of lost) rebuilt.push({ id, title: id, ...nobody, faults: of(faults, id) });
    return rebuilt;
  });
}

async function withStore<T>(
  who: string,
  place: StudioPlace,
  work: (store: Store, dataDir: string | null) => Promise<T>,
): Promise<T> {
  const { dataDirs, store: url } = placeOf(place);
  const dataDir = place.store === undefined ? dataDirs[0] : null;
  if (dataDir !== null) checkDatabase(who, dataDir, url.slice("sqlite:".length));
  if (url.startsWith("sqlite:") && !existsSync(url.slice("sqlite:".length))) {
    throw new StudioError("bad-argument", `${who}: dataDir must hold a studio, got ${JSON.stringify(dataDirs[0])}`);
  }
  const store = await openStore(url);
  try {
    return await work(store, dataDir);
  } finally {
    await store.close();
  }
}
