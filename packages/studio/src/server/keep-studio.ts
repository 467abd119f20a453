// Care for a studio's data, while it runs or not: a backup, and a check that rebuilds all state from the logs.
import { existsSync } from "node:fs";
import { openStore, type Store } from "@xpal/store";
import type { LoggedEvent } from "../protocol/events.ts";
import { apply, nothing, refusalOf } from "../protocol/fold.ts";
import { placeOf, type StudioPlace } from "./data-dir.ts";
import { projectAboutSchema } from "./projects/project-about.ts";
import { StudioError } from "./studio-error.ts";

/** What a rebuild found of a project. */
export interface RebuiltProject {
  readonly id: string;
  readonly title: string;
  readonly events: number;
  readonly labelled: number;
  readonly setAside: number;
}

/**
 * Writes all projects to a new file, a store of its own, also while the studio runs.
 * @throws StudioError if there is no studio in the data folder; StoreError if the file exists or cannot be written.
 */
export async function backupStudio(file: string, place: StudioPlace = {}): Promise<void> {
  await withStore("backupStudio", place, (store) => store.backup(file));
}

/**
 * Folds every log anew. Nothing else is stored, so a sound log is a sound project.
 * @throws StoreError "damaged" if the database or a log has a fault; StudioError if an event cannot follow the others.
 */
export function rebuildStudio(place: StudioPlace = {}): Promise<RebuiltProject[]> {
  return withStore("rebuildStudio", place, async (store) => {
    await store.check();
    const rebuilt: RebuiltProject[] = [];
    for (const { id, title, about } of await store.projects.list()) {
      const { itemCount } = projectAboutSchema.parse(about);
      const state = nothing();
      for (const event of (await store.events.read(id)) as unknown as LoggedEvent[]) {
        const why = refusalOf(state, event, itemCount);
        if (why !== null)
          throw new StudioError("damaged", `rebuildStudio: event ${event.sequence} of "${title}": ${why}`);
        apply(state, event);
      }
      const labelled = [...state.facts.values()].filter(({ to }) => typeof to === "number").length;
      rebuilt.push({ id, title, events: state.sequence, labelled, setAside: state.facts.size - labelled });
    }
    return rebuilt;
  });
}

async function withStore<T>(who: string, place: StudioPlace, work: (store: Store) => Promise<T>): Promise<T> {
  const { dataDir, store: url } = placeOf(place);
  if (url.startsWith("sqlite:") && !existsSync(url.slice("sqlite:".length))) {
    throw new StudioError("bad-argument", `${who}: dataDir must hold a studio, got ${JSON.stringify(dataDir)}`);
  }
  const store = await openStore(url);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
