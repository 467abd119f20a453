// The questions that this window has in hand: what follows each answer to the item on screen, and a queue of good ones
// for fast hands and lost connections. The server reserves them for this window, so nobody else is asked the same; they stay
// reserved until this window gives them back (decision 0310).
import type { Answer } from "../../protocol/events.ts";
import type { Ahead, Held, Look, Next, SecondOpinion, Suggestion } from "../../protocol/messages.ts";
import { get, leave, post } from "../ui/api.ts";
import { GivenBack, type Request } from "./given-back.ts";

/** How many good items are held ready. */
const QUEUE = 30;
/** Older ones than these are given back, so that there is room for better ones. */
const MAX_QUEUED = 36;
/** While there are enough, only the next few are chosen again, which is soon done. */
const FRESH = 4;
/** With fewer good items in hand the queue is filled before anything else is computed. */
const FEW = 12;
/** The server gives a window's items to others some time after it last heard of it (IDLE_MS there); well before that, ask again. */
const TRUSTED_MS = 8 * 60_000;

/** What the questions need of the page. */
export interface QuestionsPage {
  isOpen(item: number): boolean;
  /** The server asks these items: they are open, whatever the page knows of them. */
  opened(items: readonly number[]): void;
  /** Whether the item's content is here. */
  isHere(item: number): boolean;
  fetchItems(items: readonly number[]): Promise<void>;
}

/** An item that others have answered, and how many of them. */
interface Second {
  readonly item: number;
  readonly opinions: number;
}

/** The questions in hand of one window. */
export class Questions {
  readonly #path: string;
  readonly #window: string;
  readonly #page: QuestionsPage;
  /** What follows each answer to the item on screen, as far as it is computed; null stands for setting it aside. */
  readonly #ahead = new Map<number | null, { readonly next: Suggestion | null; readonly asOf: number }>();
  /** Goes up when answers come in that what was computed before did not know. */
  #news = 0;
  #queue: readonly Suggestion[] = [];
  /** Items that were passed over, the last one last: answers that were on their way may bring them to the front again. */
  readonly #passed = new Set<number>();
  #filling: Promise<void> | null = null;
  /** An item that others have answered, and how many, held ready to be asked again. */
  #second: Second | null = null;
  /** Goes up when everything in hand is forgotten: what was asked for before then is not taken. */
  #round = 0;
  #talked = performance.now();
  #basis = "";
  readonly #givenBack = new GivenBack();
  #onScreen: number | null = null;
  /** Goes up with each item on screen, so that the server knows which one was last. */
  #turn = 0;
  #released = false;

  constructor(path: string, window: string, page: QuestionsPage) {
    this.#path = path;
    this.#window = window;
    this.#page = page;
  }

  /** Whether the queue should be filled before anything else. */
  get isLow(): boolean {
    return this.#queue.filter(({ item }) => this.#page.isOpen(item)).length < FEW;
  }

  /** Whether this window has an item in hand. */
  has(item: number): boolean {
    return this.#known().has(item);
  }

