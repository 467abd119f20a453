// Files that were uploaded but are not projects yet: read once, previewed, decided on, then made a project or dropped.
// Each is read in a process of its own; dropping it ends the process and removes the upload, whatever it was doing.
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Project, Store } from "@xpal/store";
import type { ImportChoice, ImportPreview, ImportProgress, Reading, RowsReport } from "../../protocol/messages.ts";
import { storeProject } from "../projects/create-project.ts";
import type { OpenProject } from "../projects/open-project.ts";
import { tableFromBytes, tableToBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import type { ImportSource } from "./import-calls.ts";
import { type ImportProcess, startImport } from "./import-process.ts";
import { keepProjectFile } from "./project-file.ts";
import { receive } from "./receive.ts";

/** More than this wait for nobody. */
const MOST_WAITING = 4;

/** What becomes of a file: a project at once, or an import that waits for decisions. */
type Brought = { readonly project: string } | { readonly import: string };

/** One file under way. */
interface Import {
  readonly cancel: AbortController;
  readonly reader: ImportProcess;
  readonly listeners: Set<(progress: ImportProgress) => void>;
  progress: ImportProgress;
  /** Read, and waiting for decisions. */
  waits: boolean;
  /** Where the upload lies; null for a file of this machine. */
  folder: string | null;
}

/** The imports of a server. */
export class Imports {
  readonly #store: Store;
  readonly #clock: () => Date;
  readonly #uploads: string;
  readonly #mostBytes: number;
  readonly #modelFolders: readonly string[];
  readonly #imports = new Map<string, Import>();

  /** `modelFolders` is where models may lie: what a page names must not lead to other folders of this machine. */
  constructor(
    store: Store,
    clock: () => Date,
    dataDir: string,
    mostBytes: number,
    modelFolders: readonly string[] = [],
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#uploads = join(dataDir, "uploads");
    this.#mostBytes = mostBytes;
    this.#modelFolders = modelFolders;
    rmSync(this.#uploads, { recursive: true, force: true }); // what a former run left behind
    mkdirSync(this.#uploads, { recursive: true, mode: 0o700 });
  }

  /**
   * Takes an upload; a project file becomes its project at once, anything else waits for decisions.
   * @param signal Aborted when nobody waits any more: then nothing of it stays.
   * @param id Under which name the import can be watched and dropped, from now on.
   */
  async upload(
    body: ReadableStream<Uint8Array>,
    name: string,
    signal?: AbortSignal,
    id: string = randomUUID(),
  ): Promise<Brought> {
    const folder = join(this.#uploads, randomUUID());
    const path = join(folder, safeName(name));
    const begun = this.#begin(id, signal);
    const { cancel } = begun;
    begun.folder = folder; // stays until the import ends, since it may be read again in another way
    try {
      mkdirSync(folder);
      await receive(body, path, this.#mostBytes, cancel.signal);
      const unpackInto = join(folder, "unpacked");
      return await this.#read({ id, path, name, unpackInto, source: name, folder: null });
    } catch (error) {
      const cancelled = cancel.signal.aborted;
      await this.drop(id);
      throw cancelled ? new StudioError("cancelled", "the import was cancelled") : error;
    }
  }

  /** Reads a file or folder of this machine, named by the person who started the server. */
  async local(path: string, folder: string): Promise<Brought> {
    const id = randomUUID();
    this.#begin(id);
    try {
      const name = basename(path);
      return await this.#read({ id, path, name, unpackInto: null, source: path, folder });
    } catch (error) {
      await this.drop(id);
      throw error;
    }
  }

  preview(id: string, label?: string | null, reading: Reading = {}): Promise<ImportPreview> {
    return this.#get(id).reader.call("preview", { label, reading });
  }

  /** What would become of the rows of a file that join a project; `add` adds them. */
  async rows(id: string, project: OpenProject, add: boolean): Promise<RowsReport> {
    const { about, classes, table } = project;
    const ready = await this.#get(id).reader.call("rows", { table: tableToBytes(table), about, classes });
    if (!add) return ready.report;
    const { bytes, answers, pictures } = ready.rows;
    if (ready.report.added > 0) await project.addRows({ bytes, answers, table: tableFromBytes(bytes) }, pictures);
    await this.drop(id);
    return ready.report;
  }

  async create(id: string, choice: ImportChoice): Promise<Project> {
    const project = await storeProject(this.#store, this.#clock, await this.#get(id).reader.call("prepare", choice));
    await this.drop(id);
    return project;
  }

  /** Calls back with the progress of an import, at once and after each change; the last stage is "ended". Returns how to stop listening. */
  watch(id: string, listener: (progress: ImportProgress) => void): () => void {
    const found = this.#imports.get(id);
    listener(found?.progress ?? { stage: "ended", share: null });
    found?.listeners.add(listener);
    return () => found?.listeners.delete(listener);
  }

  /** Ends an import at any moment. */
  async drop(id: string): Promise<void> {
    const found = this.#imports.get(id);
    this.#imports.delete(id);
    found?.cancel.abort();
    for (const listener of found?.listeners ?? []) listener({ stage: "ended", share: null });
    await found?.reader.close();
    if (found?.folder) await rm(found.folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#imports.keys()].map((id) => this.drop(id)));
  }

  #begin(id: string, signal?: AbortSignal): Import {
    if (this.#imports.has(id)) throw new StudioError("conflict", "an import with this id is under way");
    const reading = [...this.#imports.values()].filter(({ waits }) => !waits).length;
    if (reading >= MOST_WAITING) throw new StudioError("conflict", "too many files are being read; cancel one of them");
    const cancel = new AbortController();
    const begun: Import = {
      cancel,
      reader: startImport((progress) => this.#tell(begun, progress)),
      listeners: new Set(),
      progress: { stage: "receiving", share: null },
      waits: false,
      folder: null,
    };
    this.#imports.set(id, begun);
    const end = () => void (begun.waits ? undefined : this.drop(id));
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end);
    return begun;
  }

  async #read(source: Omit<ImportSource, "mostBytes" | "modelFolders">): Promise<Brought> {
    const found = this.#get(source.id);
    const limits = { mostBytes: this.#mostBytes, modelFolders: this.#modelFolders };
    const project = await found.reader.call("read", { ...source, ...limits });
    if (project === null) {
      found.waits = true;
      await this.#makeSpace();
      return { import: source.id };
    }
    const kept = await keepProjectFile(this.#store, project);
    await this.drop(source.id);
    return { project: kept };
  }

  async #makeSpace(): Promise<void> {
    const waiting = [...this.#imports].filter(([, { waits }]) => waits).map(([id]) => id);
    await Promise.all(waiting.slice(0, -MOST_WAITING).map((id) => this.drop(id)));
  }

  #tell(found: Import, progress: ImportProgress): void {
    found.progress = progress;
    for (const listener of found.listeners) listener(progress);
  }

  #get(id: string): Import {
    const found = this.#imports.get(id);
    if (found === undefined) throw new StudioError("not-found", "this import is gone; bring the file again");
    return found;
  }
}

/** A name that stays in its folder and keeps the ending, which tells the format. */
function safeName(name: string): string {
  const plain = basename(name.replaceAll("\\", "/"))
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .slice(-100);
  return /^\.*$/.test(plain) ? "upload" : plain;
}
