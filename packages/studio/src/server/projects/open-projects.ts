// The projects that are open. A room costs a thread and the pool's memory, so only a few stay open unwatched.
import type { Store } from "@xpal/store";
import { type ScoringThread, startScoring } from "../scoring/scoring-thread.ts";
import { Room } from "./open-project.ts";

const MOST_OPEN = 4;

/** Opens rooms on demand and closes those that nobody watches. */
export class Rooms {
  readonly #store: Store;
  readonly #open = new Map<string, Promise<Room>>();
  #spare: ScoringThread | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Makes a scoring thread ready, so that the first project need not wait for one to load. */
  warm(): void {
    this.#spare ??= startScoring();
  }

  /** The room of a project; throws "not-found" when there is none. */
  of(id: string): Promise<Room> {
    const known = this.#open.get(id);
    this.#open.delete(id);
    const room = known ?? this.#enter(id);
    this.#open.set(id, room); // most recently used last
    return room;
  }

  /** Closes a room, for instance because its project was removed. */
  async leave(id: string): Promise<void> {
    const room = this.#open.get(id);
    this.#open.delete(id);
    await (await room?.catch(() => undefined))?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.leave(id)));
    await this.#spare?.close();
    this.#spare = undefined;
  }

  #enter(id: string): Promise<Room> {
    const room = Room.open(this.#store, id, () => {
      const scoring = this.#spare ?? startScoring();
      this.#spare = undefined;
      return scoring;
    });
    room.catch(() => this.#open.delete(id));
    room.then(() => this.#makeSpace(id)).catch(() => {});
    return room;
  }

  async #makeSpace(keep: string): Promise<void> {
    for (const [id, promise] of [...this.#open]) {
      if (this.#open.size <= MOST_OPEN) return;
      const room = await promise.catch(() => undefined);
      if (id !== keep && room !== undefined && !room.watched) await this.leave(id);
    }
  }
}
