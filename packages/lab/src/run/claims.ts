// The runs this runner has claimed. A claim lapses on its own when its runner dies, so it is renewed while it is held.
import type { Runs } from "@xpal/store";

/** Claims on a store under one owner's name. */
export class Claims {
  readonly #store: Pick<Runs, "claim" | "release">;
  readonly #terms: { readonly owner: string; readonly now: () => number; readonly lease: number };
  readonly #held = new Set<string>();
  #renewing = false;

  constructor(store: Pick<Runs, "claim" | "release">, terms: { owner: string; now: () => number; lease: number }) {
    this.#store = store;
    this.#terms = terms;
  }

  /** Whether the run is ours now; false when it is finished or another's. */
  async take(key: string): Promise<boolean> {
    const { owner, now, lease } = this.#terms;
    const at = now();
    const taken = await this.#store.claim(key, { owner, now: at, until: at + lease });
    if (taken) this.#held.add(key);
    return taken;
  }

  /** Prolongs all claims; a call that comes while another is under way leaves it to that one. */
  async renew(): Promise<void> {
    if (this.#renewing) return;
    this.#renewing = true;
    try {
      for (const key of [...this.#held]) if (this.#held.has(key) && !(await this.take(key))) this.#held.delete(key);
    } finally {
      this.#renewing = false;
    }
  }

  /** The run is finished; the store has ended the claim. */
  forget(key: string): void {
    this.#held.delete(key);
  }

  async giveBack(key: string): Promise<void> {
    this.#held.delete(key);
    await this.#store.release(key, this.#terms.owner);
  }

  async giveBackAll(): Promise<void> {
    for (const key of [...this.#held]) await this.giveBack(key);
  }
}
