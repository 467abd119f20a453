// Care for a studio's data, while it runs or not: a backup, and a check that rebuilds all state from the logs.

import { chmodSync, existsSync } from "node:fs";
import { openStore, type Project, type Store } from "@xpal/store";
import { checkParts, checkText } from "xpal/check";
import { apply, nothing, refusalOf } from "../protocol/fold.ts";
import { placeOf, type StudioPlace } from "./data-dir.ts";
import { type ProjectAbout, projectAboutSchema } from "./projects/project-about.ts";
import { loggedEvent } from "./projects/read-log.ts";
import { StudioError } from "./studio-error.ts";

/** The result of a rebuild for one project. */
export interface RebuiltProject {
  readonly id: string;
  readonly title: string;
  readonly events: number;
  readonly labelled: number;
  readonly setAside: number;
  /** Events that were decided on an older state of the log, as when two studios wrote to it. They count as they came. */
  readonly overtaken: number;
  /** What was wrong and is right now. */
  readonly repaired: readonly string[];
  /** What is wrong and cannot be repaired, event by event; the other numbers are then of what could be read. */
  readonly faults: readonly string[];
}

/**
 * Writes all projects to a new file, which is a store itself. The studio may be running.
 * @throws StudioError if there is no studio in the data folder; StoreError if the file exists or cannot be written.
 * @example
 * await startStudio({ dataDir: folder, port: 0 }).then((studio) => studio.close());
 * await backupStudio(`${folder}/copy.sqlite`, { dataDir: folder }) // undefined
 */
export async function backupStudio(file: string, place: StudioPlace = {}): Promise<void> {
  checkText("backupStudio", "file", file);
  checkParts("backupStudio", "place", place, "an object", []);
  await withStore("backupStudio", place, (store) => store.backup(file));
  chmodSync(file, 0o600); // as the studio's own
}

/**
 * Computes the state of every project from its log again, repairs what can be repaired and lists what cannot. Only the logs
 * are stored, so a project is sound if its log is.
 * @throws StoreError "damaged" if the database itself has a fault.
 * @example
 * await startStudio({ dataDir: folder, port: 0 }).then((studio) => studio.close());
 * await rebuildStudio({ dataDir: folder }) // []
 */
export async function rebuildStudio(place: StudioPlace = {}): Promise<RebuiltProject[]> {
  checkParts("rebuildStudio", "place", place, "an object", []);
  return withStore("rebuildStudio", place, async (store) => {
    const repaired = await store.repair();
    const faults = await store.faults();
    if (faults.some(({ project }) => project === null)) await store.check();
    const projects = await store.projects.list();
    const known = new Set(projects.map(({ id }) => id));
    const lost = [...new Set(faults.map(({ project }) => project as string))].filter((id) => !known.has(id));
    const of = (list: typeof faults, id: string) =>
      list.filter(({ project }) => project === id).map(({ fault }) => fault);
    const rebuilt: RebuiltProject[] = [];
    for (const project of projects) {
      rebuilt.push(await rebuild(store, project, of(repaired, project.id), of(faults, project.id)));
    }
    const nobody = { events: 0, labelled: 0, setAside: 0, overtaken: 0, repaired: [] };
    for (const id of lost) rebuilt.push({ id, title: id, ...nobody, faults: of(faults, id) });
    return rebuilt;
  });
}

async function rebuild(
  store: Store,
  { id, title, about }: Project,
  repaired: readonly string[],
  stored: readonly string[],
): Promise<RebuiltProject> {
  const state = nothing();
  const faults = [...stored];
  let overtaken = 0;
  const known = projectAboutSchema.safeParse(about);
  if (!known.success) faults.push("what is stored about it cannot be read");
  for (const event of known.success ? await store.events.read(id) : []) {
    try {
      const logged = loggedEvent(event, known.data as ProjectAbout, state);
      if (refusalOf(state, logged) !== null) overtaken++;
      apply(state, logged);
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;
      faults.push(error.message);
    }
  }
  const labelled = [...state.facts.values()].filter(({ to }) => typeof to === "number").length;
  const setAside = state.facts.size - labelled;
  return { id, title, events: state.sequence, labelled, setAside, overtaken, repaired, faults };
}

async function withStore<T>(who: string, place: StudioPlace, work: (store: Store) => Promise<T>): Promise<T> {
  const { dataDirs, store: url } = placeOf(place);
  if (url.startsWith("sqlite:") && !existsSync(url.slice("sqlite:".length))) {
    throw new StudioError("bad-argument", `${who}: dataDir must hold a studio, got ${JSON.stringify(dataDirs[0])}`);
  }
  const store = await openStore(url);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
