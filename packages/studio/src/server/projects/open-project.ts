// A project that is open: its log folded, its scoring thread, and the pages that watch it. Writes go one after the
// other through here, so that what is checked is what is stored.
import type { Table } from "@xpal/data";
import type { Project, Store } from "@xpal/store";
import { type ClassInfo, classInfos } from "../../protocol/classes.ts";
import type { LoggedEvent, StudioEvent } from "../../protocol/events.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { EventsAnswer, ItemView, ProjectInfo } from "../../protocol/messages.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import type { CallName, History, ScoringCalls, ScoringThread } from "../scoring/scoring-calls.ts";
import { StudioError } from "../studio-error.ts";
import type { AddedRows, LabelsOfItems } from "./add-rows.ts";
import { CombinedView } from "./combined-view.ts";
import { historyOf } from "./history-of.ts";
import { inBatches, SHARED_EVERY_MS } from "./in-batches.ts";
import { type ItemLeases, localLeases, SharedLeases } from "./item-leases.ts";
import type { Heard } from "./opinions-model.ts";
import { type ProjectAbout, readAbout } from "./project-about.ts";
import { infoOf } from "./project-info.ts";
import { ProjectLog } from "./project-log.ts";
import { ProjectRows, type RowsBasis } from "./project-rows.ts";
import type { ProjectStore } from "./project-store.ts";
import { RankedItems } from "./ranked-items.ts";
import { readItems } from "./read-items.ts";
import { changeableSpec, scorerSpecOf } from "./scorer-spec.ts";
import { ScoringFeed } from "./scoring-feed.ts";
import { SingleOpinions } from "./single-opinions.ts";
import { WorthwhileOpinions } from "./worthwhile-opinions.ts";

/** How a project is open. */
export interface OpenProjectOptions {
  readonly clock: () => Date;
  /** The store, where other servers may have it open too; else null. */
  readonly shared: Pick<Store, "leases"> | null;
  /** How many bytes its model may keep to save time; by default what the engine takes by itself. */
  readonly keepBytes?: number;
  /** What programs have said of items of people, where any have. */
  readonly heardOf?: (id: string) => Promise<readonly Heard[]>;
  /** Told after a project was put into the bin here. */
  readonly onBinned?: (id: string) => Promise<void>;
  /** Told after a project was removed for good here. */
  readonly onRemoved?: (id: string) => Promise<void>;
}

type Listener = (events: readonly LoggedEvent[]) => void;

/** An open project. */
export class OpenProject {
  readonly about: ProjectAbout;
  readonly #rows: ProjectRows;
  /** Which window has which items in hand. */
  readonly leases: ItemLeases;
  /** The items by their worth, for windows that work together. */
  readonly ranked: RankedItems;
  /** Items that can be asked again. */
  readonly singles: SingleOpinions;
  /** What all answers to an item together say of it. */
  readonly opinions: CombinedView;
  /** Items whose second opinion is worth more than a new item. */
  readonly worthwhile: WorthwhileOpinions;
  /** The time in milliseconds. */
  readonly now: () => number;
  readonly #project: Project;
  readonly #log: ProjectLog;
  readonly #scoring: ScoringThread;
  readonly #listeners = new Set<Listener>();
  #writing: Promise<unknown> = Promise.resolve();
  readonly #submit: (events: readonly StudioEvent[]) => Promise<EventsAnswer["results"]>;
  readonly #feed: ScoringFeed;
  readonly #keepBytes: number | null;
  /** What the scoring thread was opened with and people may change, as text. */
  #scored = "";

