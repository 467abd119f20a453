// The log of one project and what it folds to. The store numbers the events: what it returns is folded, nothing else, so
// that the state here is never ahead of the disk. Others may write to the same store; what they wrote is folded first. A log that
// lacks events, or has others than were written, is read as far as it goes, and takes no new ones.
import { comparedColumns } from "@xpal/data";
import { type EventDraft, type StoredEvent, StoreError, type StoreErrorCode } from "@xpal/store";
import { classInfos, classRejection, countsFor, movedFault } from "../../protocol/classes.ts";
import { columnRejection, columnsFault } from "../../protocol/columns.ts";
import type { Answer, LoggedEvent, StudioEvent } from "../../protocol/events.ts";
import { apply, copyOf, type Folded, outsideOf, rejectionOf } from "../../protocol/fold.ts";
import type { EventsAnswer, Rejection } from "../../protocol/messages.ts";
import { riskRejection } from "../../protocol/risk-in-force.ts";
import { StudioError } from "../studio-error.ts";
import type { Outcome } from "./in-batches.ts";
import { LayeredFacts } from "./layered-facts.ts";
import type { ProjectAbout } from "./project-about.ts";
import type { ProjectStore } from "./project-store.ts";
import { FoldedLog, type LeftLog, parseEvent, readLog } from "./read-log.ts";

/** A writer that is overtaken this often in a row gives up; its client tries again. */
const MAX_TRIES = 20;

/** Called with the events that were folded and the items that they concern. */
type FoldListener = (events: readonly LoggedEvent[], changed: ReadonlySet<number>) => void;

/** The log of a project, folded. */
export class ProjectLog {
  readonly #store: ProjectStore;
  readonly #id: string;
  readonly #about: ProjectAbout;
  readonly #known = new Set<string>();
  readonly #folded: FoldedLog;
  #onFold: FoldListener = () => {};

  private constructor(store: ProjectStore, id: string, about: ProjectAbout) {
    this.#store = store;
    this.#id = id;
    this.#about = about;
    this.#folded = new FoldedLog(about);
  }

  /** Reads and folds what is stored. */
  static async open(store: ProjectStore, id: string, about: ProjectAbout): Promise<ProjectLog> {
    const log = new ProjectLog(store, id, about);
    await log.catchUp();
    return log;
  }

  get state(): Readonly<Folded> {
    return this.#folded.state;
  }

  /** What is wrong with the log, as a part of a sentence; null for a sound one. */
  get damage(): string | null {
    return this.#folded.damage;
  }

  /** The files of added rows, in their order. */
  get rowFiles(): readonly string[] {
    return this.#folded.rowFiles;
  }

  /** @throws StudioError "incomplete" if the log is damaged: nothing is added to it. */
  checkWhole(): void {
    if (this.damage === null) return;
    const wayOut = 'restore a backup, or list all that is wrong with "xpal studio rebuild"';
    throw new StudioError(
      "incomplete",
      `the project takes no changes because its log is damaged: ${this.damage}; ${wayOut}`,
    );
  }

  set onFold(listener: FoldListener) {
    this.#onFold = listener;
  }

