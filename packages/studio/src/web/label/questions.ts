// The questions that this window has in hand: what follows each answer to the item on screen, and a queue of good ones
// for fast hands and lost connections. The server reserves them for this window, so nobody else is asked the same.
import type { Answer } from "../../protocol/events.ts";
import type { Ahead, Held, Look, Next, SecondOpinion, Suggestion } from "../../protocol/messages.ts";
import { get, leave, post } from "../ui/api.ts";

/** How many good items are held ready. */
const QUEUE = 30;
/** While there are enough, only the next few are chosen again, which is soon done. */
const FRESH = 4;
/** With fewer good items in hand the queue is filled before anything else is computed. */
const FEW = 12;
/** The server gives a window's items to others some time after it last heard of it (IDLE_MS there); well before that, ask again. */
const TRUSTED_MS = 8 * 60_000;

/** What the questions need of the page. */
export interface QuestionsPage {
  isOpen(item: number): boolean;
  /** Whether the item's content is here. */
  isHere(item: number): boolean;
  fetchItems(items: readonly number[]): Promise<void>;
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
  #filling: Promise<void> | null = null;
  /** An item that somebody else has answered, held ready to be asked again. */
  #second: number | null = null;
  /** Goes up when everything in hand is forgotten: what was asked for before then is not taken. */
  #round = 0;
  #talked = performance.now();
  #basis = "";

  constructor(path: string, window: string, page: QuestionsPage) {
    this.#path = path;
    this.#window = window;
    this.#page = page;
  }

  /** Whether the queue should be filled before anything else. */
  get isLow(): boolean {
    return this.#queue.filter(({ item }) => this.#page.isOpen(item)).length < FEW;
  }

  /** Asks the server for the best item now. */
  async best(): Promise<Next> {
    const round = this.#round;
    const next = await get<Next>(`${this.#path}/next?count=1&window=${this.#window}`);
    if (round === this.#round) this.#take(next);
    return next;
  }

  /** Fetches good items; once begun it is finished, however fast the answers come, for they live on it. */
  fill(): Promise<void> {
    const round = this.#round;
    this.#filling ??= (async () => {
      const count = this.isLow ? QUEUE : FRESH;
      const next = await get<Next>(`${this.#path}/next?count=${count}&window=${this.#window}`);
      await this.#page.fetchItems(next.suggestions.map(({ item }) => item));
      if (round === this.#round) this.#take(next);
    })().finally(() => {
      if (round === this.#round) this.#filling = null;
    });
    return this.#filling;
  }

  /** The item for a second opinion that is at hand, if any; it is then no longer. */
  takeSecond(): number | null {
    const second = this.#second;
    this.#second = null;
    return second;
  }

  /** Asks whether somebody else's item is to be asked again, of this person; without an answer none is. */
  async fetchSecond(name: string): Promise<void> {
    const round = this.#round;
    const query = `window=${this.#window}&by=${encodeURIComponent(name)}`;
    try {
      const { item } = await get<SecondOpinion>(`${this.#path}/second?${query}`);
      if (item !== null) await this.#page.fetchItems([item]);
      if (round === this.#round) this.#second = item;
    } catch {
      // it can wait until the next answer
    }
  }

  /** What the answers to an item would do; the server then knows that this window shows it. */
  look(item: number, signal: AbortSignal): Promise<Look> {
    this.#talked = performance.now();
    return get<Look>(`${this.#path}/look?item=${item}&window=${this.#window}`, signal);
  }

  /** What follows each answer, the likeliest first; the queue in between, for answers that come before all is known. */
  async lookAhead({ item, answers }: Look, signal: AbortSignal): Promise<void> {
    const order: (number | null)[] = answers
      .map((_, at) => at)
      .sort((a, b) => answers[b].probability - answers[a].probability);
    order.splice(Math.min(order.length, 4), 0, null);
    for (const [at, answer] of order.entries()) {
      const query = answer === null ? "" : `&answer=${answer}`;
      const path = `${this.#path}/ahead?item=${item}${query}&window=${this.#window}`;
      const asOf = this.#news;
      const { next, stale } = await get<Ahead>(path, signal);
      if (signal.aborted || stale) return;
      this.#ahead.set(answer, { next, asOf });
      if (next !== null) void this.#page.fetchItems([next.item]);
      // A random item comes whatever the answer is.
      if (next?.from === "audit") for (const other of order) this.#ahead.set(other, { next, asOf });
      if (at === 1 || at === order.length - 1) await this.fill();
      if (next?.from === "audit") return;
    }
  }

  /**
   * The next item at once: what was computed ahead for this answer; else what was computed for another one, which is
   * not a repetition of this item; else a good one of the queue. It is called the best only where all answers were known
   * when it was chosen. Null when the server must be asked.
   */
  after(item: number, to: Answer): Suggestion | null {
    if (performance.now() - this.#talked > TRUSTED_MS) this.forget(); // others may have been given these meanwhile
    const isReady = (one: Suggestion) =>
      one.item !== item && this.#page.isOpen(one.item) && this.#page.isHere(one.item);
    const chosen = to === null ? null : this.#ahead.get(typeof to === "number" ? to : null);
    if (chosen?.next && chosen.asOf === this.#news && isReady(chosen.next)) return chosen.next;
    const ahead = [chosen, ...this.#ahead.values()].map((one) => one?.next ?? null);
    const others = [...ahead, ...this.#queue].filter((one) => one !== null);
    const other = others.find(isReady);
    return other === undefined ? null : { ...other, from: other.from === "audit" ? "audit" : "queue" };
  }

  /** Another item is on screen: what was computed for the former one is void. */
  clearAhead(): void {
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

  forget(): void {
    this.#ahead.clear();
    this.#queue = [];
    this.#filling = null;
    this.#second = null;
    this.#round++;
  }

  /** Tells the server what this window has in hand, after the connection or the server was gone. */
  async holdAgain(shown: number | null): Promise<void> {
    const items = this.#queue.map(({ item }) => item).filter((item) => this.#page.isOpen(item));
    const body: Held = { shown, items };
    const answer = await post<{ items: number[] }>(`${this.#path}/windows/${this.#window}`, body);
    this.#ahead.clear();
    this.#keep(new Set(answer.items));
  }

  /** Gives everything back; also while the page is being closed. */
  release(): void {
    this.forget();
    leave(`${this.#path}/windows/${this.#window}`);
  }

  #take({ suggestions, held }: Next): void {
    this.#talked = performance.now();
    const fresh = new Set(suggestions.map(({ item }) => item));
    const others = this.#queue.filter(({ item, from }) => from !== "audit" && !fresh.has(item));
    this.#queue = [...suggestions, ...others];
    this.#keep(new Set(held));
  }

  /** Only what the server has reserved may be shown. */
  #keep(held: ReadonlySet<number>): void {
    this.#queue = this.#queue.filter(({ item }) => held.has(item));
  }
}
