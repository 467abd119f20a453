// The items of an open project: those that it began with and the rows that were added since, here or by another studio on the
// same store.
import type { Table } from "@xpal/data";
import type { EventDraft } from "@xpal/store";
import type { LoggedEvent } from "../../protocol/events.ts";
import type { ItemView } from "../../protocol/messages.ts";
import { type AddedRows, appendTable, type LabelsOfItems } from "./add-rows.ts";
import { imageHash, imageNames, imagesToRename } from "./image-names.ts";
import { itemViews } from "./item-views.ts";
import type { ProjectAbout } from "./project-about.ts";
import type { ProjectLog } from "./project-log.ts";
import type { ProjectStore } from "./project-store.ts";
import { readItems } from "./read-items.ts";

/** What rows were made ready for. */
export interface RowsBasis {
  /** How many items there were: with more, somebody else has added rows since, and these may be among them. */
  readonly to: number;
}

/** Where the rows are kept. */
interface RowsPlace {
  readonly store: ProjectStore;
  readonly project: string;
  readonly about: ProjectAbout;
  readonly log: ProjectLog;
}

/** Keeps the items as the log has them. */
export class ProjectRows {
  readonly #place: RowsPlace;
  #table: Table;
  #viewOf: (item: number) => ItemView;
  /** The names of all images, once one was asked for. */
  #images: ReadonlySet<string> | null = null;
  /** Rows that are being added, by the file that holds them. */
  readonly #arriving = new Map<string, Table>();
  /** Whether another studio has added rows that are still to be read. */
  #lacksRows = false;

  constructor(place: RowsPlace, table: Table) {
    this.#place = place;
    this.#table = table;
    this.#viewOf = itemViews(table, place.about.view);
  }

  /** All items, those that were added included. */
  get table(): Table {
    return this.#table;
  }

  viewOf(item: number): ItemView {
    return this.#viewOf(item);
  }

  showsImage(name: string): boolean {
    this.#images ??= imageNames(this.#table, this.#place.about.view.image);
    return this.#images.has(name);
  }

  /** Other names for images whose names the project uses for other ones; `hashes` by their names. */
  async imagesToRename(hashes: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    return hashes.size === 0 ? new Map() : imagesToRename({ ...this.#place, table: this.#table }, hashes);
  }

  /**
   * Stores rows behind the others, with the labels and the images that they came with; `take` is told through the log.
   * @returns Whether they were stored: false where others have added rows or images since these were made ready.
   */
  async add(
    { table, bytes, answers }: AddedRows,
    images: ReadonlyMap<string, Uint8Array>,
    { to }: RowsBasis,
  ): Promise<boolean> {
    const { store, project, about, log } = this.#place;
    log.checkWhole();
    if (to !== this.#table.rows) return false;
    for (const [name, image] of images) if (!(await this.#hasStored(`images/${name}`, image))) return false;
    const file = `rows/${crypto.randomUUID()}`;
    await store.files.put(project, file, bytes);
    this.#arriving.set(file, table);
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const at = new Date().toISOString();
    const placed = answers.map(([row, label]) => [to + row, label] as const);
    const rows: EventDraft = { id: ids[0], at, kind: "rows", body: { file, count: table.rows } };
    const events = placed.length === 0 ? [rows] : [rows, { id: ids[1], at, kind: "import", body: { answers: placed } }];
    let isFirst = true;
    await log.appendOwn((state) => {
      isFirst = about.itemCount + state.addedRows === to; // or another server was faster
      return isFirst ? events : [];
    });
    this.#arriving.delete(file);
    return isFirst;
  }

  /**
   * Takes labels that a file has for items, where these are still open.
   * @param by Who can undo it; the labels are the file's.
   * @returns The items that have such a label now.
   */
  async takeLabels(labels: LabelsOfItems, by: string): Promise<number[]> {
    const [id, at] = [crypto.randomUUID(), new Date().toISOString()];
    let open: LabelsOfItems = [];
    await this.#place.log.appendOwn(({ facts }) => {
      open = labels.filter(([item]) => !facts.has(item)); // as they are now: others may have answered meanwhile
      return open.length === 0 ? [] : [{ id, at, kind: "import", body: { answers: open, by } }];
    });
    return open.map(([item]) => item);
  }

  /** Takes in rows that events have added; false where another studio did, so that they are still to be read. */
  take(events: readonly LoggedEvent[]): boolean {
    for (const { kind, body } of events) {
      if (kind !== "rows") continue;
      const more = this.#arriving.get(body.file);
      if (more === undefined) {
        this.#lacksRows = true;
        return false;
      }
      this.#setTable(appendTable(this.#table, more));
    }
    return true;
  }

  /** Reads what another studio has added, if anything; whether there are other items now. */
  async readLacking(): Promise<boolean> {
    if (!this.#lacksRows) return false;
    const { store, project, log } = this.#place;
    const table = await readItems(store, project, log.rowFiles);
    if (table === undefined) return false;
    this.#lacksRows = false;
    this.#setTable(table);
    return true;
  }

  /** Stores an image; false where another studio has meanwhile stored another one under that name. */
  async #hasStored(name: string, image: Uint8Array): Promise<boolean> {
    const { store, project } = this.#place;
    if (await store.files.putNew(project, name, image)) return true;
    const there = await store.files.get(project, name);
    return there !== undefined && (await imageHash(there)) === (await imageHash(image));
  }

  #setTable(table: Table): void {
    this.#table = table;
    this.#viewOf = itemViews(table, this.#place.about.view);
    this.#images = null;
  }
}
