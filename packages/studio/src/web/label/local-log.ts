// The log as this window knows it, folded: what the server has, and on top what waits to be sent.
import type { LoggedEvent, StudioEvent } from "../../protocol/events.ts";
import { apply, type Folded, nothing, outsideOf, rejectionOf } from "../../protocol/fold.ts";
import type { ProjectInfo } from "../../protocol/messages.ts";

/** A folded log that runs ahead of the server. */
export class LocalLog {
  #state: Folded = nothing();
  readonly #known = new Set<string>();

  get state(): Folded {
    return this.#state;
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** Takes an event in, once. */
  take(event: LoggedEvent): void {
    if (this.#known.has(event.id)) this.reach(event.sequence);
    else apply(this.#state, event);
    this.#known.add(event.id);
  }

  /** Takes an event in that the server has not numbered yet. */
  takeAhead(event: StudioEvent): void {
    this.take({ ...event, sequence: this.#state.sequence + 1 } as LoggedEvent);
  }

  /** The server's log goes at least as far. */
  reach(sequence: number): void {
    this.#state.sequence = Math.max(this.#state.sequence, sequence);
  }

  /** Begins again from the server's log, with what waits on top; returns the last number of that log. */
  beginAgain(began: ProjectInfo["began"], events: readonly LoggedEvent[], waiting: readonly StudioEvent[]): number {
    this.#state = nothing(began.classes);
    this.#known.clear();
    for (const event of events) this.take(event);
    const last = this.#state.sequence;
    const missing = waiting.filter(({ id }) => !this.#known.has(id));
    for (const event of missing) if (this.#canFollow(event as LoggedEvent, began)) this.takeAhead(event);
    return last;
  }

  #canFollow(event: LoggedEvent, { itemCount }: ProjectInfo["began"]): boolean {
    const isOutside = outsideOf(event, this.#state, itemCount + this.#state.addedRows) !== null;
    return !isOutside && rejectionOf(this.#state, event) === null;
  }
}
