// Events that the server has not acknowledged yet. They are in the browser's storage before the next item is shown,
// so neither a reload nor a lost connection loses an answer; they are sent in their order.
import type { StudioEvent } from "../../protocol/events.ts";
import type { EventsAnswer } from "../../protocol/messages.ts";
import { type ApiError, post } from "../ui/api.ts";

const RETRY_MS = [300, 1000, 2000, 5000];

/** What the outbox tells. */
export interface OutboxListener {
  /** How many wait, and whether the server is out of reach. */
  changed(waiting: number, offline: boolean): void;
  accepted(results: EventsAnswer): void;
  /** The server refused for good, for instance because the session ended. */
  failed(error: ApiError): void;
}

/** The outbox of one project. */
export class Outbox {
  readonly #project: string;
  readonly #listener: OutboxListener;
  readonly #prefix: string;
  #events: StudioEvent[];
  #sending: Promise<void> | null = null;
  #tries = 0;
  #closed = false;

  constructor(project: string, listener: OutboxListener) {
    this.#project = project;
    this.#listener = listener;
    this.#prefix = `xpal-outbox-${project}-`;
    this.#events = this.#left();
  }

  /** What waits, oldest first. */
  get events(): readonly StudioEvent[] {
    return this.#events;
  }

  add(event: StudioEvent): void {
    this.#events.push(event);
    localStorage.setItem(`${this.#prefix}${event.id}`, JSON.stringify(event));
    this.#listener.changed(this.#events.length, this.#tries > 0);
    void this.flush();
  }

  /** Sends what waits; resolves when the box is empty or the server is out of reach. */
  flush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
      if (this.#events.length > 0 && this.#tries === 0 && !this.#closed) void this.flush();
    });
    return this.#sending;
  }

  close(): void {
    this.#closed = true;
  }

  async #send(): Promise<void> {
    while (this.#events.length > 0 && !this.#closed) {
      const batch = this.#events.slice(0, 200);
      try {
        const answer = await post<EventsAnswer>(`/api/projects/${this.#project}/events`, { events: batch });
        this.#tries = 0;
        for (const event of batch) this.#drop(event);
        this.#listener.accepted(answer);
      } catch (error) {
        this.#postpone(error as ApiError);
        return;
      }
    }
    this.#listener.changed(this.#events.length, false);
  }

  #postpone(error: ApiError): void {
    const passing = error.status === 0 || error.status >= 500;
    this.#listener.changed(this.#events.length, passing);
    if (!passing) {
      this.#listener.failed(error);
      // What the server will never take must not stand in the way of the rest.
      if (error.status === 400 || error.status === 413) this.#drop(this.#events[0]);
      return;
    }
    const wait = RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)];
    setTimeout(() => !this.#closed && void this.flush(), wait);
  }

  #drop(event: StudioEvent): void {
    this.#events = this.#events.filter(({ id }) => id !== event.id);
    localStorage.removeItem(`${this.#prefix}${event.id}`);
    this.#listener.changed(this.#events.length, this.#tries > 0);
  }

  /** What a former page left, or another window has under way: sending it twice is harmless. */
  #left(): StudioEvent[] {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    return keys
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "null") as StudioEvent)
      .filter((event) => event !== null)
      .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
  }
}