  private constructor(
    store: ProjectStore,
    project: Project,
    about: ProjectAbout,
    log: ProjectLog,
    table: Table,
    scoring: ScoringThread,
    { clock, shared, keepBytes }: OpenProjectOptions,
  ) {
    this.#project = project;
    this.about = about;
    this.#log = log;
    this.#rows = new ProjectRows({ store, project: project.id, about, log }, table);
    this.#scoring = scoring;
    this.#keepBytes = keepBytes ?? null;
    this.opinions = new CombinedView(log.state, {
      live: () => changeableSpec(this).ids,
      combine: (given) => scoring.call("combine", given),
      onCombined: () => this.#feed.tell([]),
    });
    this.#feed = new ScoringFeed(this, scoring);
    this.#submit = inBatches(
      (batch: readonly (readonly StudioEvent[])[]) => this.#alone(() => log.appendAll(batch)),
      shared === null ? 0 : SHARED_EVERY_MS,
    );
    const now = () => clock().getTime();
    const open = { count: () => this.openCount, has: (item: number) => this.isOpen(item) };
    // Nobody answers a damaged log, so nobody needs to hold its items.
    const isLocal = shared === null || log.damage !== null;
    this.leases = isLocal ? localLeases(now, open) : new SharedLeases(shared, project.id, log, now, open);
    this.now = now;
    this.singles = new SingleOpinions(log.state);
    this.worthwhile = new WorthwhileOpinions(this);
    this.ranked = new RankedItems({
      rank: (ask, signal) => this.ask("rank", ask, signal),
      sequence: () => this.state.sequence,
      inHand: () => [...this.leases.known.holders().keys()],
      now,
    });
    log.onFold = (events, changed) => {
      const rows = events.some(({ kind }) => kind === "rows");
      if (rows && !this.#rows.take(events)) this.catchUp(0).catch(() => {}); // the next one tries again
      // Undo may also change classes and columns; which ones are in use is compared there.
      if (rows || this.#changeable() !== this.#scored) this.#reopenScoring();
      else this.#feed.tell(changed);
      for (const item of changed) this.singles.update(item);
      this.ranked.outdate();
      for (const listener of this.#listeners) listener(events);
    };
  }

  /** @param start Starts a scoring thread. */
  static async open(
    store: ProjectStore,
    id: string,
    start: () => ScoringThread,
    options: OpenProjectOptions,
  ): Promise<OpenProject> {
    const project = await store.projects.get(id);
    if (project === undefined) throw noProject(id);
    const about = readAbout(project.about);
    const log = await ProjectLog.open(store, id, about);
    const table = await readItems(store, id, log.rowFiles);
    if (table === undefined) throw noProject(id);
    const scoring = start();
    const openProject = new OpenProject(store, project, about, log, table, scoring, options);
    try {
      await openProject.#openScoring();
      openProject.opinions.hear((await options.heardOf?.(id)) ?? []);
      openProject.#feed.tell(log.state.facts.keys());
      return openProject;
    } catch (error) {
      await scoring.close();
      throw error;
    }
  }

  get state(): Readonly<Folded> {
    return this.#log.state;
  }

  /** All items, those that were added included. */
  get table(): Table {
    return this.#rows.table;
  }

  get itemCount(): number {
    return this.table.rows;
  }

  viewOf(item: number): ItemView {
    return this.#rows.viewOf(item);
  }

  /** Whether an item has an image of this name. */
  showsImage(name: string): boolean {
    return this.#rows.showsImage(name);
  }

  /** Every class that there ever was. */
  get classes(): ClassInfo[] {
    return classInfos(this.state);
  }

  /** The model that learns now. */
  get model(): ModelKind {
    return this.state.settings.model ?? this.about.model;
  }

  /** Resolves when its scoring thread has ended. */
  get gone(): Promise<void> {
    return this.#scoring.gone;
  }

  /** How many items have no answer. */
  get openCount(): number {
    return this.itemCount - this.state.facts.size;
  }

  isOpen(item: number): boolean {
    return item < this.itemCount && !this.state.facts.has(item);
  }

  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  info(): ProjectInfo {
    return infoOf(this.#project, this.about, this.state, this.#log.damage);
  }

  /** How files that are made of it begin; those of a damaged log say that they are incomplete. */
  get fileTitle(): string {
    const { title, damaged } = this.info();
    return damaged === null ? title : `${title} (incomplete)`;
  }

  /**
   * Takes events in their order. Each is stored or rejected; one that is known already is acknowledged again. When this
   * returns, what was accepted is on disk.
   */
  async submit(events: readonly StudioEvent[]): Promise<EventsAnswer> {
    const results = await this.#submit(events);
    return { results, last: this.state.sequence };
  }

  /** Other names for images of rows to add whose names the project uses for other ones; `hashes` by their names. */
  imagesToRename(hashes: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    return this.#rows.imagesToRename(hashes);
  }

  /**
   * Adds items behind the others, with the labels and the images that they came with.
   * @returns Whether they were added: false where others have added rows since these were made ready.
   */
  addRows(rows: AddedRows, images: ReadonlyMap<string, Uint8Array>, basis: RowsBasis): Promise<boolean> {
    return this.#alone(() => this.#rows.add(rows, images, basis));
  }

  /** Takes labels that a file has for items that are still open; returns these items. */
  takeLabels(labels: LabelsOfItems, by: string): Promise<number[]> {
    return this.#alone(() => this.#rows.takeLabels(labels, by));
  }

  /** Takes in what another studio has written to the same store; with `last`, if the log is not known that far. */
  catchUp(last = Number.POSITIVE_INFINITY): Promise<void> {
    return this.#alone(async () => {
      if (last > this.state.sequence) await this.#log.catchUp();
      if (await this.#rows.readLacking()) this.#reopenScoring();
    });
  }

  /** Asks the scoring thread; an aborted signal says that nobody waits any more. */
  ask<N extends CallName>(
    name: N,
    argument: Parameters<ScoringCalls[N]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<ScoringCalls[N]>> {
    this.#feed.flush();
    return this.#scoring.call(name, argument, signal);
  }

  /** Takes in what programs said of items of people. */
  hear(heard: readonly Heard[]): void {
    if (this.opinions.hear(heard)) this.#feed.tell([]);
  }

  /** The answers that are labels, in their order, and the checks among them. */
  history(): History {
    const { targetError, targetCost } = this.state.settings;
    return historyOf(this.state, (changeableSpec(this).costs === null ? targetError : targetCost) ?? null);
  }

  /** The log after a position, as it is stored. */
  log(after: number): Promise<LoggedEvent[]> {
    return this.#log.read(after);
  }

  /** Those of the events with these ids that are stored. */
  find(ids: readonly string[]): Promise<Map<string, LoggedEvent>> {
    return this.#log.find(ids);
  }

  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param reason What questions that still come or wait are rejected with. */
  async close(reason?: Error): Promise<void> {
    await this.#writing;
    this.#feed.close();
    await this.#scoring.close(reason);
  }

  /** One after the other, so that what is checked is what is stored. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#writing.then(work);
    this.#writing = result.catch(() => {});
    return result;
  }

  #changeable(): string {
    return JSON.stringify(changeableSpec(this));
  }

  /** Gives the scoring thread the items and the classes that can be answers. */
  #openScoring(): Promise<unknown> {
    this.#scored = this.#changeable();
    return this.#scoring.call("open", scorerSpecOf(this, this.#keepBytes));
  }

  /** Opens the pool again, since classes or rows have changed, and tells it every answer. */
  #reopenScoring(): void {
    this.ranked.forget();
    this.#openScoring().catch(() => {}); // shows in the next question
    this.#feed.tell(this.state.facts.keys());
  }
}

function noProject(id: string): StudioError {
  return new StudioError("not-found", `there is no project ${JSON.stringify(id)}`);
}
