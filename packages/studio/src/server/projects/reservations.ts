// Which window has which items in hand, so that no two windows ask the same question. A window holds the item on screen,
// what may come after each answer to it, and a queue of good ones. It keeps them while it is there: while its live stream
// is open and somebody uses it, and for a while after its stream broke, for it may come back. Meanwhile nothing is taken from
// it without its word: the page shows an item of its queue first and tells the server afterwards (decision 0310). Where
// this is kept is said by item-leases.ts.
import { z } from "zod";

/** How long a window keeps its items after its last request, with its live stream open and without. */
export const IDLE_MS = 10 * 60_000;
export const GONE_MS = 2 * 60_000;
/** The most that one window has in hand; the page's queue is no longer. */
const MAX_HELD = 60;
const MAX_WINDOWS = 1000;
/** How long an answer to an item that a window has shown may be under way, and how many such items are remembered. */
const LATE_MS = 60_000;
const MAX_SHOWN = 60;

interface Window {
  shown: number | null;
  /** Which of the items that it has shown this one is, where it counts them. */
  turn?: number;
  readonly ahead: Set<number>;
  queue: number[];
  /** An item that somebody else has answered, to be asked again here. */
  second?: number | null;
  /** Who works in it, where that was asked, and what it has shown lately: their answers may still be under way. */
  by?: string;
  lately?: [item: number, at: number][];
  /** It was closed, and is kept for what it has shown lately. */
  closed?: boolean;
  streams: number;
  seen: number;
}

