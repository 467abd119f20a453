// One project computed again from its log and its files; what cannot be read is named, one by one.
import { type Project, type Store, StoreError } from "@xpal/store";
import { type Folded, nothing, rejectionOf } from "../protocol/fold.ts";
import { aboutFault, type ProjectAbout, TABLE_FILE } from "./projects/project-about.ts";
import { FoldedLog, readLog } from "./projects/read-log.ts";
import { tableFromBytes } from "./scoring/table-bytes.ts";

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
  const faults = [...stored];
  const unreadable = aboutFault(about);
  if (unreadable !== null && about !== null) faults.push(unreadable); // null: the store has named it
  if (unreadable !== null) {
    return { id, title, ...countsOf(nothing()), overtaken: 0, repaired, faults: [...new Set(faults)] };
  }
  const known = about as unknown as ProjectAbout;
  const { state, overtaken, files, faults: found } = await foldedOf(store, id, known);
  faults.push(...found);
  for (const [name, rows] of files) {
    const fault = itemsFault(await fileOf(store, id, name), rows);
    if (fault !== null) faults.push(`${name === TABLE_FILE ? "the items" : `the added rows ${name}`} ${fault}`);
  }
  return { id, title: titleOf(state, title), ...countsOf(state), overtaken, repaired, faults: [...new Set(faults)] };
}

/** The state after what is left of a log, and the files of items with their numbers of rows. */
async function foldedOf(store: Store, id: string, about: ProjectAbout) {
  const log = new FoldedLog(about);
  const left = await readLog(store, id);
  log.note(left.faults);
  const files = new Map<string, number>([[TABLE_FILE, about.itemCount]]);
  let overtaken = 0;
  for (const event of left.events) {
    const isLate = rejectionOf(log.state, event) !== null;
    const { folded } = log.take({ events: [event], faults: [] });
    if (folded.length === 0) continue;
    if (isLate) overtaken++;
    if (event.kind === "rows") files.set(event.body.file, event.body.count);
  }
  return { state: log.state, overtaken, files, faults: log.faults };
}

/** Undefined for a file that is missing or, as the store has found, is not what was written. */
async function fileOf(store: Store, id: string, name: string): Promise<Uint8Array | undefined> {
  try {
    return await store.files.get(id, name);
  } catch (error) {
    if (error instanceof StoreError && error.code === "damaged") return undefined;
    throw error;
  }
}

function itemsFault(bytes: Uint8Array | undefined, rows: number): string | null {
  if (bytes === undefined) return "are missing or damaged";
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
