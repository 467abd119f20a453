// The connection of one window to its project: the log once, then what happens live. When it breaks, by the network or a
// server that was restarted, it is restored automatically, with growing pauses; when the server says that this is
// pointless (logged out, project removed), it stops until the person does something.
import type { LoggedEvent } from "../../protocol/events.ts";
import { ApiError, isFinal } from "../ui/api.ts";
import { BackOff } from "../ui/back-off.ts";
import type { Live } from "../ui/host.ts";
import { listenLive } from "../ui/listen-live.ts";

/** What the connection tells and needs. */
export interface ConnectionListener {
  /** Reads the log; returns its last number. */
  load(): Promise<number>;
  heard(events: readonly LoggedEvent[]): void;
  lost(): void;
  /** It is there, for the first time or again. */
  back(): Promise<void>;
  stopped(error: ApiError): void;
}

/** A connection that comes back. */
export class Connection {
  readonly #project: string;
  readonly #window: string;
  readonly #listener: ConnectionListener;
  readonly #backOff = new BackOff();
  #live: Live | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #opening = false;
  /** Ended until it is opened again: what fails late, on its way when it ended, must not begin anew. */
  #stopped = false;
  #closed = false;

  constructor(project: string, window: string, listener: ConnectionListener) {
    this.#project = project;
    this.#window = window;
    this.#listener = listener;
  }

  /** Connects now; also the way back after `stop`. */
  async open(): Promise<void> {
    if (this.#opening || this.#closed) return;
    this.#opening = true;
    this.stop();
    this.#stopped = false;
    addEventListener("online", this.#now);
    try {
      const last = await this.#listener.load();
      if (this.#stopped) {
        this.#opening = false;
        return;
      }
      this.#live = listenLive(this.#project, this.#window, last, {
        events: (events) => this.#listener.heard(events),
        lost: () => this.lost(),
      });
      this.#live.addEventListener("here", () => this.#backOff.reset());
      this.#opening = false;
      await this.#listener.back();
    } catch (error) {
      this.#opening = false;
      const failure = error instanceof ApiError ? error : new ApiError(500, "failed", (error as Error).message);
      if (isFinal(failure)) return this.#listener.stopped(failure);
      this.lost();
    }
  }

  /** Something did not get through: says so, and tries again later. */
  lost(): void {
    if (this.#stopped || this.#opening || this.#timer !== undefined) return;
    this.#live?.close();
    this.#listener.lost();
    this.#timer = setTimeout(this.#now, this.#backOff.next());
  }

  /** Ends it until it is opened again. */
  stop(): void {
    this.#stopped = true;
    this.#live?.close();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    removeEventListener("online", this.#now);
  }

  close(): void {
    this.#closed = true;
    this.stop();
  }

  readonly #now = () => void this.open();
}
