// Files that were uploaded but are not projects yet: read once, previewed, decided on, then made a project or dropped.
// Each is read in a process of its own; dropping it ends the process and removes the upload, whatever it was doing.
import type { Project } from "@xpal/store";
import type { ImportChoice, ImportPreview, Reading, RowsReport } from "../../protocol/import-messages.ts";
import type { ImportProgress } from "../../protocol/import-progress.ts";
import type { LabelsOfItems } from "../projects/add-rows.ts";
import { storeProject } from "../projects/create-project.ts";
import type { OpenProject } from "../projects/open-project.ts";
import type { RowsBasis } from "../projects/project-rows.ts";
import type { ProjectStore } from "../projects/project-store.ts";
import { tableFromBytes, tableToBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import type { ImportCalls, ImportProcess, ImportSource, StartImport } from "./import-calls.ts";
import type { LargeReading } from "./large-table.ts";
import { Once } from "./once.ts";
import { keepProjectFile } from "./project-file.ts";
import type { Upload, Uploads } from "./uploads.ts";

/** How often rows are made ready anew because others have added some meanwhile. */
const MAX_TRIES = 20;

/** More than this wait for nobody. */
const MAX_WAITING = 4;

/** What becomes of a file: a project at once, or an import that waits for decisions. */
type Brought = { readonly project: string } | { readonly import: string };

/** What the person who started the server allows imports. */
export interface ImportLimits {
  /** Where models may lie: what a page names must not lead to other folders of this machine. */
  readonly modelFolders: readonly string[];
  /** How files of this machine are read. */
  readonly inPieces: LargeReading;
  /** Whether other servers may have the same store: a file is read by the server that it was sent to. */
  readonly isShared?: boolean;
}

/** Hears of a project, and of its items from before that have a label of the file now. */
type OnImport = (project: string, labelled?: readonly number[]) => Promise<void>;

/** One file under way. */
interface Import {
  readonly cancel: AbortController;
  readonly reader: ImportProcess;
  readonly listeners: Set<(progress: ImportProgress) => void>;
  progress: ImportProgress;
  /** Read, and waiting for decisions. */
  waits: boolean;
  /** What was uploaded; null for a file of this machine. */
  upload: Upload | null;
}

/** Rows that were made ready for a project as it is now. */
type ReadyRows = Omit<ReturnType<ImportCalls["rows"]>, "report"> & RowsBasis & { readonly report: RowsReport };

/** The imports of a server. */
export class Imports {
  readonly #store: ProjectStore;
  readonly #clock: () => Date;
  readonly #uploads: Uploads;
  readonly #startImport: StartImport;
  readonly #limits: ImportLimits;
  readonly #onImport: OnImport;
  readonly #imports = new Map<string, Import>();
  /** The projects that were made of imports, and what was said of rows that were added. */
  readonly #made = new Once<Project>();
  readonly #added = new Once<RowsReport>();

  /** @param onImport Called with each project that was made of a file, or that rows or labels of one were added to. */
  constructor(
    store: ProjectStore,
    clock: () => Date,
    uploads: Uploads,
    startImport: StartImport,
    limits: ImportLimits = { modelFolders: [], inPieces: {} },
    onImport: OnImport = async () => {},
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#uploads = uploads;
    this.#startImport = startImport;
    this.#limits = limits;
    this.#onImport = onImport;
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
    id: string = crypto.randomUUID(),
  ): Promise<Brought> {
    const begun = this.#begin(id, signal);
    const { cancel } = begun;
    const upload = this.#uploads.begin(name);
    begun.upload = upload; // stays until the import ends, since it may be read again in another way
    try {
      const content = await upload.receive(body, cancel.signal);
      return await this.#read({ id, name, source: name, folder: null, ...content });
    } catch (error) {
      throw await this.#afterFailure(id, cancel.signal.aborted, error);
    }
  }

  /**
   * Reads a file or folder of this machine, which the person who started the server named or allowed.
   * @param signal Aborted when nobody waits any more.
   * @param id Under which name the import can be watched and dropped, from now on.
   */
  async local(path: string, folder: string, signal?: AbortSignal, id: string = crypto.randomUUID()): Promise<Brought> {
    const { cancel } = this.#begin(id, signal);
    try {
      const name = path.split(/[/\\]/).at(-1) ?? path;
      return await this.#read({ id, path, name, unpackInto: null, source: path, folder });
    } catch (error) {
      throw await this.#afterFailure(id, cancel.signal.aborted, error);
    }
  }

  preview(id: string, label?: string | null, reading: Reading = {}): Promise<ImportPreview> {
    return this.#get(id).reader.call("preview", { label, reading });
  }

  /** What would become of the rows of a file that join a project. */
  async rowsReport(id: string, project: OpenProject, reading?: Reading): Promise<RowsReport> {
    return (await this.#readyRows(this.#get(id), project, reading)).report;
  }

  /**
   * Adds the rows of a file to a project.
   * @param labelsBy Who also takes the labels that the file has for rows which are there and still open; null to leave them.
   * @param reading How the file is read; as the project's was where nothing is said.
   */
  addRows(id: string, project: OpenProject, labelsBy: string | null, reading?: Reading): Promise<RowsReport> {
    return this.#added.do(`${id} ${project.info().id}`, async () => {
      const { report, known } = await this.#addRows(this.#get(id), project, reading);
      const taken = labelsBy === null ? [] : await project.takeLabels(known, labelsBy);
      await this.drop(id);
      if (report.added > 0 || taken.length > 0) await this.#onImport(project.info().id, taken);
      return { ...report, labelsTaken: taken.length };
    });
  }

  create(id: string, choice: ImportChoice): Promise<Project> {
    return this.#made.do(id, async () => {
      const prepared = await this.#get(id).reader.call("prepare", choice);
      const project = await storeProject(this.#store, this.#clock, prepared);
      await this.drop(id);
      await this.#onImport(project.id);
      return project;
    });
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
    await found?.upload?.remove();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#imports.keys()].map((id) => this.drop(id)));
  }

  async #readyRows({ reader }: Import, project: OpenProject, reading: Reading | undefined): Promise<ReadyRows> {
    const { about, classes, table } = project;
    const renamed = await project.imagesToRename(await reader.call("images", null));
    const ready = await reader.call("rows", { table: tableToBytes(table), about, classes, renamed, reading });
    return { ...ready, report: { ...ready.report, ...fateOf(ready.known, project) }, to: table.rows };
  }

  async #addRows(
    found: Import,
    project: OpenProject,
    reading: Reading | undefined,
  ): Promise<{ report: RowsReport; known: LabelsOfItems }> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { rows, known, report, to } = await this.#readyRows(found, project, reading);
      const { bytes, answers, images } = rows;
      if (report.added === 0) return { report, known };
      const table = tableFromBytes(bytes);
      if (await project.addRows({ bytes, answers, table }, images, { to })) return { report, known };
      await project.catchUp(); // others have added rows, which may be the same ones
    }
    throw new StudioError("conflict", "others are adding rows to this project all the time; add the file later");
  }

  #begin(id: string, signal?: AbortSignal): Import {
    if (this.#imports.has(id)) throw new StudioError("conflict", "an import with this id is under way");
    const reading = [...this.#imports.values()].filter(({ waits }) => !waits).length;
    if (reading >= MAX_WAITING) throw new StudioError("conflict", "too many files are being read; cancel one of them");
    const cancel = new AbortController();
    const begun: Import = {
      cancel,
      reader: this.#startImport((progress) => this.#tell(begun, progress)),
      listeners: new Set(),
      progress: { stage: "receiving", share: null },
      waits: false,
      upload: null,
    };
    this.#imports.set(id, begun);
    const end = () => void (begun.waits ? undefined : this.drop(id));
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end);
    return begun;
  }

  async #read(source: Omit<ImportSource, "mostBytes" | keyof ImportLimits>): Promise<Brought> {
    const found = this.#get(source.id);
    const limits = { mostBytes: this.#uploads.mostBytes, ...this.#limits };
    const project = await found.reader.call("read", { ...source, ...limits });
    if (project === null) {
      found.waits = true;
      await this.#makeSpace();
      return { import: source.id };
    }
    const { id, isNew } = await keepProjectFile(this.#store, project);
    await this.drop(source.id);
    if (isNew) await this.#onImport(id);
    return { project: id };
  }

  /** Drops the import; returns what to say. */
  async #afterFailure(id: string, cancelled: boolean, error: unknown): Promise<unknown> {
    await this.drop(id);
    return cancelled ? new StudioError("cancelled", "the import was cancelled") : error;
  }

  async #makeSpace(): Promise<void> {
    const waiting = [...this.#imports].filter(([, { waits }]) => waits).map(([id]) => id);
    await Promise.all(waiting.slice(0, -MAX_WAITING).map((id) => this.drop(id)));
  }

  #tell(found: Import, progress: ImportProgress): void {
    found.progress = progress;
    for (const listener of found.listeners) listener(progress);
  }

  #get(id: string): Import {
    const found = this.#imports.get(id);
    if (found === undefined) {
      const here = this.#limits.isShared ? " on this server, or was sent to another one on the same database" : "";
      throw new StudioError("not-found", `this import no longer exists${here}; upload the file again`);
    }
    return found;
  }
}

/** What would become of the labels that a file has for items of a project. */
function fateOf(
  known: LabelsOfItems,
  { state: { facts } }: OpenProject,
): Pick<RowsReport, "labelsOpen" | "labelsOther" | "labelsTaken"> {
  const open = known.filter(([item]) => !facts.has(item));
  const other = known.filter(([item, to]) => facts.has(item) && facts.get(item)?.to !== to);
  return { labelsOpen: open.length, labelsOther: other.length, labelsTaken: 0 };
}
