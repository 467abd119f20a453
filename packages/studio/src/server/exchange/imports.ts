// Files that were brought but are no project yet: read once, previewed, decided on, then made a project or dropped.
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { readTable, type Table } from "@xpal/data";
import type { Project, Store } from "@xpal/store";
import type { ImportChoice, ImportPreview } from "../../protocol/messages.ts";
import { createProject } from "../projects/create-project.ts";
import { StudioError } from "../studio-error.ts";
import { foreignTable } from "./foreign-table.ts";
import { previewOf } from "./preview-of.ts";
import { openProjectFile } from "./project-file.ts";
import { receive } from "./receive.ts";
import { withoutRepeats } from "./table-rows.ts";
import { unpackPictures } from "./unpack-pictures.ts";

/** More than this wait for nobody. */
const MOST_WAITING = 4;

interface Waiting {
  readonly name: string;
  readonly table: Table;
  readonly folder: string | null;
  readonly source: string;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** The imports of a server. */
export class Imports {
  readonly #store: Store;
  readonly #clock: () => Date;
  readonly #uploads: string;
  readonly #mostBytes: number;
  readonly #waiting = new Map<string, Waiting>();

  constructor(store: Store, clock: () => Date, dataDir: string, mostBytes: number) {
    this.#store = store;
    this.#clock = clock;
    this.#uploads = join(dataDir, "uploads");
    this.#mostBytes = mostBytes;
    rmSync(this.#uploads, { recursive: true, force: true }); // what a former run left behind
    mkdirSync(this.#uploads, { recursive: true, mode: 0o700 });
  }

  /** Takes an upload; a project file becomes its project at once, anything else waits for decisions. */
  async upload(body: ReadableStream<Uint8Array>, name: string): Promise<{ project: string } | { import: string }> {
    const folder = join(this.#uploads, randomUUID());
    mkdirSync(folder);
    try {
      const path = join(folder, safeName(name));
      await receive(body, path, this.#mostBytes);
      const project = await openProjectFile(this.#store, path);
      if (project !== null) return { project };
      const { from, pictures } = await unpackPictures(path, join(folder, "unpacked"), this.#mostBytes);
      const table = (await foreignTable(from)) ?? (await readTable(from));
      return { import: this.#wait({ name, table, folder: null, source: name, pictures }) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Reads a file or folder of this machine, named by the person who started the server. */
  async local(path: string, folder: string): Promise<string> {
    const table = (await foreignTable(path)) ?? (await readTable(path));
    return this.#wait({ name: basename(path), table, folder, source: path, pictures: new Map() });
  }

  preview(id: string, label?: string | null): ImportPreview {
    const { name, table } = this.#get(id);
    return previewOf(id, name, table, label);
  }

  async create(id: string, choice: ImportChoice): Promise<Project> {
    const { table, folder, source, pictures } = this.#get(id);
    const { title, label, classes, roles, pixels, keepLabels, dropDuplicates } = choice;
    const project = await createProject(this.#store, this.#clock, {
      title,
      table: dropDuplicates ? withoutRepeats(table, label) : table,
      recipe: { label, roles, ...(classes.length > 0 ? { classes } : {}) },
      pixels,
      labels: keepLabels ? "keep" : "hide",
      demo: false,
      source,
      ...(folder === null ? {} : { folder }),
      files: new Map([...pictures].map(([name, bytes]) => [`pictures/${name}`, bytes])),
    });
    this.#waiting.delete(id);
    return project;
  }

  drop(id: string): void {
    this.#waiting.delete(id);
  }

  #wait(waiting: Waiting): string {
    const id = randomUUID();
    this.#waiting.set(id, waiting);
    for (const old of this.#waiting.keys()) if (this.#waiting.size > MOST_WAITING) this.#waiting.delete(old);
    return id;
  }

  #get(id: string): Waiting {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) throw new StudioError("not-found", "this import is gone; bring the file again");
    return waiting;
  }
}

/** A name that stays in its folder and keeps the ending, which tells the format. */
function safeName(name: string): string {
  const plain = basename(name.replaceAll("\\", "/"))
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .slice(-100);
  return /^\.*$/.test(plain) ? "upload" : plain;
}
