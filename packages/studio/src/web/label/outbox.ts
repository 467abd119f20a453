// Events that the server has not acknowledged yet. They are in the browser's storage before the next item is shown,
// so neither a reload nor a lost connection loses an answer; they are sent in their order. An event leaves only when
// the server has it, or when it was rejected: then it is set aside, where the person finds it. Nothing is dropped. An outbox
// goes on whether or not somebody listens to it, so that leaving a page does not end it.
import type { StudioEvent } from "../../protocol/events.ts";
import type { EventsAnswer, Rejection } from "../../protocol/messages.ts";
import { ApiError, isFinal, isPassing } from "../ui/api.ts";
import { BackOff } from "../ui/back-off.ts";
import type { Rejected } from "./rejected-events.ts";
import { StoredList } from "./stored-list.ts";

const MAX_AT_ONCE = 200;

/** How the outbox is. */
export interface OutboxState {
  readonly waiting: number;
  /** The server does not answer. */
  readonly offline: boolean;
  readonly rejected: readonly Rejected[];
  /** The browser's storage takes no more: what waits is in this window only. */
  readonly unstored: boolean;
  /** Why the server does not store what waits, such as a full disk, once it has failed twice in a row. It is tried again. */
  readonly trouble: string | null;
  /** How many events of other people lie in this browser, by name; they alone can send these. */
  readonly others: ReadonlyMap<string, number>;
}

/** What the outbox tells. */
export interface OutboxListener {
  changed(state: OutboxState): void;
  /** The server has stored these events. */
  accepted(answer: EventsAnswer, events: readonly StudioEvent[]): void;
  /** The server has rejected some events, and they were set aside. */
  rejected(): void;
  /** The server will take nothing more: the session ended, or the project was removed. All is kept. */
  stopped(error: ApiError): void;
}

/** What the outbox works with. */
export interface OutboxParts {
  readonly storage: Storage;
  send(events: readonly StudioEvent[]): Promise<EventsAnswer>;
  readonly backOff?: BackOff;
  /** The account in whose name the server stores what is sent: only its own events are sent. Null where events keep their names. */
  readonly by?: string | null;
}

/** The outbox of one project. */
export class Outbox {
  #listener: OutboxListener | null = null;
  readonly #parts: OutboxParts;
  readonly #backOff: BackOff;
  readonly #waiting: StoredList<StudioEvent>;
  readonly #rejected: StoredList<Rejected>;
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #batch = MAX_AT_ONCE;
  #offline = false;
  #troubles: readonly string[] = [];
  #stopped = false;

  constructor(project: string, parts: OutboxParts) {
    this.#parts = parts;
    const { storage, backOff = new BackOff(), by = null } = parts;
    this.#backOff = backOff;
    const isOurs = (event: StudioEvent) => by === null || (event.body.by ?? by) === by;
    this.#waiting = new StoredList(storage, `xpal-outbox-${project}-`, (event) => event, isOurs);
    const isOursToo = ({ event }: Rejected) => isOurs(event);
    this.#rejected = new StoredList(storage, `xpal-rejected-${project}-`, ({ event }) => event, isOursToo);
  }

  /** Tells what happens from now on to one listener in place of the former; returns how to stop that. */
  listen(listener: OutboxListener): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }

  /** What waits, oldest first. */
  get events(): readonly StudioEvent[] {
    return this.#waiting.all;
  }

  get state(): OutboxState {
    const unstored = !this.#waiting.isStored || !this.#rejected.isStored;
    const trouble = this.#troubles[1] ?? null;
    const rejected = this.#rejected.all;
    return { waiting: this.events.length, offline: this.#offline, rejected, unstored, trouble, others: this.#others() };
  }

  add(event: StudioEvent): void {
    this.#waiting.add(event);
    this.#changed();
    void this.flush();
  }

  /** Sends what waits; resolves when the box is empty or must wait for the next try. */
  flush(): Promise<void> {
    if (this.#timer !== undefined || this.#stopped) return Promise.resolve();
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

  /**
   * A page is there that shows this project: takes in what other windows have left since, and sends it, but not at once:
   * what another window has just begun to send is soon settled.
   */
  takeUp(): void {
    this.#waiting.readAgain();
    this.#rejected.readAgain();
    this.#stopped = false;
    if (this.events.length === 0 || this.#sending !== null) return;
    this.#timer ??= setTimeout(() => void this.resume(), this.#backOff.next());
  }

  /** Takes an event out of those that were rejected. */
  takeRejected(id: string): void {
    this.#rejected.remove(id);
    this.#changed();
  }

  async #send(): Promise<void> {
    if (this.#waiting.dropSettled()) this.#changed();
    while (this.events.length > 0 && !this.#stopped && this.#timer === undefined) {
      const batch = this.events.slice(0, this.#batch);
      try {
        this.#settle(batch, await this.#parts.send(batch));
        this.#backOff.reset();
        this.#offline = false;
        this.#troubles = [];
        this.#batch = MAX_AT_ONCE;
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
    const stored = batch.filter(({ id }) => results.get(id)?.rejection === null);
    for (const { id } of stored) this.#waiting.remove(id);
    this.#listener?.accepted(answer, stored);
    const rejected = batch.flatMap((event) => {
      const rejection = results.get(event.id)?.rejection ?? null;
      return rejection === null ? [] : [{ event, rejection }];
    });
    for (const { event, rejection } of rejected) this.#setAside(event, rejection);
    if (rejected.length > 0) this.#listener?.rejected();
  }

  #failed(batch: readonly StudioEvent[], error: ApiError): void {
    if (isPassing(error)) {
      this.#offline = error.status === 0;
      this.#troubles = error.status > 0 ? [error.message, ...this.#troubles.slice(0, 1)] : [];
      this.#timer = setTimeout(() => void this.resume(), this.#backOff.next());
    } else if (isFinal(error)) {
      this.#stopped = true;
      this.#listener?.stopped(error);
    } else if (batch.length > 1) {
      this.#batch = Math.ceil(batch.length / 2); // finds the one that is rejected
    } else {
      this.#batch = MAX_AT_ONCE;
      this.#setAside(batch[0], { code: error.code, message: error.message });
      this.#listener?.rejected();
    }
  }

  #setAside(event: StudioEvent, rejection: Rejection): void {
    this.#rejected.add({ event, rejection }); // there before it is gone here
    this.#waiting.remove(event.id);
  }

  #others(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { body } of this.#waiting.others) counts.set(body.by ?? "", (counts.get(body.by ?? "") ?? 0) + 1);
    return counts;
  }

  #changed(): void {
    this.#listener?.changed(this.state);
  }
}
