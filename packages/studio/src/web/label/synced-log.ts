// The log of a project in step with the server: what is done here counts at once and waits in the outbox, what others do is
// heard live. After a lost connection, and after a rejection, it begins again from the server's log.
import type { LoggedEvent, StudioEvent } from "../../protocol/events.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { EventsAnswer, ProjectInfo } from "../../protocol/messages.ts";
import { type ApiError, get } from "../ui/api.ts";
import { Connection } from "./connection.ts";
import { LocalLog } from "./local-log.ts";
import type { Outbox, OutboxState } from "./outbox.ts";

/** What the log tells. */
export interface SyncedLogListener {
  /** The log was read, for the first time or again. */
  began(project: ProjectInfo): void;
  /** The server has rejected something, so that the log here is another one than the server's: it is read again. */
  outdated(): void;
  /** Others have done something. */
  heard(news: readonly LoggedEvent[]): void;
  /** What waits to be sent, or was rejected, has changed. */
  waits(state: OutboxState): void;
  /** The server does not answer. */
  lost(): void;
  /** The server answers, for the first time or again. */
  back(): Promise<void>;
  /** The server will answer nothing more: the session ended, or the project was removed. */
  stopped(error: ApiError): void;
}

/** The log of one project as this window knows it. */
export class SyncedLog {
  readonly #path: string;
  readonly #listener: SyncedLogListener;
  readonly #log = new LocalLog();
  readonly #outbox: Outbox;
  readonly #leaveOutbox: () => void;
  readonly #connection: Connection;
  /** While the log is being read: what the server has stored since, which the log on its way may lack. */
  #stored: readonly StudioEvent[] | null = null;

  constructor(project: string, window: string, outbox: Outbox, listener: SyncedLogListener) {
    this.#path = `/api/projects/${project}`;
    this.#listener = listener;
    this.#outbox = outbox;
    this.#leaveOutbox = outbox.listen({
      changed: (state) => {
        if (state.offline) this.lost();
        listener.waits(state);
      },
      accepted: (answer, events) => this.#accepted(answer, events),
      rejected: () => {
        listener.outdated();
        void this.open();
      },
      stopped: (error) => listener.stopped(error),
    });
    this.#connection = new Connection(project, window, {
      load: () => this.#load(),
      heard: (events) => this.#heard(events),
      lost: () => listener.lost(),
      back: () => listener.back(),
      stopped: (error) => listener.stopped(error),
    });
  }

  get state(): Folded {
    return this.#log.state;
  }

  /** What waits to be sent, and what was rejected. */
  get waiting(): OutboxState {
    return this.#outbox.state;
  }

  /** Connects now, and begins again from the server's log. */
  open(): Promise<void> {
    return this.#connection.open();
  }

  /** Something did not get through: connects again later. */
  lost(): void {
    this.#connection.lost();
  }

  /** Ends the connection until it is opened again. */
  stop(): void {
    this.#connection.stop();
  }

  /** Ends the connection for good; what waits is sent all the same. */
  close(): void {
    this.#connection.close();
    this.#leaveOutbox();
  }

  /** Takes in what is done here, and sends it. */
  send(event: StudioEvent): void {
    this.#log.takeAhead(event);
    this.#outbox.add(event);
  }

  /** Resolves when the server has what was done here, or must be tried again later. */
  saved(): Promise<void> {
    return this.#outbox.flush();
  }

  /** Sends what waits at once. */
  resume(): Promise<void> {
    return this.#outbox.resume();
  }

  /** Takes an event out of those that were rejected. */
  takeRejected(id: string): void {
    this.#outbox.takeRejected(id);
  }

  #accepted({ last }: EventsAnswer, events: readonly StudioEvent[]): void {
    this.#log.reach(last);
    if (this.#stored !== null) this.#stored = [...this.#stored, ...events];
  }

  /** Reads the log; what was stored meanwhile and what waits stay on top. Returns the last number of what was read. */
  async #load(): Promise<number> {
    this.#stored = [];
    try {
      const { project, events } = await get<{ project: ProjectInfo; events: LoggedEvent[] }>(this.#path);
      const last = this.#log.beginAgain(project.began, events, [...this.#stored, ...this.#outbox.events]);
      this.#listener.began(project);
      return last;
    } finally {
      this.#stored = null;
    }
  }

  #heard(events: readonly LoggedEvent[]): void {
    const news = events.filter(({ id }) => !this.#log.has(id));
    for (const event of events) this.#log.take(event);
    if (news.length > 0) this.#listener.heard(news);
  }
}
