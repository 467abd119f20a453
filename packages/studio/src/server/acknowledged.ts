// How far the log of each project was acknowledged, in a small file beside the database of a data folder: a database that was
// emptied, lost its latest commits with its write-ahead log, or is an older copy is sound in itself, and only something
// outside of it can tell. Written after each commit without waiting for the disk, so it is never ahead of the database.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Project, type Store, StoreError, type StoreFault } from "@xpal/store";
import { StudioError } from "./studio-error.ts";

/** The name of the file in a data folder. */
const FILE = "acknowledged.jsonl";
/** The number stands at the same place of each line, and is written over. */
const [BEFORE, WIDTH] = ['{"last":', 16];
/** The number of a project that was removed. */
const REMOVED = -1;

/**
 * Rejects a database file that is missing or empty beside traces of projects: it would be taken for a new one.
 * @param argument What the sentence begins with.
 * @throws StudioError "damaged".
 */
export function checkDatabase(argument: string, dataDir: string, database: string): void {
  const size = statSync(database, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const count = readAcknowledged(dataDir).size;
  const commits = `${database}-wal`;
  const hasCommits = (statSync(commits, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (count === 0 && !hasCommits) return;
  const what = `the database ${JSON.stringify(database)} is ${size === undefined ? "missing" : "empty"}`;
  const held = count === 0 ? "commits lie beside it" : count === 1 ? "it held a project" : `it held ${count} projects`;
  const trace = count === 0 ? commits : join(dataDir, FILE);
  throw new StudioError(
    "damaged",
    `${argument}: ${what}, but ${held}; put a backup in its place, or remove ${JSON.stringify(trace)} to begin without them`,
  );
}

/** What of the projects that were acknowledged a store does not have. */
export async function lostSince(dataDir: string, store: Store): Promise<StoreFault[]> {
  const lasts = new Map((await allProjects(store)).map(({ id, last }) => [id, last]));
  const faults: StoreFault[] = [];
  for (const [project, last] of readAcknowledged(dataDir)) {
    const found = lasts.get(project);
    if (found === undefined) faults.push({ project, fault: "the project is missing", canRepair: false });
    else if (found < last && !(await reaches(store, project, last))) {
      faults.push({ project, fault: `events ${found + 1} to ${last} of the log are missing`, canRepair: false });
    }
  }
  return faults;
}

/**
 * The store, noting what it acknowledges.
 * @throws StudioError "damaged" if it lacks what was acknowledged before.
 */
export async function noting(dataDir: string, store: Store): Promise<Store> {
  const lost = await lostSince(dataDir, store);
  if (lost.length > 0) {
    const [{ project, fault }, ...more] = lost;
    const others = more.length === 0 ? "" : ` (and ${more.length} more like this)`;
    throw new StudioError(
      "damaged",
      `startStudio: the database in ${JSON.stringify(dataDir)} lacks answers that were acknowledged: project ${project}: ${fault}${others}; restore a backup into an empty folder, or remove ${JSON.stringify(join(dataDir, FILE))} to go on with what is there`,
    );
  }
  const notes = new Notes(join(dataDir, FILE), await allProjects(store));
  return {
    ...store,
    projects: {
      ...store.projects,
      create: async (...args) => {
        const project = await store.projects.create(...args);
        notes.set(project.id, project.last);
        return project;
      },
      remove: async (id) => {
        notes.remove(id);
        await store.projects.remove(id);
      },
    },
    events: {
      ...store.events,
      append: async (project, ...args) => {
        const stored = await store.events.append(project, ...args);
        notes.set(
          project,
          stored.reduce((last, { sequence }) => Math.max(last, sequence), 0),
        );
        return stored;
      },
    },
    close: async () => {
      await store.close();
      notes.close();
    },
  };
}

/** Those in the bin too. */
async function allProjects({ projects }: Store): Promise<Project[]> {
  return [...(await projects.list()), ...(await projects.binned())];
}

/** The last numbers that were acknowledged, by project; lines that a power failure has torn say nothing. */
function readAcknowledged(dataDir: string): Map<string, number> {
  const known = new Map<string, number>();
  const file = join(dataDir, FILE);
  for (const line of existsSync(file) ? readFileSync(file, "utf8").split("\n") : []) {
    try {
      const { project, last } = JSON.parse(line) as { project?: unknown; last?: unknown };
      if (typeof project !== "string" || !Number.isSafeInteger(last)) continue;
      if (last === REMOVED) known.delete(project);
      else known.set(project, last as number);
    } catch {
      // says nothing
    }
  }
  return known;
}

/** Whether a log goes that far although its project says otherwise, or cannot be read: then the project itself is damaged. */
async function reaches(store: Store, project: string, last: number): Promise<boolean> {
  try {
    const { events, faults } = await store.events.examine(project, last - 1);
    return events.length + faults.length > 0;
  } catch (error) {
    if (error instanceof StoreError && error.code === "damaged") return true;
    throw error;
  }
}

/** The open file. What cannot be written to it is left out: it must not keep answers from being acknowledged. */
class Notes {
  readonly #lines = new Map<string, { readonly at: number; last: number }>();
  readonly #file: number;
  #end = 0;

  /** Begins the file anew, with what there is. */
  constructor(file: string, projects: readonly { readonly id: string; readonly last: number }[]) {
    this.#file = openSync(`${file}.new`, "w", 0o600);
    for (const { id, last } of projects) this.set(id, last);
    renameSync(`${file}.new`, file);
  }

  set(project: string, last: number): void {
    const line = this.#lines.get(project);
    if (line !== undefined && last <= line.last) return;
    const number = String(last).padStart(WIDTH);
    if (line !== undefined) {
      line.last = last;
      this.#write(number, line.at + BEFORE.length);
      return;
    }
    const text = `${BEFORE}${number},"project":${JSON.stringify(project)}}\n`;
    this.#lines.set(project, { at: this.#end, last });
    this.#write(text, this.#end);
    this.#end += Buffer.byteLength(text);
  }

  /** On disk before the project is gone, or it would be missed after a power failure. */
  remove(project: string): void {
    const line = this.#lines.get(project);
    if (line === undefined) return;
    this.#lines.delete(project);
    this.#write(String(REMOVED).padStart(WIDTH), line.at + BEFORE.length);
    this.#attempt(() => fsyncSync(this.#file));
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(text: string, at: number): void {
    this.#attempt(() => writeSync(this.#file, text, at));
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch {
      // such as a full disk
    }
  }
}
