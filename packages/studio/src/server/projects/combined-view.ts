// The combined answers of a project, made anew when its log has grown or a program has said more.
import type { Folded } from "../../protocol/fold.ts";
import { type CombinedAnswer, combinedAnswers } from "./combined-answers.ts";
import type { Heard } from "./opinions-model.ts";

/** What all answers to an item together say of it, of all items. */
export class CombinedView {
  readonly #state: Readonly<Folded>;
  readonly #live: () => readonly number[];
  #heard: readonly Heard[] = [];
  #made: { readonly sequence: number; readonly answers: ReadonlyMap<number, CombinedAnswer> } | null = null;

  /** @param live Gives the numbers of the classes that can be answers. */
  constructor(state: Readonly<Folded>, live: () => readonly number[]) {
    this.#state = state;
    this.#live = live;
  }

  /** What programs said of items of people. */
  get heard(): readonly Heard[] {
    return this.#heard;
  }

  /** Takes that in; returns whether it is news. */
  hear(heard: readonly Heard[]): boolean {
    if (JSON.stringify(heard) === JSON.stringify(this.#heard)) return false;
    this.#heard = heard;
    this.#made = null;
    return true;
  }

  /** Of all items; empty where answers count as they were given last. */
  combined(): ReadonlyMap<number, CombinedAnswer> {
    const { sequence } = this.#state;
    if (this.#made?.sequence !== sequence) {
      this.#made = { sequence, answers: combinedAnswers(this.#state, this.#live(), this.#heard) };
    }
    return this.#made.answers;
  }
}
