// A project that is open: its log folded, its scoring thread, and the pages that watch it. Writes go one after the
// other through here, so that what is checked is what is stored.
import type { Table } from "@xpal/data";
import type { Project, Store } from "@xpal/store";
import type { LoggedEvent, StudioEvent } from "../../protocol/events.ts";
import type { Fact, Folded } from "../../protocol/fold.ts";
import type { EventsAnswer, ItemView, ProjectInfo } from "../../protocol/messages.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { evaluationSample } from "../scoring/evaluation-sample.ts";
import type { CallName, History, ScoringCalls } from "../scoring/scoring-calls.ts";
import type { ScoringThread } from "../scoring/scoring-thread.ts";
import { tableFromBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import { itemViews } from "./item-views.ts";
import { type ProjectAbout, projectAboutSchema, TABLE_FILE } from "./project-about.ts";
import { ProjectLog } from "./project-log.ts";
import { Reservations } from "./reservations.ts";

/** Random items per answer when nothing else was set. */
const DEFAULT_AUDIT_SHARE = 0.1;

type Listener = (events: readonly LoggedEvent[]) => void;

/** An open project. */
export class OpenProject {
  readonly about: ProjectAbout;
  readonly table: Table;
  readonly viewOf: (item: number) => ItemView;
  /** Which window has which items in hand. */
  readonly reservations: Reservations;
  readonly #project: Project;
  readonly #log: ProjectLog;
  readonly #scoring: ScoringThread;
  readonly #listeners = new Set<Listener>();
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(
    project: Project,
    about: ProjectAbout,
    log: ProjectLog,
    table: Table,
    scoring: ScoringThread,
    clock: () => Date,
  ) {
    this.#project = project;
    this.about = about;
    this.#log = log;
    this.table = table;
    this.viewOf = itemViews(table, about.view);
    this.#scoring = scoring;
    this.reservations = new Reservations(() => clock().getTime(), {
      count: () => this.openCount,
      has: (item) => this.isOpen(item),
    });
    log.onFold = (events, changed) => {
      this.#tell([...changed]);
      for (const listener of this.#listeners) listener(events);
    };
  }

  /** @param start Starts a scoring thread. */
  static async open(store: Store, id: string, start: () => ScoringThread, clock: () => Date): Promise<OpenProject> {
    const project = await store.projects.get(id);
    const bytes = project && (await store.files.get(id, TABLE_FILE));
    if (project === undefined || bytes === undefined) {
      throw new StudioError("not-found", `there is no project ${JSON.stringify(id)}`);
    }
    const about = projectAboutSchema.parse(project.about);
    const table = tableFromBytes(bytes);
    const log = await ProjectLog.open(store, id, about);
    const scoring = start();
    const openProject = new OpenProject(project, about, log, table, scoring, clock);
    try {
      const { recipe, classes, seed } = about;
      const { model } = openProject;
      await scoring.call("open", { table: bytes, recipe, classes, seed, model, truth: truthOf(table, about) });
      openProject.#tell([...log.state.facts.keys()]);
      return openProject;
    } catch (error) {
      await scoring.close();
      throw error;
    }
  }

  get state(): Readonly<Folded> {
    return this.#log.state;
  }

  /** The model that learns now. */
  get model(): ModelKind {
    return this.state.settings.model ?? this.about.model;
  }

  /** How many items have no answer. */
  get openCount(): number {
    return this.about.itemCount - this.state.facts.size;
  }

  isOpen(item: number): boolean {
    return item < this.about.itemCount && !this.state.facts.has(item);
  }

  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  info(): ProjectInfo {
    return infoOf(this.#project, this.about, this.state.sequence);
  }

  /**
   * Takes events in their order. Each is stored or refused; one that is known already is acknowledged again. When this
   * returns, what was accepted is on disk.
   */
  submit(events: readonly StudioEvent[]): Promise<EventsAnswer> {
    return this.#alone(async () => ({ results: await this.#log.append(events), last: this.state.sequence }));
  }

  /** Takes in what another studio has written to the same store. */
  catchUp(): Promise<void> {
    return this.#alone(() => this.#log.catchUp());
  }

  /** Asks the scoring thread; an aborted signal says that nobody waits any more. */
  ask<N extends CallName>(
    name: N,
    argument: Parameters<ScoringCalls[N]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<ScoringCalls[N]>> {
    return this.#scoring.call(name, argument, signal);
  }

  /** The answers that are labels, in their order, and the audits among them. */
  history(): History {
    const labelled = [...this.state.facts]
      .filter((entry): entry is [number, Fact & { to: number }] => typeof entry[1].to === "number")
      .sort((a, b) => a[1].order - b[1].order || a[0] - b[0]);
    return {
      answers: labelled.map(([item, fact]) => [item, fact.to]),
      audits: labelled.filter(([, fact]) => fact.asked?.from === "audit").map(([item, fact]) => [item, fact.to]),
    };
  }

  /** The log after a place, as it is stored. */
  log(after: number): Promise<LoggedEvent[]> {
    return this.#log.read(after);
  }

  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#scoring.close();
  }

  /** One after the other, so that what is checked is what is stored. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#writing.then(work);
    this.#writing = result.catch(() => {});
    return result;
  }

  /** Tells the scoring thread what changed. */
  #tell(items: readonly number[]): void {
    const { facts, sequence, settings } = this.state;
    const answers = items.map((item) => [item, facts.get(item)?.to ?? null] as const);
    const auditShare = settings.auditShare ?? DEFAULT_AUDIT_SHARE;
    // A failure here closes the thread and shows in the next question.
    this.#scoring.call("sync", { sequence, answers, auditShare, model: this.model }).catch(() => {});
  }
}

/** A project as the list shows it. */
export function infoOf(project: Project, about: ProjectAbout, last: number): ProjectInfo {
  const { id, title, at } = project;
  const { itemCount, classes, view, demo, truth, model } = about;
  const sample = evaluationSample(itemCount);
  return { id, title, at, itemCount, classes, view, demo, hasTruth: truth !== null, model, sample, last };
}

function truthOf(table: Table, { truth, classes }: ProjectAbout): Int32Array | null {
  const column = table.columns.find(({ name }) => name === truth);
  if (column === undefined || column.type === "vector") return null;
  const places = new Map(classes.map((name, at) => [name, at]));
  return Int32Array.from(column.values as ArrayLike<unknown>, (value) => places.get(String(value)) ?? -1);
}
