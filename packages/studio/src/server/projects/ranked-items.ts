// The items of a project by their worth, for people who work on it together. The model ranks them beside the requests: a
// request takes what the last ranking says, however many answers have come since, and the next ranking knows them all at
// once. So nobody waits for the model, and one ranking serves any number of answers.
import type { ScoringCalls } from "../scoring/scoring-calls.ts";
import { Background } from "./background.ts";
import { forgetAbsent } from "./forget-absent.ts";

/** How long a request waits for a ranking that knows all answers, where the last one did not take longer. */
const PATIENCE_MS = 100;
/** How long requests wait for the first ranking, from the first of them on. */
const FIRST_PATIENCE_MS = 1000;
/** A ranking is made without being asked for while somebody has asked within this time. */
const ACTIVE_MS = 10_000;
/** The fewest and the most items of a ranking. */
const FEWEST = 60;
const MOST = 400;

/** A ranking of open items, best first. */
export interface Ranking {
  /** The state of the log that it knows. */
  readonly sequence: number;
  /** When it was asked for, in milliseconds. */
  readonly at: number;
  readonly items: readonly number[];
  /** Per item the others that are nearly the same. */
  readonly twins: ReadonlyMap<number, readonly number[]>;
}

/** What a ranking is made with. */
export interface RankingParts {
  rank(ask: Parameters<ScoringCalls["rank"]>[0], signal?: AbortSignal): Promise<ReturnType<ScoringCalls["rank"]>>;
  /** The state of the log now. */
  sequence(): number;
  /** The items that somebody has in hand. */
  inHand(): readonly number[];
  now(): number;
}

const NO_TWINS: Ranking["twins"] = new Map();

/** The ranking of one project, made anew as answers come in. */
export class RankedItems {
  readonly #parts: RankingParts;
  /** When each window has last asked. */
  readonly #windows = new Map<string, number>();
  #ranking: Ranking | null = null;
  readonly #ranked = new Background(() => this.#rank());
  #isOutdated = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** When somebody first asked while there was none; null where there is one. */
  #missedSince: number | null = null;
  /** Items that were asked for since the last ranking began. */
  #wanted = 0;

  constructor(parts: RankingParts) {
    this.#parts = parts;
  }

  /** Notes that a window asks; returns whether it alone has asked of late. */
  isAlone(window: string): boolean {
    const now = this.#parts.now();
    this.#windows.set(window, now);
    forgetAbsent(this.#windows, now);
    return this.#windows.size === 1;
  }

  /** The last ranking, and where it is worth waiting for, one of now. Null if the first is not ready. */
  async current(count: number): Promise<Ranking | null> {
    this.#askedAt = performance.now();
    this.#wanted += count;
    if (this.#isCurrent()) return this.#ranking;
    const ready = this.#refresh();
    if (this.#ranking === null) {
      this.#missedSince ??= this.#askedAt;
      await within(this.#missedSince + FIRST_PATIENCE_MS - this.#askedAt, ready);
    } else if (this.#ranked.tookMs <= PATIENCE_MS) await within(PATIENCE_MS, ready);
    return this.#ranking;
  }

  /** The best items of now, for somebody who waits for the model: nothing is chosen apart from what others have in hand. */
  async now(count: number, without: readonly number[], signal: AbortSignal): Promise<Ranking> {
    const at = this.#parts.now();
    const { sequence, items } = await this.#parts.rank({ count, beside: null, without }, signal);
    return { sequence, at, items, twins: NO_TWINS };
  }

  /** The log has grown. */
  outdate(): void {
    if (performance.now() - this.#askedAt < ACTIVE_MS) this.#refresh().catch(() => {}); // told to whoever asks next
  }

  /** What was ranked is void: the items or the classes are others. */
  forget(): void {
    this.#ranking = null;
  }

  #isCurrent(): boolean {
    return this.#ranking !== null && this.#ranking.sequence >= this.#parts.sequence();
  }

  /** Resolves with a ranking that knows all answers of now, unless more have come meanwhile. */
  #refresh(): Promise<void> {
    this.#isOutdated = true;
    return this.#ranked.start();
  }

  /** Ranks until nothing has come meanwhile; returns how long the last ranking took. */
  async #rank(): Promise<number | undefined> {
    let tookMs: number | undefined;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const began = performance.now();
      const at = this.#parts.now();
      const beside = this.#parts.inHand();
      const count = Math.min(MOST, Math.max(FEWEST, 2 * beside.length + 3 * this.#wanted));
      this.#wanted = 0;
      const { sequence, items, twins } = await this.#parts.rank({ count, beside, without: [] }).finally(() => {
        this.#missedSince = null; // after a failure whoever asks next begins anew
      });
      this.#ranking = { sequence, at, items, twins: bothWays(twins) };
      tookMs = performance.now() - began;
      if (this.#isCurrent() || performance.now() - this.#askedAt >= ACTIVE_MS) break;
    }
    return tookMs;
  }
}

function bothWays(pairs: readonly (readonly [number, number])[]): Map<number, number[]> {
  const twins = new Map<number, number[]>();
  const add = (item: number, other: number) => {
    const known = twins.get(item);
    if (known === undefined) twins.set(item, [other]);
    else known.push(other);
  };
  for (const [a, b] of pairs) {
    add(a, b);
    add(b, a);
  }
  return twins;
}

/** Waits for some work, at most so long. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
