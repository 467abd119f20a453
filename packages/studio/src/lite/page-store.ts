// Projects, their logs and their files in IndexedDB, under the rules of the other stores: an append is all or nothing,
// numbers have no gaps, an id is taken once, and a writer who has not read the last event is rejected. A promise that
// resolves means that the browser has committed the transaction, with strict durability where it knows that.
import {
  type AppendOptions,
  type BinnedProject,
  type EventDraft,
  faultsOfLog,
  type Project,
  type ProjectDraft,
  type StoredEvent,
  StoreError,
} from "@xpal/store";
import type { ProjectStore } from "../server/projects/project-store.ts";

const VERSION = 1;
type Kept = Omit<StoredEvent, "body"> & { readonly project: string; readonly body: string };

/**
 * Opens the store of a name.
 * @throws StoreError if the browser does not let the page keep anything, or a later version of the page wrote it.
 */
export async function openPageStore(factory: IDBFactory, name: string): Promise<ProjectStore> {
  const db = await openDatabase(factory, name);

  /** Runs work in one transaction; it is committed when this resolves. */
  async function inside<T>(
    who: string,
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    const transaction = db.transaction(["projects", "events", "files"], mode, { durability: "strict" });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
    done.catch(() => {}); // told below
    try {
      const result = await work(transaction);
      await done;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // it had ended
      }
      throw rejectionOf(who, error);
    }
  }

  return {
    projects: {
      create: (draft, files = new Map(), events = []) =>
        inside("projects.create", "readwrite", async (transaction) => {
          const projects = transaction.objectStore("projects");
          const there = await answerTo<Project | undefined>(projects.get(draft.id));
          if (there !== undefined) return sameProject(there, draft);
          await answerTo(projects.add({ ...draft, last: 0 }));
          for (const [name, bytes] of files) {
            await answerTo(transaction.objectStore("files").put({ project: draft.id, name, bytes: own(bytes) }));
          }
          const stored = await append(transaction, draft.id, events);
          return { ...draft, last: stored.at(-1)?.sequence ?? 0 };
        }),
      get: (id) => inside("projects.get", "readonly", (transaction) => projectIn(transaction, id)),
      list: () =>
        inside("projects.list", "readonly", async (transaction) => {
          const all = await keptProjects(transaction);
          return all
            .filter(({ binned }) => binned === undefined)
            .sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1));
        }),
      bin: (id, at) =>
        inside("projects.bin", "readwrite", async (transaction) => {
          const held = await projectIn(transaction, id);
          if (held !== undefined) await answerTo(transaction.objectStore("projects").put({ ...held, binned: at }));
          return held !== undefined;
        }),
      binned: () =>
        inside("projects.binned", "readonly", async (transaction) => {
          const all = (await keptProjects(transaction)).filter((one): one is BinnedProject => one.binned !== undefined);
          return all.sort((a, b) => (a.binned < b.binned ? 1 : -1));
        }),
      restore: (id) =>
        inside("projects.restore", "readwrite", async (transaction) => {
          const found = (await keptProjects(transaction)).find((one) => one.id === id && one.binned !== undefined);
          if (found === undefined) return false;
          const { binned: _, ...project } = found;
          await answerTo(transaction.objectStore("projects").put(project));
          return true;
        }),
      remove: (id) =>
        inside("projects.remove", "readwrite", async (transaction) => {
          transaction.objectStore("projects").delete(id);
          for (const name of ["events", "files"]) transaction.objectStore(name).delete(below(id));
        }),
    },
    events: {
      append: (project, events, options) =>
        inside("events.append", "readwrite", (transaction) => append(transaction, project, events, options)),
      read: (project, range = {}) =>
        inside("events.read", "readonly", async (transaction) => {
          const keys = IDBKeyRange.bound([project, range.after ?? 0], [project, []], true, true);
          return (await answerTo<Kept[]>(transaction.objectStore("events").getAll(keys, range.limit))).map(storedOf);
        }),
      examine: (project, after = 0) =>
        inside("events.examine", "readonly", async (transaction) => {
          const held = await answerTo<Project | undefined>(transaction.objectStore("projects").get(project));
          const keys = IDBKeyRange.bound([project, after], [project, []], true, true);
          const kept = await answerTo<Kept[]>(transaction.objectStore("events").getAll(keys));
          const rows = kept.map(({ sequence }) => ({ sequence, fault: null })); // the browser checks what it keeps
          return { events: kept.map(storedOf), faults: faultsOfLog(rows, after, held?.last ?? after) };
        }),
    },
    files: {
      put: (project, name, bytes) =>
        inside("files.put", "readwrite", async (transaction) => {
          await checkThere(transaction, "files.put", project);
          await answerTo(transaction.objectStore("files").put({ project, name, bytes: own(bytes) }));
        }),
      putNew: (project, name, bytes) =>
        inside("files.putNew", "readwrite", async (transaction) => {
          await checkThere(transaction, "files.putNew", project);
          const files = transaction.objectStore("files");
          if ((await answerTo<number>(files.count([project, name]))) > 0) return false;
          await answerTo(files.put({ project, name, bytes: own(bytes) }));
          return true;
        }),
      get: (project, name) =>
        inside("files.get", "readonly", async (transaction) => {
          const request = transaction.objectStore("files").get([project, name]);
          return (await answerTo<{ bytes: Uint8Array } | undefined>(request))?.bytes;
        }),
      names: (project) =>
        inside("files.names", "readonly", async (transaction) => {
          const keys = await answerTo(transaction.objectStore("files").getAllKeys(below(project)));
          return (keys as [string, string][]).map(([, name]) => name);
        }),
    },
  };
}

