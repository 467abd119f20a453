// The item on screen: which one it is, what is known about it, and which one comes next. It is replaced by what the person
// does, and by nothing else.
import type { Answer, Asked } from "../../protocol/events.ts";
import type { Fact, Folded } from "../../protocol/fold.ts";
import type { Look } from "../../protocol/messages.ts";
import { mayAskAgain, wantsOpinion } from "../../protocol/second-opinion.ts";
import { annotator } from "../ui/annotator.svelte.ts";
import { BackOff } from "../ui/back-off.ts";
import { answeredBeside } from "./answered-beside.ts";
import type { LatestModel } from "./latest-model.svelte.ts";
import type { Questions } from "./questions.ts";
import { answeredMeanwhile, type Shown } from "./shown.ts";

/** What the item on screen needs from its project. */
export interface ScreenProject {
  readonly questions: Questions;
  readonly model: LatestModel;
  /** The log folded so far. */
  readonly state: () => Folded;
  readonly isOpen: (item: number) => boolean;
  readonly isOffline: () => boolean;
  /** Nothing more succeeds before the person does something. */
  readonly isOver: () => boolean;
  /** Resolves when the server has what was done here. */
  readonly saved: () => Promise<void>;
  readonly fetchItems: (items: readonly number[]) => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** What a window shows of its project. */
export class ItemOnScreen {
  shown = $state.raw<Shown | null>(null);
  /** The answer that somebody else has given to it while it was there. */
  meanwhile = $state.raw<Fact | null>(null);
  look = $state.raw<Look | null>(null);
  /** The server says that no item is open. */
  done = $state(false);
  /** How many open items other windows have in hand, when nothing is left for this one. */
  inHand = $state(0);
  readonly #project: ScreenProject;
  readonly #backOff = new BackOff();
  #asking = new AbortController();
  #askTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(project: ScreenProject) {
    this.#project = project;
  }

  close(): void {
    this.#closed = true;
    this.#asking.abort();
    clearTimeout(this.#askTimer);
  }

  /** Puts an item on screen. */
  show(item: number, from: Asked["from"], age?: number): void {
    clearTimeout(this.#askTimer);
    this.done = false;
    this.inHand = 0;
    this.meanwhile = null;
    this.shown = { item, from, age, since: performance.now(), was: this.#decidedBy(item) };
    if (this.look?.item !== item) this.look = null;
    this.ask(true);
  }

  /** Shows what comes after an answer: an item for a second opinion, or the next question. */
  showAfter(item: number, to: Answer): void {
    const { questions } = this.#project;
    const state = this.#project.state();
    const second = questions.takeSecond();
    const next = questions.after(item, to);
    const isWanted = second !== null && wantsOpinion(state, second.item, annotator.name, second.opinions);
    if (second !== null && isWanted) this.show(second.item, "second");
    else if (next !== null) this.show(next.item, next.from, next.age);
    else void this.showBest();
    if (mayAskAgain(state, annotator.name)) void questions.fetchSecond(annotator.name);
  }

  /** Asks the server for the best item and shows it; where it does not answer, another one of those in hand. */
  async showBest(): Promise<void> {
    clearTimeout(this.#askTimer);
    const { questions, model, isOpen, isOffline, isOver, saved, failed } = this.#project;
    const before = this.shown;
    this.shown = null;
    this.meanwhile = null;
    if (isOffline() && this.#showInHand(before)) return;
    try {
      await saved();
      const { suggestions, open, inHand } = await questions.best();
      const first = suggestions.find(({ item }) => isOpen(item) && questions.has(item));
      if (this.#closed || this.shown !== null) return; // the person has chosen one meanwhile
      this.done = open === 0;
      this.inHand = first === undefined ? inHand : 0;
      if (first !== undefined) {
        this.#backOff.reset();
        this.show(first.item, first.from, first.age);
      } else if (!this.done) this.showBestLater(); // that one was just answered, or others have the last ones
      model.refresh();
    } catch (error) {
      failed(error);
      if (this.shown === null && !this.#closed && !isOver()) this.#showInHand(before);
    }
  }

  /** Shows the answered item before the one on screen, in the order of answers. */
  previous(): void {
    const item = this.#answeredBeside(-1);
    if (item !== undefined) this.show(item, "own");
  }

  /** Shows the answered item after the one on screen, or the next question. */
  following(): void {
    const item = this.#answeredBeside(1);
    if (item !== undefined) this.show(item, "own");
    else void this.showBest();
  }

  /** Asks for the best item after a pause that grows, unless something is shown by then. */
  showBestLater(): void {
    clearTimeout(this.#askTimer);
    this.#askTimer = setTimeout(() => {
      if (this.shown === null && !this.#closed && !this.#project.isOver()) void this.showBest();
    }, this.#backOff.next());
  }

  /** Asks what is worth knowing about the item on screen: its worth first, then what comes after each answer. */
  ask(fresh: boolean): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const { questions, model, fetchItems, failed } = this.#project;
    const shown = this.shown;
    if (fresh && shown !== null) questions.shows(shown.item);
    else questions.outdate();
    if (shown === null) return;
    void fetchItems([shown.item]); // also where it did not arrive before
    void this.#lookAt(shown.item, signal).catch(failed);
    model.refresh();
  }

  /**
   * Does something in the person's own name. What it changes of the item on screen, for instance in review, they have seen;
   * where it is about something else, an answer of somebody else stays unseen.
   */
  seeOwn(act: () => void): void {
    const { shown } = this;
    const before = shown && this.#decidedBy(shown.item);
    act();
    const after = shown && this.#decidedBy(shown.item);
    if (shown === null || after === before) return;
    this.shown = { ...shown, was: after };
    this.noticeMeanwhile();
  }

  /** The item on screen stays, whoever has answered it; the page says so, and the person decides. */
  noticeMeanwhile(): void {
    this.meanwhile = answeredMeanwhile(this.shown, this.#project.state().facts);
  }

  async #lookAt(item: number, signal: AbortSignal): Promise<void> {
    const { questions, saved, fetchItems, failed } = this.#project;
    await saved();
    const looking = signal.aborted ? null : questions.look(item, signal);
    if (questions.isLow) questions.fill().catch(failed);
    if (looking === null) return;
    this.look = await looking;
    void fetchItems(this.look.near.map((near) => near.item));
    await questions.lookAhead(this.look, signal);
  }

  /** Shows another item in hand, or the former one again while it is open; returns whether there is one. */
  #showInHand(before: Shown | null): boolean {
    const next = this.#project.questions.another(before?.item ?? -1);
    if (next !== null) this.show(next.item, next.from, next.age);
    else if (before !== null && this.#project.isOpen(before.item)) this.shown = before;
    return this.shown !== null;
  }

  #answeredBeside(step: -1 | 1): number | undefined {
    return answeredBeside(this.#project.state().facts, this.shown?.item ?? null, step);
  }

  /** The event that has decided an item so far. */
  #decidedBy(item: number): string | null {
    return this.#project.state().facts.get(item)?.event ?? null;
  }
}
