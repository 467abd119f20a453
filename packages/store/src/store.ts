// What a store can do. Truth is what was acknowledged: when a promise of `append` or `put` resolves, the fact is on
// disk. Time is passed in by the caller, the store has no clock.

/** Any JSON value. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** What a run yielded: JSON, or bytes of the caller's own format. */
export type Outcome = JsonValue | Uint8Array;

/** A finished run. */
export interface Run {
  readonly key: string;
  /** The plan it belongs to; "" when none was given. */
  readonly plan: string;
  readonly outcome: Outcome;
}

/** Which runs: those of a plan, those whose key starts with a prefix, or all. */
export interface RunFilter {
  readonly plan?: string;
  readonly prefix?: string;
}

/** Finished runs, each under a key that names its content. */
export interface Runs {
  /**
   * Keeps an outcome. The first write of a key wins; a later one changes nothing.
   * @returns Whether this call stored it.
   */
  put(key: string, outcome: Outcome, options?: { readonly plan?: string }): Promise<boolean>;
  get(key: string): Promise<Run | undefined>;
  has(key: string): Promise<boolean>;
  /** The keys, in ascending order of their bytes. */
  keys(filter?: RunFilter): Promise<string[]>;
  /** Those of the given keys that are finished. */
  known(keys: readonly string[]): Promise<Set<string>>;
  /** How many runs there are. */
  count(filter?: RunFilter): Promise<number>;
  /** The runs in the order of their keys, fetched as they are asked for. */
  list(filter?: RunFilter): AsyncIterable<Run>;
  /**
   * Reserves a key for one runner until a time; it fails if the key is finished or another runner holds it.
   * @param now The caller's clock, in milliseconds.
   * @param until When the claim lapses, in milliseconds of the same clock; claim again to prolong it.
   */
  claim(key: string, claim: { readonly owner: string; readonly now: number; readonly until: number }): Promise<boolean>;
  /** Gives a claim back. */
  release(key: string, owner: string): Promise<void>;
}

/** A value with the key it is kept under. */
export interface StoredBlob {
  readonly key: string;
  readonly value: Outcome;
}

/** Data that belongs to runs, such as plans and datasets, each under a key that the caller chooses. */
export interface Blobs {
  /** Keeps a value; a former one of that key is replaced. */
  put(key: string, value: Outcome): Promise<void>;
  get(key: string): Promise<Outcome | undefined>;
  has(key: string): Promise<boolean>;
  /** The blobs whose key starts with a prefix, or all, in the order of their keys, fetched as they are asked for. */
  list(prefix?: string): AsyncIterable<StoredBlob>;
}

/** A project to create. */
export interface ProjectDraft {
  readonly id: string;
  readonly title: string;
  /** When it was made, as an ISO time. */
  readonly at: string;
  /** What never changes about it; later changes are events. Null if what is stored cannot be read, which `faults` reports. */
  readonly about: JsonValue;
}

/** A project as kept. */
export interface Project extends ProjectDraft {
  /** The sequence number of its latest event; 0 if it has no events. */
  readonly last: number;
}

/** A project in the bin. */
export interface BinnedProject extends Project {
  /** When it was put there, as an ISO time. */
  readonly binned: string;
}

/** An event to append, with an id that the sender made, so that sending it twice has no effect. */
export interface EventDraft {
  readonly id: string;
  readonly kind: string;
  /** When it happened, as an ISO time. */
  readonly at: string;
  readonly body: JsonValue;
}

/** An event as kept: its position in the project's log, counted from 1 without gaps. */
export interface StoredEvent extends EventDraft {
  readonly sequence: number;
}

/** What is left of a log. */
export interface ExaminedLog {
  /** The events that are as they were written, by their numbers. */
  readonly events: StoredEvent[];
  /** What is missing or was changed, each as a part of a sentence; empty for a sound log. */
  readonly faults: string[];
}

/** A part of a log. */
export interface EventRange {
  /** Only events with a larger sequence number; 0 by default. */
  readonly after?: number;
  /** At most this many. */
  readonly limit?: number;
}

/** What a writer knows about a log. */
export interface AppendOptions {
  /**
   * The sequence number of the last event that the writer has read; anybody's knowledge will do when it is left out.
   * Events that the log has already are returned whatever it says.
   */
  readonly after?: number;
}

/**
 * Told of a log and its last number now, which is 0 for a project that was removed; or of null where it is not known which
 * logs have grown, as after a lost connection.
 */
export type LogListener = (grown: { readonly project: string; readonly last: number } | null) => void;

/** The logs of the projects. They are append-only, and everything else about a project follows from them. */
export interface Events {
  /**
   * Appends all of the events or none, and numbers them. An event whose id the log has already is not appended again.
   * @returns The events as they are in the log, in the order given.
   * @throws StoreError "conflict" if an id is taken by another event, "stale" if the log goes on behind `after`,
   * "not-found" if there is no such project, "damaged" if the log does not end at the last number of its project.
   */
  append(project: string, events: readonly EventDraft[], options?: AppendOptions): Promise<StoredEvent[]>;
  /** @throws StoreError "damaged" if an event of the range is missing or was changed after it was written. */
  read(project: string, range?: EventRange): Promise<StoredEvent[]>;
  /** Reads what is left of a log behind a number, 0 by default, and compares it with the last number of its project. */
  examine(project: string, after?: number): Promise<ExaminedLog>;
  /**
   * Calls back when somebody has appended to a log, be it the caller, or has removed a project.
   * @returns How to stop.
   */
  watch(listener: LogListener): Promise<() => Promise<void>>;
}

