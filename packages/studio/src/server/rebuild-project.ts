// One project computed again from its log and its files; what cannot be read is named, one by one.
import { type Project, type Store, type StoredEvent, StoreError } from "@xpal/store";
import { apply, type Folded, nothing, refusalOf } from "../protocol/fold.ts";
import { type ProjectAbout, projectAboutSchema, TABLE_FILE, UNREADABLE } from "./projects/project-about.ts";
import { loggedEvent } from "./projects/read-log.ts";
import { tableFromBytes } from "./scoring/table-bytes.ts";
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

/** What a project is by its log. `stored` are the faults that the store has found. */
export async function rebuildProject(
  store: Store,
  { id, title, about }: Project,
  repaired: readonly string[],
  stored: readonly string[],
): Promise<RebuiltProject> {
  const state = nothing();
  const faults = [...stored];
  let overtaken = 0;
  const known = projectAboutSchema.safeParse(about);
  if (!known.success) faults.push(UNREADABLE);
  const files = new Map<string, number>(known.success ? [[TABLE_FILE, known.data.itemCount]] : []);
  for (const event of known.success ? await readableEvents(store, id) : []) {
    try {
      const logged = loggedEvent(event, known.data as ProjectAbout, state);
      if (refusalOf(state, logged) !== null) overtaken++;
      apply(state, logged);
      if (logged.kind === "rows") files.set(logged.body.file, logged.body.count);
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;
      faults.push(error.message);
    }
  }
  for (const [name, rows] of files) {
    const fault = itemsFault(await store.files.get(id, name), rows);
    if (fault !== null) faults.push(`${name === TABLE_FILE ? "the items" : `the added rows ${name}`} ${fault}`);
  }
  return { id, title: titleOf(state, title), ...countsOf(state), overtaken, repaired, faults: [...new Set(faults)] };
}

const PAGE = 500;

/** The events that are JSON. Where a page has one that is not, its events are read one by one. */
async function readableEvents(store: Store, id: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let [after, limit] = [0, PAGE]; ; ) {
    try {
      const page = await store.events.read(id, { after, limit });
      if (page.length === 0) return events;
      events.push(...page);
      after = page[page.length - 1].sequence;
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "damaged")) throw error;
      if (limit === 1) after++;
      limit = 1;
    }
  }
}

function itemsFault(bytes: Uint8Array | undefined, rows: number): string | null {
  if (bytes === undefined) return "are missing";
  try {
    const found = tableFromBytes(bytes).rows;
    return found === rows ? null : `are ${found} instead of ${rows}`;
  } catch {
    return "cannot be read";
  }
}

function titleOf({ settings }: Folded, title: string): string {
  return settings.title ?? title;
}

function countsOf({ facts, sequence }: Folded): { events: number; labelled: number; setAside: number } {
  const labelled = [...facts.values()].filter(({ to }) => typeof to === "number").length;
  return { events: sequence, labelled, setAside: facts.size - labelled };
}
