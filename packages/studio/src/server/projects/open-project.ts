// A project that is open: its log folded, its scoring thread, and the pages that watch it. Writes go one after the
// other through here, so that what is checked is what is stored.
import { randomUUID } from "node:crypto";
import { cellText, type Table } from "@xpal/data";
import type { EventDraft, Project, Store } from "@xpal/store";
import { type ClassInfo, classInfos, classRefusal, countsFor } from "../../protocol/classes.ts";
import type { Answer, LoggedEvent, StudioEvent } from "../../protocol/events.ts";
import { apply, type Fact, type Folded, nothing, refusalOf } from "../../protocol/fold.ts";
import type { EventsAnswer, ItemView, ProjectInfo } from "../../protocol/messages.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { evaluationSample } from "../scoring/evaluation-sample.ts";
import type { CallName, History, ScoringCalls } from "../scoring/scoring-calls.ts";
import type { ScoringThread } from "../scoring/scoring-thread.ts";
import { tableToBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import { type AddedRows, appendTable } from "./add-rows.ts";
import { itemViews } from "./item-views.ts";
import { type ProjectAbout, projectAboutSchema } from "./project-about.ts";
import { readItems } from "./read-items.ts";

/** Random items per answer when nothing else was set. */
const DEFAULT_AUDIT_SHARE = 0.1;

type Listener = (events: readonly LoggedEvent[]) => void;

/** An open project. */
export class OpenProject {
  readonly about: ProjectAbout;
  #table: Table;
  #viewOf: (item: number) => ItemView;
  readonly #store: Store;
  readonly #project: Project;
  readonly #scoring: ScoringThread;
  readonly #listeners = new Set<Listener>();
  readonly #sequences = new Map<string, number>();
  #state: Folded = nothing();
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(store: Store, project: Project, about: ProjectAbout, table: Table, scoring: ScoringThread) {
    this.#store = store;
    this.#project = project;
    this.about = about;
    this.#table = table;
    this.#viewOf = itemViews(table, about.view);
    this.#scoring = scoring;
  }

  /** @param start Starts a scoring thread. */
  static async open(store: Store, id: string, start: () => ScoringThread): Promise<OpenProject> {
    const project = await store.projects.get(id);
    const table = project && (await readItems(store, id));
    if (project === undefined || table === undefined) {
      throw new StudioError("not-found", `there is no project ${JSON.stringify(id)}`);
    }
    const about = projectAboutSchema.parse(project.about);
    const scoring = start();
    const openProject = new OpenProject(store, project, about, table, scoring);
    try {
      await openProject.#fold();
      await openProject.#openScoring();
      openProject.#tell([...openProject.#state.facts.keys()]);
      return openProject;
    } catch (error) {
      await scoring.close();
      throw error;
    }
  }

  get state(): Readonly<Folded> {
    return this.#state;
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
    return classInfos(this.about.classes, this.#state);
  }

  /** The model that learns now. */
  get model(): ModelKind {
    return this.#state.settings.model ?? this.about.model;
  }

  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  info(): ProjectInfo {
    return infoOf(this.#project, this.about, this.#state);
  }

  /**
   * Takes events in their order. Each is stored or refused; one that is known already is acknowledged again. When this
   * returns, what was accepted is on disk.
   */
  submit(events: readonly StudioEvent[]): Promise<EventsAnswer> {
    const result = this.#writing.then(() => this.#submit(events));
    this.#writing = result.catch(() => {});
    return result;
  }

  /** Adds items behind the others, with the labels that they came with. */
  addRows(rows: AddedRows, pictures: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const result = this.#writing.then(() => this.#addRows(rows, pictures));
    this.#writing = result.catch(() => {});
    return result;
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
    const labelled = [...this.#state.facts]
      .filter((entry): entry is [number, Fact & { to: number }] => typeof entry[1].to === "number")
      .sort((a, b) => a[1].order - b[1].order || a[0] - b[0]);
    return {
      answers: labelled.map(([item, fact]) => [item, fact.to]),
      audits: labelled.filter(([, fact]) => fact.asked?.from === "audit").map(([item, fact]) => [item, fact.to]),
    };
  }

  /** The log after a place, as it is stored. */
  async log(after: number): Promise<LoggedEvent[]> {
    return (await this.#store.events.read(this.#project.id, { after })) as unknown as LoggedEvent[];
  }

  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#scoring.close();
  }

  async #submit(events: readonly StudioEvent[]): Promise<EventsAnswer> {
    const results: EventsAnswer["results"] = [];
    const accepted: LoggedEvent[] = [];
    const changed = new Set<number>();
    for (const event of events) {
      const known = this.#sequences.get(event.id);
      if (known !== undefined) {
        results.push({ id: event.id, sequence: known, refusal: null });
        continue;
      }
      const why = this.#whyNot(event);
      if (why !== null) {
        results.push({ id: event.id, sequence: null, refusal: { code: "stale", message: why } });
        continue;
      }
      const logged = { ...event, sequence: this.#state.sequence + 1 } as LoggedEvent;
      for (const item of apply(this.#state, logged)) changed.add(item);
      this.#sequences.set(event.id, logged.sequence);
      accepted.push(logged);
      results.push({ id: event.id, sequence: logged.sequence, refusal: null });
    }
    if (accepted.length > 0) await this.#keep(accepted, changed);
    return { results, last: this.#state.sequence };
  }

  #whyNot(event: StudioEvent): string | null {
    if (event.kind === "class") return classRefusal(this.about.classes, this.#state, event.body);
    const { to } = event.body as { to?: Answer };
    if (typeof to === "number") {
      const one = this.classes[to];
      if (one === undefined) return `class ${to} is not one of ${this.classes.length}`;
      if (countsFor(this.#state, to) === null) return `the class "${one.name}" was retired meanwhile`;
    }
    return refusalOf(this.#state, event as LoggedEvent, this.about.itemCount);
  }

  /** Stores what was folded already; should that fail, the fold begins again from what is stored. */
  async #keep(accepted: readonly LoggedEvent[], changed: ReadonlySet<number>): Promise<void> {
    try {
      const drafts = accepted.map(({ id, kind, at, body }) => ({ id, kind, at, body }) as unknown as EventDraft);
      await this.#store.events.append(this.#project.id, drafts);
    } catch (error) {
      await this.#load();
      throw error;
    }
    if (accepted.some(({ kind }) => kind === "class" || kind === "rows")) void this.#reopenScoring();
    else this.#tell([...changed]);
    for (const listener of this.#listeners) listener(accepted);
  }

  async #load(): Promise<void> {
    const before = [...this.#state.facts.keys()];
    await this.#fold();
    this.#tell([...new Set([...before, ...this.#state.facts.keys()])]);
  }

  async #fold(): Promise<void> {
    this.#state = nothing();
    this.#sequences.clear();
    for (const event of await this.log(0)) {
      apply(this.#state, event);
      this.#sequences.set(event.id, event.sequence);
    }
  }

  async #addRows({ table, bytes, answers }: AddedRows, pictures: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const { id } = this.#project;
    const names = await this.#store.files.names(id);
    const file = `rows/${1 + names.filter((name) => name.startsWith("rows/")).length}`;
    for (const [name, picture] of pictures) {
      // A picture that the project shows already stays as it is.
      if (!names.includes(`pictures/${name}`)) await this.#store.files.put(id, `pictures/${name}`, picture);
    }
    await this.#store.files.put(id, file, bytes);
    const at = new Date().toISOString();
    const drafts = [
      { id: randomUUID(), at, kind: "rows", body: { file, count: table.rows } },
      ...(answers.length === 0 ? [] : [{ id: randomUUID(), at, kind: "import", body: { answers } }]),
    ];
    const began = this.#table.rows;
    this.#table = appendTable(this.#table, table);
    this.#viewOf = itemViews(this.#table, this.about.view);
    const accepted = drafts.map((draft, place) => {
      const body = "answers" in draft.body ? { answers: answers.map(([row, to]) => [began + row, to]) } : draft.body;
      return { ...draft, body, sequence: this.#state.sequence + 1 + place } as LoggedEvent;
    });
    for (const event of accepted) {
      apply(this.#state, event);
      this.#sequences.set(event.id, event.sequence);
    }
    await this.#keep(accepted, new Set());
  }

  /** Gives the scoring thread the items and the classes that can be answers. */
  #openScoring(): Promise<unknown> {
    const { recipe, seed } = this.about;
    const live = this.classes.filter((one) => one.live);
    return this.#scoring.call("open", {
      table: tableToBytes(this.#table),
      recipe,
      classes: live.map(({ name }) => name),
      numbers: live.map(({ number }) => number),
      seed,
      model: this.model,
      truth: truthOf(this.#table, this.about, this.#state, this.classes),
    });
  }

  /** Opens the pool anew, since classes or rows have changed. */
  #reopenScoring(): Promise<void> {
    const opened = this.#openScoring();
    this.#tell([...this.#state.facts.keys()]);
    return opened.then(
      () => {},
      () => {}, // shows in the next question
    );
  }

  /** Tells the scoring thread what changed. */
  #tell(items: readonly number[]): void {
    const { facts, sequence, settings } = this.#state;
    const answers = items.map((item) => [item, facts.get(item)?.to ?? null] as const);
    const auditShare = settings.auditShare ?? DEFAULT_AUDIT_SHARE;
    // A failure here closes the thread and shows in the next question.
    this.#scoring.call("sync", { sequence, answers, auditShare, model: this.model }).catch(() => {});
  }
}

/** A project as the list shows it. */
export function infoOf(project: Project, about: ProjectAbout, state: Readonly<Folded>): ProjectInfo {
  const { id, at } = project;
  const title = state.settings.title ?? project.title;
  const { view, demo, truth, model } = about;
  const began = { itemCount: about.itemCount, classes: about.classes };
  const itemCount = began.itemCount + state.addedRows;
  return {
    id,
    title,
    at,
    itemCount,
    classes: classInfos(about.classes, state).map(({ name }) => name),
    began,
    view,
    demo,
    hasTruth: truth !== null,
    model,
    sample: evaluationSample(itemCount),
    last: state.sequence,
  };
}

/** The true class of each item by number, where it is known: as the file calls it, also after a class was renamed. */
function truthOf(
  table: Table,
  { truth, classes }: ProjectAbout,
  state: Readonly<Folded>,
  all: readonly ClassInfo[],
): Int32Array | null {
  const column = table.columns.find(({ name }) => name === truth);
  if (column === undefined || column.type === "vector") return null;
  const numbers = new Map(all.map(({ name, number }) => [name, number]));
  classes.forEach((name, number) => {
    numbers.set(name, number);
  });
  return Int32Array.from({ length: table.rows }, (_, row) => {
    const number = numbers.get(cellText(column, row) ?? "");
    return number === undefined ? -1 : (countsFor(state, number) ?? -1);
  });
}