  /** The events behind a position, as they are stored; of a damaged log those that are folded. */
  async read(after: number): Promise<LoggedEvent[]> {
    const { events } = await readLog(this.#store, this.#id, after);
    return events.filter(({ id }) => this.damage === null || this.#known.has(id));
  }

  /** Those of the events with these ids that are stored; ids that are not known cost nothing. */
  async find(ids: readonly string[]): Promise<Map<string, LoggedEvent>> {
    const known = new Set(ids.filter((id) => this.#known.has(id)));
    const events = known.size === 0 ? [] : await this.read(0);
    return new Map(events.filter(({ id }) => known.has(id)).map((event) => [event.id, event]));
  }

  /** Folds what others have appended since. */
  async catchUp(): Promise<void> {
    this.#fold(await readLog(this.#store, this.#id, this.state.sequence));
  }

  /** Folds events that were read elsewhere. */
  take(events: readonly StoredEvent[]): void {
    this.#fold({ events: events.map(parseEvent), faults: [] });
  }

  /** Appends events in their order; each is stored, known already, or rejected. Only one call at a time. */
  async append(events: readonly StudioEvent[]): Promise<EventsAnswer["results"]> {
    for (let tries = 1; ; tries++) {
      this.checkWhole();
      const { sequence } = this.state; // what is decided here is decided on this state
      const rejections = await this.#rejectionsOf(events);
      const accepted = events.filter((event) => !rejections.has(event));
      try {
        const sequences = await this.#append(accepted.map(draftOf), sequence);
        return events.map((event) => {
          const rejection = rejections.get(event) ?? null;
          return { id: event.id, sequence: rejection === null ? (sequences.get(event.id) ?? null) : null, rejection };
        });
      } catch (error) {
        await this.#learnFrom(error, tries);
      }
    }
  }

  /** Appends what several have sent in one go. If that fails, one by one: what one of them sent must not harm the others. */
  async appendAll(batch: readonly (readonly StudioEvent[])[]): Promise<Outcome<EventsAnswer["results"]>[]> {
    try {
      const results = await this.append(batch.flat());
      return batch.map(({ length }) => ({ value: results.splice(0, length) }));
    } catch (error) {
      if (batch.length === 1) throw error;
    }
    const outcomes: Outcome<EventsAnswer["results"]>[] = [];
    for (const events of batch) {
      const outcome = this.append(events).then((value) => ({ value }));
      outcomes.push(await outcome.catch((error: unknown) => ({ error })));
    }
    return outcomes;
  }

  /** What cannot be appended, and why; each event is checked as if those before it had been. */
  async #rejectionsOf(events: readonly StudioEvent[]): Promise<Map<StudioEvent, Rejection>> {
    const rejections = new Map<StudioEvent, Rejection>();
    // Answers change nothing but their own items: these are layered over the state, which may be large.
    const onlyAnswers = events.every(({ kind }) => kind === "answer");
    const ahead = onlyAnswers ? withOwnFacts(this.state) : copyOf(this.state);
    const seen = new Map<string, StudioEvent>();
    for (const event of events) {
      const twin = seen.get(event.id);
      const outside = outsideOf(event as LoggedEvent, ahead, this.#about.itemCount + ahead.addedRows);
      if (this.#known.has(event.id) ? !(await this.#isSame(event)) : twin !== undefined && !sameEvent(twin, event)) {
        rejections.set(event, { code: "conflict", message: "another event has this id" });
      } else if (this.#known.has(event.id) || twin !== undefined) {
      } else if (outside !== null) {
        rejections.set(event, { code: "outside", message: outside });
      } else {
        const why = rejectionOf(ahead, event as LoggedEvent) ?? this.#useRejection(ahead, event);
        if (why !== null) rejections.set(event, { code: "stale", message: why });
        else if (onlyAnswers) answerAhead(ahead, event as StudioEvent & { kind: "answer" });
        else apply(ahead, { ...event, sequence: ahead.sequence + 1 } as LoggedEvent);
        if (why === null) seen.set(event.id, event);
      }
    }
    return rejections;
  }

  /** Why the classes or columns of now do not allow an event, or null. */
  #useRejection(state: Readonly<Folded>, event: StudioEvent): string | null {
    if (event.kind === "class") return classRejection(state, event.body);
    if (event.kind === "column") return columnRejection(comparedColumns(this.#about.recipe), state.columns, event.body);
    if (event.kind === "undo" || event.kind === "redo") return this.#moveRejection(state, event);
    const { to } = event.body as { to?: Answer };
    if (typeof to !== "number" || countsFor(state, to) !== null) return null;
    return `the class "${state.classes.get(to)?.name}" was retired meanwhile`;
  }

  /** Why the classes or columns would make no sense after an undo or redo; others may have changed them since. */
  #moveRejection(state: Readonly<Folded>, event: StudioEvent & { kind: "undo" | "redo" }): string | null {
    const step = [...state.done, ...state.undone].find(({ event: id }) => id === event.body.of);
    if (step?.classes === undefined && step?.column === undefined) return null;
    const after = copyOf(state);
    apply(after, { ...event, sequence: after.sequence + 1 } as LoggedEvent);
    if (step.classes !== undefined) {
      return movedFault(state, after) ?? outgrowth(state, after);
    }
    return columnsFault(comparedColumns(this.#about.recipe), after.columns);
  }

  /** Appends events of the server's own, which are made again when another writer was faster. */
  async appendOwn(make: (state: Readonly<Folded>) => readonly EventDraft[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      this.checkWhole();
      try {
        await this.#append(make(this.state), this.state.sequence);
        return;
      } catch (error) {
        await this.#learnFrom(error, tries);
      }
    }
  }

  /** Reads what made an append fail; throws what cannot be tried again. */
  async #learnFrom(error: unknown, tries: number): Promise<void> {
    if (tries === MAX_TRIES) throw error;
    if (isStoreError(error, "stale")) return this.catchUp();
    if (!isStoreError(error, "damaged")) throw error;
    this.#folded.note((await readLog(this.#store, this.#id)).faults);
  }

  /** Stores events and folds those that the store has numbered; returns the number of each. */
  async #append(events: readonly EventDraft[], after: number): Promise<Map<string, number>> {
    if (events.length === 0) return new Map();
    const stored = await this.#store.events.append(this.#id, events, { after });
    const fresh = stored.filter(({ id }, at) => !this.#known.has(id) && stored.findIndex((e) => e.id === id) === at);
    // An event that an earlier call stored without hearing so may have others before it.
    const follows = fresh.every(({ sequence }, at) => sequence === this.state.sequence + 1 + at);
    if (follows) this.#fold({ events: fresh.map(parseEvent), faults: [] });
    else await this.catchUp();
    return new Map(stored.map(({ id, sequence }) => [id, sequence]));
  }

  /** Whether the log has this event, and not another one under its id. */
  async #isSame(event: StudioEvent): Promise<boolean> {
    try {
      await this.#store.events.append(this.#id, [draftOf(event)]);
      return true;
    } catch (error) {
      if (isStoreError(error, "conflict")) return false;
      throw error;
    }
  }

  #fold(read: LeftLog): void {
    const { folded, changed } = this.#folded.take(read);
    for (const { id } of folded) this.#known.add(id);
    if (folded.length > 0) this.#onFold(folded, changed);
  }
}

/** Why classes that come back would be too many for costs or the balanced error, or null. */
function outgrowth(before: Readonly<Folded>, after: Readonly<Folded>): string | null {
  const rejectionAt = (state: Readonly<Folded>) => {
    const live = classInfos(state).filter((one) => one.live);
    return riskRejection(
      state.settings,
      live.map(({ id }) => id),
    );
  };
  return rejectionAt(before) === null ? rejectionAt(after) : null;
}

/** The state with facts that can be changed without changing its own. */
function withOwnFacts(state: Folded): Folded {
  return { ...state, facts: new LayeredFacts(state.facts) };
}

function answerAhead({ facts }: Folded, { id: event, at, body: { item, to } }: StudioEvent & { kind: "answer" }): void {
  if (to === null) facts.delete(item);
  else facts.set(item, { to, event, at, order: 0, by: "" });
}

function draftOf({ id, kind, at, body }: StudioEvent): EventDraft {
  return { id, kind, at, body } as unknown as EventDraft;
}

function sameEvent(a: StudioEvent, b: StudioEvent): boolean {
  return a.kind === b.kind && JSON.stringify(a.body) === JSON.stringify(b.body);
}

function isStoreError(error: unknown, code: StoreErrorCode): boolean {
  return error instanceof StoreError && error.code === code;
}
