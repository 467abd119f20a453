// What the model says of itself after the answers so far. It is asked for a moment after the last change, since fast hands
// change it more often than anybody reads it. What it said last is kept for this tab: a page that is loaded again shows that, as
// old, until the model has answered.
import type { Model } from "../../protocol/messages.ts";
import { get } from "../ui/api.ts";
import { withPageAccount } from "../ui/page-account.ts";

const PAUSE_MS = 400;

/** The model of one project, as this window last heard of it. */
export class LatestModel {
  value: Model | null = $state.raw(null);
  /** Whether that was heard before the page was loaded. */
  isOld = $state(true);
  readonly #kept: string;
  readonly #path: string;
  readonly #saved: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param saved Resolves when the server has what was done here. */
  constructor(path: string, saved: () => Promise<void>, failed: (error: unknown) => void) {
    this.#path = path;
    this.#kept = `xpal model ${withPageAccount(path)}`;
    const before = sessionStorage.getItem(this.#kept);
    if (before !== null) this.value = JSON.parse(before) as Model;
    this.#saved = saved;
    this.#failed = failed;
  }

  /** Asks again, soon. */
  refresh(): void {
    clearTimeout(this.#timer);
    const ask = async () => {
      await this.#saved();
      this.value = await get<Model>(`${this.#path}/model`);
      this.isOld = false;
      this.#keep();
    };
    this.#timer = setTimeout(() => ask().catch(this.#failed), PAUSE_MS);
  }

  /** A page that cannot keep it shows nothing at first. */
  #keep(): void {
    try {
      sessionStorage.setItem(this.#kept, JSON.stringify(this.value));
    } catch {
      sessionStorage.removeItem(this.#kept); // it is full
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