  /** Asks the server for the best item now, and fetches it. */
  async best(): Promise<Next> {
    for (;;) {
      const round = this.#round;
      const next = await this.#next(1);
      if (round === this.#round || this.#released) return next;
    }
  }

  /** Fetches good items; once begun it is finished, however fast the answers come, for they live on it. */
  fill(): Promise<void> {
    const round = this.#round;
    this.#filling ??= (async () => {
      const { surplus } = await this.#next(this.isLow ? QUEUE : FRESH);
      // Somebody else may wait for what is given back, and a better item may come in its place.
      if (surplus.length > 0 && round === this.#round) await this.#next(this.isLow ? QUEUE : FRESH);
    })().finally(() => {
      if (round === this.#round) this.#filling = null;
    });
    return this.#filling;
  }

  /** The item for a second opinion that is at hand, if any; it is then no longer. */
  takeSecond(): Second | null {
    const second = this.#second;
    this.#second = null;
    return second;
  }

  /** Asks whether somebody else's item is to be asked again, of this person; without an answer none is. */
  async fetchSecond(name: string): Promise<void> {
    const round = this.#round;
    const query = `window=${this.#window}&by=${encodeURIComponent(name)}`;
    try {
      const { item, opinions = 1 } = await get<SecondOpinion>(`${this.#path}/second?${query}`);
      if (item !== null) await this.#page.fetchItems([item]);
      if (round === this.#round) this.#second = item === null ? null : { item, opinions };
    } catch {
      // it can wait until the next answer
    }
  }

  /** What the answers to an item would do; the server then knows that this window shows it. */
  look(item: number, signal: AbortSignal): Promise<Look> {
    this.#talked = performance.now();
    return get<Look>(`${this.#path}/look?item=${item}&window=${this.#window}&turn=${this.#turn}`, signal);
  }

  /** What follows each answer, the likeliest first; the queue in between, for answers that come before all is known. */
  async lookAhead({ item, answers }: Look, signal: AbortSignal): Promise<void> {
    const order: (number | null)[] = Object.entries(answers ?? {})
      .sort(([, a], [, b]) => b.probability - a.probability)
      .map(([id]) => Number(id));
    order.splice(Math.min(order.length, 4), 0, null);
    for (const [at, answer] of order.entries()) {
      const query = answer === null ? "" : `&answer=${answer}`;
      const path = `${this.#path}/ahead?item=${item}${query}&window=${this.#window}`;
      const asOf = this.#news;
      const round = this.#round;
      const request = this.#givenBack.begin(false);
      const ahead = await this.#heard(request, get<Ahead>(path, signal));
      if (signal.aborted || ahead.stale || round !== this.#round) return;
      const next = ahead.next !== null && this.#givenBack.mayTake(ahead.next.item, request) ? ahead.next : null;
      if (next !== null) this.#givenBack.taken(next.item);
      if (next !== null) this.#page.opened([next.item]);
      this.#ahead.set(answer, { next, asOf });
      if (next !== null) void this.#page.fetchItems([next.item]);
      // A check comes whatever the answer is.
      if (next?.from === "check") for (const other of order) this.#ahead.set(other, { next, asOf });
      if (at === 1 || at === order.length - 1) await this.fill();
      if (next?.from === "check") return;
    }
  }

  /**
   * The next item at once: what was computed ahead for this answer; else what was computed for another one, which is
   * not a repetition of this item; else a good one of the queue. It is called the best only where all answers were known
   * when it was chosen. Null when the server must be asked.
   */
  after(item: number, to: Answer): Suggestion | null {
    this.#forgetOld();
    this.#queue = this.#queue.filter((one) => one.item !== item && this.#page.isOpen(one.item));
    const chosen = to === null ? null : this.#ahead.get(typeof to === "number" ? to : null);
    const isCurrent = chosen?.asOf === this.#news;
    if (chosen?.next && isCurrent && this.#firstReady([chosen.next], item) !== null) return chosen.next;
    const ahead = [chosen, ...this.#ahead.values()].map((one) => one?.next ?? null);
    return this.#firstReady([...ahead, ...this.#queue], item);
  }

  /** The next item in hand after one that is passed over, which comes last from then on; null when there is no other. */
  another(item: number): Suggestion | null {
    this.#forgetOld();
    this.#passed.delete(item);
    this.#passed.add(item);
    this.#queue = this.#passedLast(this.#queue);
    return this.#firstReady(this.#queue, item);
  }

  /** An item is on screen: what was computed for the former one is void. */
  shows(item: number): void {
    if (item !== this.#onScreen) this.#turn++;
    this.#onScreen = item;
    this.#ahead.clear();
  }

  /** Answers of others have come in: what is in hand is still good, but was chosen without them. */
  outdate(): void {
    this.#news++;
  }

  /** Forgets what rests on another basis (question-basis.ts); returns whether it was another one. */
  restOn(basis: string): boolean {
    if (basis === this.#basis) return false;
    this.#basis = basis;
    this.forget();
    return true;
  }

  /** Gives everything back but the item on screen. */
  forget(): void {
    const items = this.#known();
    if (this.#onScreen !== null) items.delete(this.#onScreen);
    this.#givenBack.add(items);
    this.#ahead.clear();
    this.#queue = [];
    this.#passed.clear();
    this.#second = null;
    this.#void();
  }

  /** Tells the server what this window has in hand, after the connection or the server was gone. */
  async holdAgain(shown: number | null): Promise<void> {
    this.#ahead.clear();
    this.#passed.clear();
    this.#void();
    const items = this.#queue.map(({ item }) => item).filter((item) => this.#page.isOpen(item));
    const body: Held = { shown, items };
    const answer = await post<{ items: number[] }>(`${this.#path}/windows/${this.#window}`, body);
    this.#void(); // what was granted before this was said is not any more
    this.#givenBack.clear();
    this.#keep(new Set(answer.items));
  }

  /** Gives everything back; also while the page is being closed. */
  release(): void {
    this.#released = true;
    this.forget();
    leave(`${this.#path}/windows/${this.#window}`);
  }

  /** After a long time without a word to the server, others may have been given what is in hand. */
  #forgetOld(): void {
    if (performance.now() - this.#talked > TRUSTED_MS) this.forget();
  }

  #passedLast(suggestions: readonly Suggestion[]): Suggestion[] {
    const passed = [...this.#passed];
    return [...suggestions].sort((a, b) => passed.indexOf(a.item) - passed.indexOf(b.item));
  }

  /** The first that can be shown at once after an item; it was not chosen for this moment, and says so. */
  #firstReady(suggestions: readonly (Suggestion | null)[], after: number): Suggestion | null {
    const { isOpen, isHere } = this.#page;
    const first = suggestions.find((one) => one !== null && one.item !== after && isOpen(one.item) && isHere(one.item));
    return first ? { ...first, from: first.from === "check" ? "check" : "queue" } : null;
  }

  /** No answer to a request that is under way is taken. */
  #void(): void {
    this.#filling = null;
    this.#round++;
  }

  /** Asks for items, and takes what comes unless it was forgotten meanwhile what for. */
  async #next(count: number): Promise<Next> {
    const round = this.#round;
    const request = this.#givenBack.begin(true);
    const back = request.back.length === 0 ? "" : `&back=${request.back.join(",")}`;
    const path = `${this.#path}/next?count=${count}&window=${this.#window}${back}`;
    const next = await this.#heard(request, this.#fetched(path));
    if (round !== this.#round) return { ...next, suggestions: [], surplus: [] };
    const suggestions = next.suggestions.filter(({ item }) => this.#givenBack.mayTake(item, request));
    this.#take({ ...next, suggestions });
    return { ...next, suggestions };
  }

  async #fetched(path: string): Promise<Next> {
    const next = await get<Next>(path);
    await this.#page.fetchItems(next.suggestions.map(({ item }) => item));
    return next;
  }

  async #heard<T>(request: Request, answer: Promise<T>): Promise<T> {
    try {
      const heard = await answer;
      this.#givenBack.answered(request);
      return heard;
    } catch (error) {
      this.#givenBack.failed(request);
      throw error;
    }
  }

  #take({ suggestions, held, surplus }: Next): void {
    this.#talked = performance.now();
    const fresh = new Set(suggestions.map(({ item }) => item));
    this.#page.opened([...fresh]);
    for (const item of fresh) this.#givenBack.taken(item);
    const others = this.#queue.filter(({ item }) => !fresh.has(item));
    this.#queue = this.#passedLast([...suggestions, ...others]);
    this.#keep(new Set(held));
    const inUse = this.#inUse();
    const queued = this.#queue.map(({ item }) => item);
    const back = new Set([...surplus, ...queued.slice(MAX_QUEUED)].filter((item) => !inUse.has(item)));
    this.#queue = this.#queue.filter(({ item }) => !back.has(item));
    // What was reserved for this window and never came here, or was put away with the item that it was to follow.
    if (this.#givenBack.isIdle) for (const item of held) if (!this.has(item)) back.add(item);
    this.#givenBack.add(back);
  }

  /** Only what the server has reserved may be shown. */
  #keep(held: ReadonlySet<number>): void {
    this.#queue = this.#queue.filter(({ item }) => held.has(item));
  }

  /** The item on screen and what follows it. */
  #inUse(): Set<number> {
    const ahead = [...this.#ahead.values()].flatMap(({ next }) => (next === null ? [] : [next.item]));
    return new Set(this.#onScreen === null ? ahead : [this.#onScreen, ...ahead]);
  }

  #known(): Set<number> {
    return new Set([...this.#inUse(), ...this.#queue.map(({ item }) => item)]);
  }
}
