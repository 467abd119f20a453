// The combined answers of a project, made anew when its log has grown or a program has said more.
import type { Folded } from "../../protocol/fold.ts";
import { type CombinedAnswer, combinedAnswers } from "./combined-answers.ts";
import type { Heard } from "./opinions-model.ts";

/** What takes longer than this is not made anew with each answer. */
const QUICK_MS = 10;
/** Making it anew may then take this part of the time. */
const PART = 0.05;

/** What all answers to an item together say of it, of all items. */
export class CombinedView {
  readonly #state: Readonly<Folded>;
  readonly #live: () => readonly number[];
  #heard: readonly Heard[] = [];
  #made: {
    readonly sequence: number;
    readonly heard: readonly Heard[];
    readonly answers: ReadonlyMap<number, CombinedAnswer>;
    /** When it need not be made anew before, though more is known. */
    readonly goodUntil: number;
  } | null = null;

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
    return true;
  }

  /** Of all items; empty where answers count as they were given last. */
  combined(): ReadonlyMap<number, CombinedAnswer> {
    if (this.#made !== null && this.#isCurrent) return this.#made.answers;
    const began = performance.now();
    const answers = combinedAnswers(this.#state, this.#live(), this.#heard);
    const ended = performance.now();
    const took = ended - began;
    const goodUntil = took <= QUICK_MS ? 0 : ended + (took * (1 - PART)) / PART;
    this.#made = { sequence: this.#state.sequence, heard: this.#heard, answers, goodUntil };
    return answers;
  }

  /** The same, or as it was a short while ago where making it takes long: for what follows at its own pace. */
  recent(): ReadonlyMap<number, CombinedAnswer> {
    return this.waitMs > 0 && this.#made !== null ? this.#made.answers : this.combined();
  }

  /** How long what `recent` gives is used though more is known; 0 when it is of now. */
  get waitMs(): number {
    return this.#made === null || this.#isCurrent ? 0 : Math.max(0, this.#made.goodUntil - performance.now());
  }

  get #isCurrent(): boolean {
    return this.#made?.sequence === this.#state.sequence && this.#made.heard === this.#heard;
  }
}