type KeptProject = Project & Partial<BinnedProject>;

function keptProjects(transaction: IDBTransaction): Promise<KeptProject[]> {
  return answerTo<KeptProject[]>(transaction.objectStore("projects").getAll());
}

/** A project that is not in the bin. */
async function projectIn(transaction: IDBTransaction, id: string): Promise<Project | undefined> {
  const found = await answerTo<KeptProject | undefined>(transaction.objectStore("projects").get(id));
  return found?.binned === undefined ? found : undefined;
}

async function checkThere(transaction: IDBTransaction, who: string, project: string): Promise<void> {
  const there = await answerTo(transaction.objectStore("projects").count(project));
  if (there === 0) throw noProject(who, project);
}

async function append(
  transaction: IDBTransaction,
  project: string,
  drafts: readonly EventDraft[],
  { after }: AppendOptions = {},
): Promise<StoredEvent[]> {
  const projects = transaction.objectStore("projects");
  const held = await projectIn(transaction, project);
  if (held === undefined) throw noProject("events.append", project);
  const events = transaction.objectStore("events");
  const fresh = new Map<string, Kept>();
  const placed: Kept[] = [];
  let { last } = held;
  for (const { id, kind, at, body } of drafts) {
    const event = { project, id, kind, at, body: JSON.stringify(body) };
    const there = fresh.get(id) ?? (await answerTo<Kept | undefined>(events.index("id").get([project, id])));
    if (there !== undefined && (there.kind !== kind || there.body !== event.body)) {
      throw rejection("conflict", "events.append", "id", "must not belong to another event", id);
    }
    const kept = there ?? { ...event, sequence: ++last };
    if (there === undefined) fresh.set(id, kept);
    placed.push(kept);
  }
  if (fresh.size > 0 && after !== undefined && after !== held.last) {
    throw rejection("stale", "events.append", "after", `must be the last number of the log, ${held.last}`, after);
  }
  for (const event of fresh.values()) events.add(event);
  if (fresh.size > 0) projects.put({ ...held, last });
  return placed.map(storedOf);
}

/** Bytes without the rest of the memory that they are a part of, which would be kept too. */
function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

function sameProject(there: Project, draft: ProjectDraft): Project {
  const same = there.title === draft.title && there.at === draft.at;
  if (same && JSON.stringify(there.about) === JSON.stringify(draft.about)) return there;
  throw rejection("conflict", "projects.create", "id", "must not belong to another project", draft.id);
}

function storedOf({ sequence, id, kind, at, body }: Kept): StoredEvent {
  return { sequence, id, kind, at, body: JSON.parse(body) };
}

/** All keys that begin with a project. */
function below(project: string): IDBKeyRange {
  return IDBKeyRange.bound([project], [project, []], false, true);
}

function answerTo<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}

function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const fail = (isNewer: boolean) => {
      const rule = isNewer ? "was written by a later version of this page" : "lets this page keep nothing";
      const wayOut = isNewer ? "open that version" : "allow it to keep data, or leave the private window";
      reject(new StoreError("cannot-open", { who: "openPageStore", argument: "the browser's storage", rule, wayOut }));
    };
    let request: IDBOpenDBRequest;
    try {
      request = factory.open(name, VERSION);
    } catch {
      return fail(false); // where cookies are blocked it throws at once
    }
    request.onupgradeneeded = () => {
      const db = request.result;
      db.createObjectStore("projects", { keyPath: "id" });
      const events = db.createObjectStore("events", { keyPath: ["project", "sequence"] });
      events.createIndex("id", ["project", "id"], { unique: true });
      db.createObjectStore("files", { keyPath: ["project", "name"] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => fail(request.error?.name === "VersionError");
  });
}

/** What the browser throws, in the words of a store. */
function rejectionOf(who: string, error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if ((error as Error)?.name === "QuotaExceededError") {
    const wayOut = "free some space, or export and remove a project";
    return new StoreError("full", { who, argument: "the browser's storage", rule: "is full", wayOut });
  }
  return new StoreError("failed", {
    who,
    argument: "the browser's storage",
    rule: `failed: ${(error as Error)?.message}`,
  });
}

function noProject(who: string, project: string): StoreError {
  return rejection("not-found", who, "project", "must exist", project);
}

function rejection(
  code: ConstructorParameters<typeof StoreError>[0],
  who: string,
  argument: string,
  rule: string,
  value: unknown,
): StoreError {
  return new StoreError(code, { who, argument, rule, value });
}