/** The files of a project, such as the items to label. */
export interface Files {
  /** Keeps a file; a former one of that name is replaced. */
  put(project: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Keeps a file unless there is one of that name, which stays; returns whether it was kept. */
  putNew(project: string, name: string, bytes: Uint8Array): Promise<boolean>;
  get(project: string, name: string): Promise<Uint8Array | undefined>;
  names(project: string): Promise<string[]>;
}

/** Labelling projects. */
export interface Projects {
  /**
   * Makes a project together with its files and its first events: all or nothing.
   * @throws StoreError "conflict" if there is another project of that id; the same one again is harmless.
   */
  create(
    draft: ProjectDraft,
    files?: ReadonlyMap<string, Uint8Array>,
    events?: readonly EventDraft[],
  ): Promise<Project>;
  get(id: string): Promise<Project | undefined>;
  /** All projects but those in the bin, the newest first. */
  list(): Promise<Project[]>;
  /**
   * Puts a project into the bin: it keeps its events and files, but nobody finds it or appends to it until it is restored.
   * @returns Whether it was there and not in the bin.
   */
  bin(id: string, at: string): Promise<boolean>;
  /** The projects in the bin, the last one put there first. */
  binned(): Promise<BinnedProject[]>;
  /** Takes a project out of the bin; returns whether it was in there. */
  restore(id: string): Promise<boolean>;
  /** Removes a project, in the bin or not, with its events and files. */
  remove(id: string): Promise<void>;
}

/** What somebody holds. */
export interface Lease {
  readonly holder: string;
  readonly held: JsonValue;
}

/** What becomes of the leases of a project. */
export interface LeaseChange<T> {
  /** New leases; a former one of the same holder is replaced. */
  readonly put?: readonly Lease[];
  /** Holders whose lease ends. */
  readonly remove?: readonly string[];
  readonly result: T;
}

/** What is held for a while, such as items that are on somebody's screen, shared by all servers on one store. */
export interface Leases {
  /**
   * Changes the leases of a project, alone among all who share the store. The work may be run again if another writer was
   * in the way, so it must not change anything else.
   * @param after The last event that the caller knows; the work is given those behind it.
   * @throws StoreError "not-found" if there is no such project.
   */
  change<T>(
    project: string,
    after: number,
    work: (now: { readonly leases: readonly Lease[]; readonly events: readonly StoredEvent[] }) => LeaseChange<T>,
  ): Promise<T>;
}

/** A record as kept. */
export interface StoredRecord {
  readonly key: string;
  /** How often it was written. */
  readonly revision: number;
  readonly value: JsonValue;
}

/** A part of the records of a kind, in the order of their keys. */
export interface RecordRange {
  /** Only records with a smaller key. */
  readonly before?: string;
  /** At most this many. */
  readonly limit?: number;
  /** From the last key to the first; the other way by default. */
  readonly newest?: boolean;
}

/** Small values that change and have a key: accounts, sessions, and the like. A kind is a namespace of keys. */
export interface Records {
  get(kind: string, key: string): Promise<StoredRecord | undefined>;
  list(kind: string, range?: RecordRange): Promise<StoredRecord[]>;
  /**
   * Writes a record; a former one is replaced.
   * @param options `revision`: only if the record has it; 0 if there must be none yet.
   * @returns The new revision.
   * @throws StoreError "stale" if the record has another revision.
   */
  put(kind: string, key: string, value: JsonValue, options?: { readonly revision?: number }): Promise<number>;
  /** Removes a record; false if there was none: of several who remove it, one is told that it was there. */
  remove(kind: string, key: string): Promise<boolean>;
}

/** Something that is wrong with a store. */
export interface StoreFault {
  /** The project that it concerns; null for the database itself. */
  readonly project: string | null;
  /** The fault as a part of a sentence. */
  readonly fault: string;
  /** Whether `repair` removes it. */
  readonly canRepair: boolean;
}

/** How a store is opened. */
export interface OpenOptions {
  /**
   * Whether SQLite writes on a thread of its own, so that waiting for the disk holds up nothing else in this process: for
   * servers. Each write then takes some tenths of a millisecond more. PostgreSQL has processes of its own for that.
   */
  readonly thread?: boolean;
}

/** Keeps labels and runs durably. */
export interface Store {
  readonly kind: "sqlite" | "postgres";
  /** The version of its tables. */
  readonly version: number;
  readonly runs: Runs;
  readonly blobs: Blobs;
  readonly projects: Projects;
  readonly events: Events;
  readonly files: Files;
  readonly leases: Leases;
  readonly records: Records;
  /**
   * Writes the whole store to a new file, a SQLite store of its own, while others read and write.
   * @param options.without Kinds of records that are left out.
   * @throws StoreError "conflict" if the file exists.
   */
  backup(file: string, options?: { readonly without?: readonly string[] }): Promise<void>;
  /** @throws StoreError "damaged" if the database or a log in it is not sound. */
  check(): Promise<void>;
  /** All that is wrong with it; empty for a sound store. */
  faults(): Promise<StoreFault[]>;
  /** Removes the faults that can be removed without inventing anything, and returns them. */
  repair(): Promise<StoreFault[]>;
  close(): Promise<void>;
}
