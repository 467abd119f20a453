// Events that the server has not acknowledged yet. They are in the browser's storage before the next item is shown,
// so neither a reload nor a lost connection loses an answer; they are sent in their order. An event leaves only when
// the server has it, or when it was refused: then it is set aside, where the person finds it. Nothing is dropped.
import type { StudioEvent } from "../../protocol/events.ts";
import type { EventsAnswer, Refusal } from "../../protocol/messages.ts";
import { ApiError, isFinal, isPassing, post } from "../ui/api.ts";
import { BackOff } from "../ui/back-off.ts";
import { isAdded, type Refused, restsOn, WITHOUT_CLASS } from "./added-class.ts";
import { StoredList } from "./stored-list.ts";

const MOST_AT_ONCE = 200;

/** How the outbox is. */
export interface OutboxState {
  readonly waiting: number;
  /** The server does not answer. */
  readonly offline: boolean;
  readonly refused: readonly Refused[];
  /** The browser's storage takes no more: what waits is in this window only. */
  readonly unstored: boolean;
  /** Why the server cannot store what waits, such as a full disk, once it has failed twice in a row. It is tried again. */
  readonly trouble: string | null;
}

/** What the outbox tells. */
export interface OutboxListener {
  changed(state: OutboxState): void;
  /** The server has stored these events. */
  accepted(answer: EventsAnswer, events: readonly StudioEvent[]): void;
  /** The server has refused some events, and they were set aside. */
  refused(): void;
  /** The server will take nothing more: the session ended, or the project was removed. All is kept. */
  stopped(error: ApiError): void;
}

/** What the outbox works with. */
export interface OutboxParts {
  readonly storage: Storage;
  send(events: readonly StudioEvent[]): Promise<EventsAnswer>;
  readonly backOff: BackOff;
}

/** The outbox of one project. */
export class Outbox {
  readonly #listener: OutboxListener;
  readonly #parts: OutboxParts;
  readonly #waiting: StoredList<StudioEvent>;
  readonly #refused: StoredList<Refused>;
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #batch = MOST_AT_ONCE;
  #offline = false;
  #troubles: readonly string[] = [];
  #stopped = false;
  #closed = false;
  /** Numbers of classes that were refused and that the page still shows. */
  #notAdded: readonly number[] = [];

  constructor(project: string, listener: OutboxListener, parts: Partial<OutboxParts> = {}) {
    this.#listener = listener;
    const send = (events: readonly StudioEvent[]) => post<EventsAnswer>(`/api/projects/${project}/events`, { events });
    const { storage = localStorage, backOff = new BackOff() } = parts;
    this.#parts = { storage, send: parts.send ?? send, backOff };
    this.#waiting = new StoredList(storage, `xpal-outbox-${project}-`, (event) => event);
    this.#refused = new StoredList(storage, `xpal-refused-${project}-`, ({ event }) => event);
  }

  /** What waits, oldest first. */
  get events(): readonly StudioEvent[] {
    return this.#waiting.all;
  }

  get state(): OutboxState {
    const unstored = !this.#waiting.isStored || !this.#refused.isStored;
    const trouble = this.#troubles[1] ?? null;
    return { waiting: this.events.length, offline: this.#offline, refused: this.#refused.all, unstored, trouble };
  }

  add(event: StudioEvent): void {
    this.#waiting.add(event);
    this.#setAsideWithClass();
    this.#changed();
    void this.flush();
  }

  /** Sends what waits; resolves when the box is empty or must wait for the next try. */
  flush(): Promise<void> {
    if (this.#timer !== undefined || this.#stopped || this.#closed) return Promise.resolve();
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
      if (this.events.length > 0) void this.flush();
    });
    return this.#sending;
  }

  /** The server is there again, or the person has logged in: tries at once. */
  resume(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stopped = false;
    return this.flush();
  }

  /** Takes an event out of those that were refused. */
  takeRefused(id: string): void {
    this.#refused.remove(id);
    this.#changed();
  }

  /** The page no longer shows classes that were refused: their numbers mean what they mean on the server. */
  knowsClasses(): void {
    this.#notAdded = [];
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    while (this.events.length > 0 && !this.#stopped && !this.#closed && this.#timer === undefined) {
      // What comes after a new class may name it: the server must have it under that number first.
      const upTo = this.events.findIndex(isAdded) + 1;
      const batch = this.events.slice(0, Math.min(this.#batch, upTo || this.#batch));
      try {
        this.#settle(batch, await this.#parts.send(batch));
        this.#parts.backOff.reset();
        this.#offline = false;
        this.#troubles = [];
        this.#batch = MOST_AT_ONCE;
      } catch (error) {
        this.#failed(batch, error instanceof ApiError ? error : new ApiError(0, "failed", String(error)));
      }
      this.#changed();
    }
  }

  #settle(batch: readonly StudioEvent[], answer: EventsAnswer): void {
    const results = new Map(answer.results.map((result) => [result.id, result]));
    if (!batch.some(({ id }) => results.has(id)))
      throw new ApiError(500, "failed", "the server sent an answer that this page cannot read");
    const stored = batch.filter(({ id }) => results.get(id)?.refusal === null);
    for (const { id } of stored) this.#waiting.remove(id);
    this.#listener.accepted(answer, stored);
    const refused = batch.flatMap((event) => {
      const refusal = results.get(event.id)?.refusal ?? null;
      return refusal === null ? [] : [{ event, refusal }];
    });
    for (const { event, refusal } of refused) this.#setAside(event, refusal);
    if (refused.length > 0) this.#listener.refused();
  }

  #failed(batch: readonly StudioEvent[], error: ApiError): void {
    if (isPassing(error)) {
      this.#offline = error.status === 0;
      this.#troubles = error.status >= 500 ? [error.message, ...this.#troubles.slice(0, 1)] : [];
      this.#timer = setTimeout(() => void this.resume(), this.#parts.backOff.next());
    } else if (isFinal(error)) {
      this.#stopped = true;
      this.#listener.stopped(error);
    } else if (batch.length > 1) {
      this.#batch = Math.ceil(batch.length / 2); // finds the one that is refused
    } else {
      this.#batch = MOST_AT_ONCE;
      this.#setAside(batch[0], { code: error.code, message: error.message });
      this.#listener.refused();
    }
  }

  #setAside(event: StudioEvent, refusal: Refusal): void {
    this.#refused.add({ event, refusal }); // there before it is gone here
    this.#waiting.remove(event.id);
    if (!isAdded(event)) return;
    this.#notAdded = [...this.#notAdded, event.body.class];
    this.#setAsideWithClass();
  }

  /** Events that rest on a class which was refused: under its number the server has, or will have, another one. */
  #setAsideWithClass(): void {
    for (const number of this.#notAdded) {
      const ids = new Set(this.#refused.all.map(({ event }) => event.id));
      for (const event of this.events) {
        if (!restsOn(event, number, ids)) continue;
        ids.add(event.id);
        this.#refused.add({ event, refusal: WITHOUT_CLASS });
        this.#waiting.remove(event.id);
      }
    }
  }

  #changed(): void {
    this.#listener.changed(this.state);
  }
}
