// Where it is kept which window has which items in hand. A studio that is alone on its folder keeps it in memory: after a
// restart the windows tell again what they hold. Servers that share a store keep it there, and each change is made by one of
// them at a time, on a log that it has read to its end.
import type { JsonValue, Store } from "@xpal/store";
import { inBatches, type Outcome, SHARED_EVERY_MS } from "./in-batches.ts";
import type { ProjectLog } from "./project-log.ts";
import { Reservations, windowSchema } from "./reservations.ts";

/** What the windows of one project have in hand. */
export interface ItemLeases {
  /** As it was a moment ago, without asking others. */
  readonly known: Reservations;
  /** Reads and changes it. The work may be run twice, on what was found then. */
  change<T>(work: (reservations: Reservations) => T): Promise<T>;
}

type Pool = ConstructorParameters<typeof Reservations>[1];

/** In the memory of this process. */
export function localLeases(now: () => number, open: Pool): ItemLeases {
  const known = new Reservations(now, open);
  return { known, change: async (work) => work(known) };
}

type Work = (reservations: Reservations) => unknown;

/** In the store. Changes that wait for one that is under way are then made together. */
export class SharedLeases implements ItemLeases {
  readonly #store: Pick<Store, "leases">;
  readonly #project: string;
  readonly #log: ProjectLog;
  readonly #now: () => number;
  readonly #open: Pool;
  readonly #enqueue = inBatches((batch: readonly Work[]) => this.#changeAll(batch), SHARED_EVERY_MS);
  #known: Reservations;

  constructor(store: Pick<Store, "leases">, project: string, log: ProjectLog, now: () => number, open: Pool) {
    this.#store = store;
    this.#project = project;
    this.#log = log;
    this.#now = now;
    this.#open = open;
    this.#known = new Reservations(now, open);
  }

  get known(): Reservations {
    return this.#known;
  }

  change<T>(work: (reservations: Reservations) => T): Promise<T> {
    return this.#enqueue(work) as Promise<T>;
  }

  async #changeAll(batch: readonly Work[]): Promise<Outcome<unknown>[]> {
    const { outcomes, reservations } = await this.#store.leases.change(
      this.#project,
      this.#log.state.sequence,
      ({ leases, events }) => {
        this.#log.take(events);
        const before = new Map(leases.map(({ holder, held }) => [holder, windowSchema.parse(held)]));
        const reservations = new Reservations(this.#now, this.#open, before);
        const outcomes = batch.map((work) => attempt(() => work(reservations)));
        const after = reservations.data();
        const changed = [...after].filter(([id, data]) => JSON.stringify(data) !== JSON.stringify(before.get(id)));
        return {
          put: changed.map(([holder, data]) => ({ holder, held: data as unknown as JsonValue })),
          remove: [...before.keys()].filter((holder) => !after.has(holder)),
          result: { outcomes, reservations },
        };
      },
    );
    this.#known = reservations;
    return outcomes;
  }
}

function attempt(work: () => unknown): Outcome<unknown> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
