// What the model says of itself after the answers so far. It is asked for a moment after the last change, since fast hands
// change it more often than anybody reads it.
import type { Model } from "../../protocol/messages.ts";
import { get } from "../ui/api.ts";

const PAUSE_MS = 400;

/** The model of one project, as this window last heard of it. */
export class LatestModel {
  value = $state.raw<Model | null>(null);
  readonly #path: string;
  readonly #saved: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param saved Resolves when the server has what was done here. */
  constructor(path: string, saved: () => Promise<void>, failed: (error: unknown) => void) {
    this.#path = path;
    this.#saved = saved;
    this.#failed = failed;
  }

  /** Asks again, soon. */
  refresh(): void {
    clearTimeout(this.#timer);
    const ask = async () => {
      await this.#saved();
      this.value = await get<Model>(`${this.#path}/model`);
    };
    this.#timer = setTimeout(() => ask().catch(this.#failed), PAUSE_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
