// A project that is open: its log folded, its scoring thread, and the pages that watch it. Writes go one after the
// other through here, so that what is checked is what is stored.
import type { Table } from "@xpal/data";
import type { EventDraft, Project, Store } from "@xpal/store";
import { type ClassInfo, classInfos } from "../../protocol/classes.ts";
import { columnsUsed } from "../../protocol/columns.ts";
import type { LoggedEvent, StudioEvent } from "../../protocol/events.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { EventsAnswer, ItemView, ProjectInfo } from "../../protocol/messages.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import type { CallName, History, ScorerSpec, ScoringCalls, ScoringThread } from "../scoring/scoring-calls.ts";
import { tableToBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import { type AddedRows, appendTable } from "./add-rows.ts";
import { CombinedView } from "./combined-view.ts";
import { historyOf } from "./history-of.ts";
import { inBatches, SHARED_EVERY_MS } from "./in-batches.ts";
import { type ItemLeases, localLeases, SharedLeases } from "./item-leases.ts";
import { itemViews } from "./item-views.ts";
import type { Heard } from "./opinions-model.ts";
import { type ProjectAbout, projectAboutSchema, UNREADABLE } from "./project-about.ts";
import { infoOf } from "./project-info.ts";
import { ProjectLog } from "./project-log.ts";
import type { ProjectStore } from "./project-store.ts";
import { RankedItems } from "./ranked-items.ts";
import { readItems } from "./read-items.ts";
import { scoredRisk } from "./scored-risk.ts";
import { ScoringFeed } from "./scoring-feed.ts";
import { SharedAudits } from "./shared-audits.ts";
import { SingleOpinions } from "./single-opinions.ts";
import { truthOf } from "./truth-of.ts";
import { WorthwhileOpinions } from "./worthwhile-opinions.ts";

/** Random items per answer when nothing else was set. */
const DEFAULT_AUDIT_SHARE = 0.1;

/** How a project is open. */
export interface OpenProjectOptions {
  readonly clock: () => Date;
  /** The store, where other servers may have it open too; else null. */
  readonly shared: Pick<Store, "leases"> | null;
  /** Told after each change of an open project. */
  readonly onChange?: (id: string, project: OpenProject) => void;
  /** What programs have said of items of people, where any have. */
  readonly heardOf?: (id: string) => Promise<readonly Heard[]>;
  /** Told after a project was removed here. */
  readonly onRemoved?: (id: string) => Promise<void>;
}

/** Rows that were drawn from a large file. */
interface Drawn {
  /** The number of the draw. */
  readonly draw: number;
  /** How many items there were when it began: with more, somebody else has added rows since. */
  readonly to: number;
}

type Listener = (events: readonly LoggedEvent[]) => void;

/** An open project. */
export class OpenProject {
  readonly about: ProjectAbout;
  readonly #store: ProjectStore;
  #table: Table;
  #viewOf: (item: number) => ItemView;
  /** Rows that are being added, by the file that holds them. */
  readonly #arriving = new Map<string, Table>();
  /** Whether another studio has added rows that are still to be read. */
  #lacksRows = false;
  /** Which window has which items in hand. */
  readonly leases: ItemLeases;
  /** The items by their worth, for windows that work together, and the random ones among them. */
  readonly ranked: RankedItems;
  readonly audits = new SharedAudits();
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
  readonly #isShared: boolean;
  /** The classes and columns that the scoring thread knows, as text. */
  #scored = "";

  private constructor(
    store: ProjectStore,
    project: Project,
    about: ProjectAbout,
    log: ProjectLog,
    table: Table,
    scoring: ScoringThread,
    { clock, shared, onChange }: OpenProjectOptions,
  ) {
    this.#store = store;
    this.#project = project;
    this.about = about;
    this.#log = log;
    this.#table = table;
    this.#viewOf = itemViews(table, about.view);
    this.#scoring = scoring;
    this.#isShared = shared !== null;
    this.opinions = new CombinedView(log.state, {
      live: () => this.#live().map(({ number }) => number),
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
    this.leases = shared === null ? localLeases(now, open) : new SharedLeases(shared, project.id, log, now, open);
    this.now = now;
    this.singles = new SingleOpinions(log.state);
    this.worthwhile = new WorthwhileOpinions(this);
    this.ranked = new RankedItems({
      rank: (ask) => this.ask("rank", ask),
      sequence: () => this.state.sequence,
      inHand: () => [...this.leases.known.holders().keys()],
      now,
    });
    log.onFold = (events, changed) => {
      const rows = events.some(({ kind }) => kind === "rows");
      if (rows) this.#takeRows(events);
      // Undo may also change classes and columns; which ones are in use is compared there.
      if (rows || this.#scoredNow() !== this.#scored) this.#reopenScoring();
      else this.#feed.tell(changed);
      for (const item of changed) this.singles.update(item);
      this.ranked.outdate();
      for (const listener of this.#listeners) listener(events);
      onChange?.(project.id, this);
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
    const about = project && projectAboutSchema.safeParse(project.about).data;
    if (project !== undefined && about === undefined) throw new StudioError("damaged", UNREADABLE);
    const table = project && (await readItems(store, id));
    if (project === undefined || about === undefined || table === undefined) {
      throw new StudioError("not-found", `there is no project ${JSON.stringify(id)}`);
    }
    const log = await ProjectLog.open(store, id, about);
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
    return this.#table;
  }

  get itemCount(): number {
    return this.#table.rows;
  }

  viewOf(item: number): ItemView {
    return this.#viewOf(item);
  }

  /** Every class that there ever was, by number. */
  get classes(): ClassInfo[] {
    return classInfos(this.about.classes, this.state);
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

  /** Random items per answer. */
  get auditShare(): number {
    const { measuring, auditShare = DEFAULT_AUDIT_SHARE } = this.state.settings;
    return measuring === true ? 1 : auditShare;
  }

  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Whether the last draw of more rows from a large file failed on this server. */
  drawFailed = false;

  info(): ProjectInfo {
    return infoOf(this.#project, this.about, this.state, this.drawFailed);
  }

  /**
   * Takes events in their order. Each is stored or refused; one that is known already is acknowledged again. When this
   * returns, what was accepted is on disk.
   */
  async submit(events: readonly StudioEvent[]): Promise<EventsAnswer> {
    const results = await this.#submit(events);
    const answers = events.filter(({ kind }, at) => kind === "answer" && results[at].refusal === null);
    this.audits.answered(answers.length, this.auditShare);
    return { results, last: this.state.sequence };
  }

  /** Adds items behind the others, with the labels and the pictures that they came with. */
  addRows(rows: AddedRows, pictures: ReadonlyMap<string, Uint8Array>, drawn?: Drawn): Promise<void> {
    return this.#alone(() => this.#addRows(rows, pictures, drawn));
  }

  /** Takes in what another studio has written to the same store; with `last`, if the log is not known that far. */
  catchUp(last = Number.POSITIVE_INFINITY): Promise<void> {
    return this.#alone(async () => {
      if (last > this.state.sequence) await this.#log.catchUp();
      if (this.#lacksRows) await this.#readRows();
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

  /** The answers that are labels, in their order, and the audits among them. */
  history(): History {
    const { targetError, targetCost } = this.state.settings;
    return historyOf(this.state, (this.#risk().costs === null ? targetError : targetCost) ?? null);
  }

  /** The log after a position, as it is stored. */
  log(after: number): Promise<LoggedEvent[]> {
    return this.#log.read(after);
  }

  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.#writing;
    this.#feed.close();
    await this.#scoring.close();
  }

  /** One after the other, so that what is checked is what is stored. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#writing.then(work);
    this.#writing = result.catch(() => {});
    return result;
  }

  async #addRows(
    { table, bytes, answers }: AddedRows,
    pictures: ReadonlyMap<string, Uint8Array>,
    drawn?: Drawn,
  ): Promise<void> {
    const { id } = this.#project;
    if (drawn !== undefined && drawn.to !== this.itemCount) return;
    const names = await this.#store.files.names(id);
    const file = `rows/${drawn === undefined ? "" : `draw-${drawn.draw}-`}${crypto.randomUUID()}`;
    for (const [name, picture] of pictures) {
      // A picture that the project shows already stays as it is.
      if (!names.includes(`pictures/${name}`)) await this.#store.files.put(id, `pictures/${name}`, picture);
    }
    await this.#store.files.put(id, file, bytes);
    this.#arriving.set(file, table);
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const at = new Date().toISOString();
    await this.#log.appendOwn((state) => {
      const began = this.about.itemCount + state.addedRows;
      if (drawn !== undefined && drawn.to !== began) return []; // another server was faster
      const placed = answers.map(([row, to]) => [began + row, to] as const);
      const rows: EventDraft = { id: ids[0], at, kind: "rows", body: { file, count: table.rows } };
      return placed.length === 0 ? [rows] : [rows, { id: ids[1], at, kind: "import", body: { answers: placed } }];
    });
    this.#arriving.delete(file);
  }

  /** Takes in rows that were added: here, or by another studio on the same store. */
  #takeRows(events: readonly LoggedEvent[]): void {
    for (const { kind, body } of events) {
      if (kind !== "rows") continue;
      const more = this.#arriving.get(body.file);
      if (more === undefined) {
        this.#lacksRows = true;
        this.catchUp(0).catch(() => {}); // the next one tries again
        return;
      }
      this.#setTable(appendTable(this.#table, more));
    }
  }

  async #readRows(): Promise<void> {
    const table = await readItems(this.#store, this.#project.id);
    if (table === undefined) return;
    this.#lacksRows = false;
    this.#setTable(table);
    this.#reopenScoring();
  }

  #setTable(table: Table): void {
    this.#table = table;
    this.#viewOf = itemViews(table, this.about.view);
  }

  /** What the scoring thread is opened with and may change: classes that can be answers, costs, columns in use. */
  #scoredNow(): string {
    return JSON.stringify([this.#live(), this.#risk(), this.#columns()]);
  }

  #columns(): ScorerSpec["columns"] {
    const { columns } = this.state;
    return { ignored: columnsUsed(columns, "ignored").sort(), pinned: columnsUsed(columns, "pinned").sort() };
  }

  #risk(): ReturnType<typeof scoredRisk> {
    const numbers = this.#live().map(({ number }) => number);
    return scoredRisk(this.state.settings, numbers);
  }

  #live(): { number: number; name: string }[] {
    return this.classes.filter(({ live }) => live).map(({ number, name }) => ({ number, name }));
  }

  /** Gives the scoring thread the items and the classes that can be answers. */
  #openScoring(): Promise<unknown> {
    const { recipe, seed } = this.about;
    const live = this.#live();
    const columns = this.#columns();
    this.#scored = this.#scoredNow();
    return this.#scoring.call("open", {
      table: tableToBytes(this.#table),
      recipe,
      columns,
      classes: live.map(({ name }) => name),
      numbers: live.map(({ number }) => number),
      seed,
      model: this.model,
      ...this.#risk(),
      truth: truthOf(this.#table, this.about, this.state, this.classes),
      shared: this.#isShared,
    });
  }

  /** Opens the pool again, since classes or rows have changed, and tells it every answer. */
  #reopenScoring(): void {
    this.ranked.forget();
    this.#openScoring().catch(() => {}); // shows in the next question
    this.#feed.tell(this.state.facts.keys());
  }
}