/** A window as plain data. */
export const windowSchema = z.object({
  shown: z.int().nullable(),
  turn: z.int().optional(),
  ahead: z.array(z.int()).readonly(),
  queue: z.array(z.int()).readonly(),
  second: z.int().nullable().optional(),
  streams: z.int(),
  seen: z.number(),
});
export type WindowData = z.infer<typeof windowSchema>;

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
    for (const [id, other] of this.#windows) if (id !== window && !other.closed && !this.#isAway(other)) return true;
    return false;
  }

  /** The open items that a window has in hand. */
  of(window: string): Set<number> {
    const own = this.#windows.get(window);
    return own === undefined ? new Set() : this.#itemsOf(own);
  }

  /** The item that a window shows; null where that is not known. */
  shownOf(window: string): number | null {
    return this.#windows.get(window)?.shown ?? null;
  }

  /**
   * A window shows an item: what was reserved to follow the former one is free again; the former one, if it is open, is
   * not. What it says of an earlier turn, and arrives late, changes nothing.
   */
  show(window: string, item: number, turn?: number): void {
    const own = this.#enter(window);
    if (turn !== undefined) {
      if (turn < (own.turn ?? 0)) return;
      own.turn = turn;
    }
    if (own.shown === item) return;
    if (own.by !== undefined) {
      const since = this.#now() - LATE_MS;
      const lately = (own.lately ?? []).filter(([one, at]) => at > since && one !== item);
      own.lately = [...lately, [item, this.#now()] as [number, number]].slice(-MAX_SHOWN);
    }
    own.ahead.clear();
    const rest = own.queue.filter((one) => one !== item);
    own.queue = own.shown === null || rest.includes(own.shown) ? rest : [own.shown, ...rest];
    own.shown = this.ofOthers(window).has(item) ? null : item;
  }

  /** Reserves an item that may follow the one on screen; false when somebody else has it or too little is left. */
  putAhead(window: string, item: number): boolean {
    const own = this.#enter(window);
    const others = this.ofOthers(window);
    if (!this.#isOpen(item) || others.has(item)) return false;
    const held = this.#itemsOf(own);
    if (!held.has(item) && held.size >= this.#most(others)) return false;
    own.ahead.add(item);
    return true;
  }

  /** Puts good items at the front of a window's queue, as far as there is room beside what it has; returns those it has. */
  enqueue(window: string, items: readonly number[]): number[] {
    const own = this.#enter(window);
    const others = this.ofOthers(window);
    const held = this.#itemsOf(own);
    const most = this.#most(others);
    const got: number[] = [];
    for (const item of new Set(items)) {
      if (!this.#isOpen(item) || others.has(item) || (!held.has(item) && held.size >= most)) continue;
      held.add(item);
      got.push(item);
    }
    own.queue = [...new Set([...got, ...own.queue])].filter(this.#isOpen);
    return got;
  }

  /**
   * What a window should give back of its queue: what is more than it may hold now, and what stands in the way of these
   * items, which are worth more to it.
   */
  surplus(window: string, wanted: readonly number[] = []): number[] {
    const own = this.#windows.get(window);
    if (own === undefined) return [];
    const others = this.ofOthers(window);
    const inUse = this.#itemsOf({ ...own, queue: [] });
    const best = new Set([...wanted.filter((item) => this.#isOpen(item) && !others.has(item)), ...own.queue]);
    const queue = [...best].filter((item) => this.#isOpen(item) && !inUse.has(item));
    const kept = new Set(queue.slice(0, Math.max(0, this.#most(others) - inUse.size)));
    return own.queue.filter((item) => this.#isOpen(item) && !inUse.has(item) && !kept.has(item));
  }

  /** A window gives items back: it has put them away, and will not show them. */
  giveBack(window: string, items: readonly number[]): void {
    const own = this.#enter(window);
    const back = new Set(items);
    for (const item of back) own.ahead.delete(item);
    own.queue = own.queue.filter((item) => !back.has(item));
    if (own.shown !== null && back.has(own.shown)) own.shown = null;
  }

  /** The items that other windows have for a second opinion. */
  secondsOfOthers(window: string): Set<number> {
    const items = new Set<number>();
    for (const [id, other] of this.#windows) {
      if (id === window || other.closed || this.#isAway(other)) continue;
      if (typeof other.second === "number") items.add(other.second);
    }
    return items;
  }

  /** Notes who works in a window; returns the items whose answers of this person may be under way in other windows. */
  underWay(window: string, name: string): Set<number> {
    this.#enter(window).by = name;
    const items = new Set<number>();
    const since = this.#now() - LATE_MS;
    for (const [id, other] of this.#windows) {
      const { by, shown, second, lately = [] } = other;
      if (id === window || by !== name || this.#isAway(other)) continue;
      for (const item of [shown, second]) if (typeof item === "number") items.add(item);
      for (const [item, at] of lately) if (at > since) items.add(item);
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

  /**
   * What a window says that it has in hand, after its connection or the server was gone; returns what is its own. That may
   * be more than it may hold: it is told so by `surplus`, for it may be showing any of it.
   */
  hold(window: string, shown: number | null, items: readonly number[]): number[] {
    const own = this.#enter(window);
    const others = this.ofOthers(window);
    const isFree = (item: number) => this.#isOpen(item) && !others.has(item);
    own.ahead.clear();
    own.shown = shown !== null && isFree(shown) ? shown : null;
    own.queue = [...new Set(items)].filter((item) => item !== shown && isFree(item));
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

  /** A window is closed; the answers that it has sent may still be under way. */
  release(window: string): void {
    const own = this.#windows.get(window);
    if (own?.by === undefined) this.#windows.delete(window);
    else this.#windows.set(window, { ...own, shown: null, ahead: new Set(), queue: [], streams: 0, closed: true });
  }

  #enter(window: string): Window {
    let own = this.#windows.get(window);
    if (own === undefined) {
      own = { shown: null, ahead: new Set(), queue: [], streams: 0, seen: 0 };
      const [oldest] = this.#windows.keys();
      if (this.#windows.size >= MAX_WINDOWS) this.#windows.delete(oldest);
      this.#windows.set(window, own);
    }
    own.seen = this.#now();
    own.closed = undefined; // it is back
    return own;
  }

  /** At most half of what the others leave, so that a window that comes later finds something; one at least. */
  #most(others: ReadonlySet<number>): number {
    return Math.min(MAX_HELD, Math.max(1, Math.floor((this.#openCount() - others.size) / 2)));
  }

  #itemsOf({ shown, ahead, queue }: Window): Set<number> {
    return new Set([...(shown === null ? [] : [shown]), ...ahead, ...queue].filter(this.#isOpen));
  }

  #isAway(window: Window): boolean {
    const now = this.#now();
    window.seen = Math.min(window.seen, now); // the clock may have been set back
    return now - window.seen >= (window.streams > 0 ? IDLE_MS : GONE_MS);
  }
}
