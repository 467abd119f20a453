// The combined answers of a project, made anew when its log has grown or a program has said more. While that is quick it is
// done at once; later, for those who follow at their own pace, beside the requests and for a small part of the time.
import type { Folded } from "../../protocol/fold.ts";
import type { CombinedAnswer } from "../scoring/combine-answers.ts";
import type { ScoringCalls } from "../scoring/scoring-calls.ts";
import { Background } from "./background.ts";
import { answersToCombine, combinedAnswers } from "./combined-answers.ts";
import type { Heard } from "./opinions-model.ts";

/** What takes longer than this is not made anew with each answer, and not by the thread that answers requests. */
const QUICK_MS = 10;
/** Making it anew may then take this part of the time. */
const PART = 0.05;

/** What the combined answers are made with. */
interface CombinedParts {
  /** The ids of the classes that can be answers. */
  live(): readonly number[];
  /** Combines answers in the scoring thread. */
  combine(given: Parameters<ScoringCalls["combine"]>[0]): Promise<ReturnType<ScoringCalls["combine"]>>;
  /** Told when this was done. */
  onCombined(): void;
}

/** Combined answers, and of when they are. */
interface Made {
  readonly sequence: number;
  readonly heard: readonly Heard[];
  readonly answers: ReadonlyMap<number, CombinedAnswer>;
  readonly isQuick: boolean;
}

/** What all answers to an item together say of it, of all items. */
export class CombinedView {
  readonly #state: Readonly<Folded>;
  readonly #parts: CombinedParts;
  #heard: readonly Heard[] = [];
  #made: Made | null = null;
  readonly #combining = new Background(() => this.#combineBeside(), PART);

  constructor(state: Readonly<Folded>, parts: CombinedParts) {
    this.#state = state;
    this.#parts = parts;
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

  /** Of all items, as they are now; empty where answers count as they were given last. */
  combined(): ReadonlyMap<number, CombinedAnswer> {
    if (this.#made !== null && this.#isCurrent) return this.#made.answers;
    const began = performance.now();
    const answers = combinedAnswers(this.#state, this.#parts.live(), this.#heard);
    const tookMs = performance.now() - began;
    this.#made = { sequence: this.#state.sequence, heard: this.#heard, answers, isQuick: tookMs <= QUICK_MS };
    this.#combining.pauseAfter(tookMs);
    return answers;
  }

  /** The same, or as it was a short while ago where making it takes long: for what follows at its own pace. */
  recent(): ReadonlyMap<number, CombinedAnswer> {
    if (this.#made === null || this.#made.isQuick) return this.combined();
    if (!this.#isCurrent) this.#combining.start().catch(() => {}); // the thread is gone; what is asked of it next says so
    return this.#made.answers;
  }

  /** How long what `recent` gives is used though more is known; 0 when it is of now or being made. */
  get waitMs(): number {
    return this.#made === null || this.#isCurrent || this.#made.isQuick ? 0 : this.#combining.waitMs;
  }

  get #isCurrent(): boolean {
    return this.#made?.sequence === this.#state.sequence && this.#made.heard === this.#heard;
  }

  async #combineBeside(): Promise<number> {
    const heard = this.#heard;
    const { sequence } = this.#state;
    const began = performance.now();
    const given = answersToCombine(this.#state, this.#parts.live(), heard);
    const prepared = performance.now() - began;
    const none = { answers: new Map<number, CombinedAnswer>(), tookMs: 0 };
    const combined = given === null ? none : await this.#parts.combine(given);
    const tookMs = prepared + combined.tookMs;
    // Somebody may have needed those of now meanwhile.
    if (sequence >= (this.#made?.sequence ?? 0))
      this.#made = { sequence, heard, answers: combined.answers, isQuick: tookMs <= QUICK_MS };
    this.#parts.onCombined();
    return tookMs;
  }
}
