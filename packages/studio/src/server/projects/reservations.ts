// Which window has which items in hand, so that no two windows ask the same question. A window holds the item on screen,
// what may come after each answer to it, and a queue of good ones. It keeps them while it is there: while its live stream
// is open and somebody uses it, and for a while after its stream broke, for it may come back. Where this is kept is said by
// item-leases.ts.

/** How long a window keeps its items after its last request, with its live stream open and without. */
export const IDLE_MS = 10 * 60_000;
export const GONE_MS = 2 * 60_000;
/** The most that one window has in hand; the page's queue is no longer. */
const MOST_HELD = 60;
const MOST_WINDOWS = 1000;

interface Window {
  shown: number | null;
  readonly ahead: Set<number>;
  queue: number[];
  /** An item that somebody else has answered, to be asked again here. */
  second?: number | null;
  streams: number;
  seen: number;
}

/** A window as plain data. */
export interface WindowData extends Omit<Readonly<Window>, "ahead" | "queue"> {
  readonly ahead: readonly number[];
  readonly queue: readonly number[];
}

/** The items in hand of the windows of one project. */
export class Reservations {
  readonly #now: () => number;
  readonly #isOpen: (item: number) => boolean;
  readonly #openCount: () => number;
  readonly #windows = new Map<string, Window>();

  /**
   * @param open How many items are open, and whether one is.
   * @param windows What was in hand before.
   */
  constructor(
    now: () => number,
    open: { count(): number; has(item: number): boolean },
    windows: Iterable<readonly [window: string, data: WindowData]> = [],
  ) {
    this.#now = now;
    this.#isOpen = (item) => open.has(item);
    this.#openCount = () => open.count();
    for (const [window, { ahead, queue, ...rest }] of windows) {
      this.#windows.set(window, { ...rest, ahead: new Set(ahead), queue: [...queue] });
    }
  }

  /** All windows as plain data. */
  data(): Map<string, WindowData> {
    return new Map([...this.#windows].map(([id, window]) => [id, { ...window, ahead: [...window.ahead] }]));
  }

  /** The open items that other windows have in hand. */
  ofOthers(window: string): Set<number> {
    return this.ofAllBut(new Set([window]));
  }

  /** The open items that windows other than these have in hand. */
  ofAllBut(windows: ReadonlySet<string>): Set<number> {
    const items = new Set<number>();
    for (const [id, other] of this.#windows) {
      if (windows.has(id)) continue;
      if (this.#isAway(other)) this.#windows.delete(id);
      else for (const item of this.#itemsOf(other)) items.add(item);
    }
    return items;
  }

  /** Who has each open item that is in hand. */
  holders(): Map<number, string> {
    const holders = new Map<number, string>();
    for (const [id, window] of this.#windows) {
      if (this.#isAway(window)) this.#windows.delete(id);
      else for (const item of this.#itemsOf(window)) holders.set(item, id);
    }
    return holders;
  }

  /** Whether other windows are there. */
  hasOthers(window: string): boolean {
    for (const [id, other] of this.#windows) if (id !== window && !this.#isAway(other)) return true;
    return false;
  }

  /** The open items that a window has in hand. */
  of(window: string): Set<number> {
    const own = this.#windows.get(window);
    return own === undefined ? new Set() : this.#itemsOf(own);
  }

  /** A window shows an item: what was reserved to follow the former one is free again. */
  show(window: string, item: number): void {
    const own = this.#enter(window);
    if (own.shown === item) return;
    own.ahead.clear();
    own.shown = this.ofOthers(window).has(item) ? null : item;
    own.queue = own.queue.filter((one) => one !== item);
  }

  /** Reserves an item that may follow the one on screen; false when somebody else has it or too little is left. */
  putAhead(window: string, item: number): boolean {
    const own = this.#enter(window);
    if (!this.#mayHold(this.ofOthers(window), own, item)) return false;
    own.ahead.add(item);
    return true;
  }

  /** Puts good items at the front of a window's queue, as far as it may hold them; returns those it got. */
  enqueue(window: string, items: readonly number[]): number[] {
    const own = this.#enter(window);
    const wanted = new Set([...items, ...own.queue]);
    own.queue = [];
    const others = this.ofOthers(window);
    for (const item of wanted) if (this.#mayHold(others, own, item)) own.queue.push(item);
    // What was kept for an answer that came before may be all it may hold; with nothing on screen it still gets one.
    if (own.queue.length === 0 && (own.shown === null || !this.#isOpen(own.shown))) {
      const first = items.find((item) => this.#isOpen(item) && !others.has(item));
      if (first !== undefined) own.queue.push(first);
    }
    return items.filter((item) => own.queue.includes(item));
  }

  /** The items that other windows have for a second opinion. */
  secondsOfOthers(window: string): Set<number> {
    const items = new Set<number>();
    for (const [id, other] of this.#windows) {
      if (id !== window && !this.#isAway(other) && typeof other.second === "number") items.add(other.second);
    }
    return items;
  }

  /** The item that a window has for a second opinion, if any. */
  secondOf(window: string): number | null {
    return this.#windows.get(window)?.second ?? null;
  }

  /** Sets it; false when somebody else has this one. */
  takeSecond(window: string, item: number | null): boolean {
    const isFree = item === null || !this.secondsOfOthers(window).has(item);
    this.#enter(window).second = isFree ? item : null;
    return isFree;
  }

  /** What a window says that it has in hand, after its connection or the server was gone; returns what it may keep. */
  hold(window: string, shown: number | null, items: readonly number[]): number[] {
    const own = this.#enter(window);
    own.ahead.clear();
    own.queue = [];
    own.shown = null;
    const others = this.ofOthers(window);
    if (shown !== null && this.#isOpen(shown) && !others.has(shown)) own.shown = shown;
    this.enqueue(window, items);
    return [...this.of(window)];
  }

  /** A live stream of a window begins. */
  join(window: string): void {
    this.#enter(window).streams++;
  }

  /** A live stream of a window ends. */
  leave(window: string): void {
    const own = this.#windows.get(window);
    if (own === undefined) return;
    own.streams = Math.max(0, own.streams - 1);
    own.seen = this.#now();
  }

  release(window: string): void {
    this.#windows.delete(window);
  }

  #enter(window: string): Window {
    let own = this.#windows.get(window);
    if (own === undefined) {
      own = { shown: null, ahead: new Set(), queue: [], streams: 0, seen: 0 };
      const [oldest] = this.#windows.keys();
      if (this.#windows.size >= MOST_WINDOWS) this.#windows.delete(oldest);
      this.#windows.set(window, own);
    }
    own.seen = this.#now();
    return own;
  }

  /** At most half of what the others leave, so that a window that comes later finds something; one at least. */
  #mayHold(others: ReadonlySet<number>, own: Window, item: number): boolean {
    if (!this.#isOpen(item) || others.has(item)) return false;
    const most = Math.min(MOST_HELD, Math.max(1, Math.floor((this.#openCount() - others.size) / 2)));
    const held = this.#itemsOf(own);
    return held.has(item) || held.size < most;
  }

  #itemsOf({ shown, ahead, queue }: Window): Set<number> {
    return new Set([...(shown === null ? [] : [shown]), ...ahead, ...queue].filter(this.#isOpen));
  }

  #isAway({ streams, seen }: Window): boolean {
    return this.#now() - seen >= (streams > 0 ? IDLE_MS : GONE_MS);
  }
}
