// What the model suggests, for many windows at a time. One question to the model takes as long as ten, so requests that come
// while it is busy are served by the next question together, each with items of its own. The question asks for some more
// than are wanted; when many people are faster than the model, they get these instead of waiting: good ones of a moment ago.
import type { Suggestion } from "../../protocol/messages.ts";
import type { ScoringCalls } from "../scoring/scoring-calls.ts";
import { inBatches, type Outcome } from "./in-batches.ts";
import type { ItemLeases } from "./item-leases.ts";

/** How long somebody waits for the best items when good ones are at hand. */
const PATIENCE_MS = 100;
/** The most items that are kept at hand, and the most that the model is asked for. */
const MOST_SPARE = 200;
const MOST_ASKED = 400;

interface Request {
  readonly window: string;
  readonly count: number;
  readonly signal: AbortSignal;
  /** Whether it was served otherwise. */
  isServed: boolean;
}

/** Items for a window, at a state of the log. */
export type Suggested = ReturnType<ScoringCalls["next"]>;

type Ask = (ask: Parameters<ScoringCalls["next"]>[0], signal?: AbortSignal) => Promise<Suggested>;

/** The suggestions for the windows of one project. */
export class SuggestedItems {
  readonly #ask: Ask;
  readonly #leases: ItemLeases;
  readonly #isOpen: (item: number) => boolean;
  readonly #enqueue = inBatches((batch: readonly Request[]) => this.#askFor(batch));
  /** Items that nobody has, the best first, and the state of the log that they are of. */
  #spare: Suggested = { sequence: 0, suggestions: [] };
  /** How many items were wanted since the model was last asked. */
  #wanted = 0;

  constructor(ask: Ask, leases: ItemLeases, isOpen: (item: number) => boolean) {
    this.#ask = ask;
    this.#leases = leases;
    this.#isOpen = isOpen;
  }

  /** Items that nobody else has in hand; whether they are still free is seen when they are reserved. */
  async next(window: string, count: number, signal: AbortSignal): Promise<Suggested> {
    const request: Request = { window, count, signal, isServed: false };
    this.#wanted += count;
    const asked = this.#enqueue(request);
    if (this.#spare.suggestions.length === 0) return asked;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((done) => {
      timer = setTimeout(() => done(null), PATIENCE_MS);
    });
    const first = await Promise.race([asked, late]);
    clearTimeout(timer);
    if (first !== null) return first;
    const spare = this.#takeSpare(window, count);
    if (spare.suggestions.length === 0) return asked;
    request.isServed = true;
    asked.catch(() => {}); // nobody waits for it any more
    return spare;
  }

  /** Good items of a moment ago, for somebody whose items were taken at another server meanwhile. */
  get spare(): readonly number[] {
    return this.#spare.suggestions.map(({ item }) => item);
  }

  #takeSpare(window: string, count: number): Suggested {
    const others = this.#leases.known.ofOthers(window);
    const free = this.#spare.suggestions.filter(({ item }) => this.#isOpen(item) && !others.has(item));
    const { sequence } = this.#spare;
    this.#spare = { sequence, suggestions: free.slice(count) };
    return { sequence, suggestions: free.slice(0, count).map(({ item }) => ({ item, from: "queue" })) };
  }

  async #askFor(batch: readonly Request[]): Promise<Outcome<Suggested>[]> {
    const open = batch.filter(({ isServed, signal }) => !isServed && !signal.aborted);
    const wanted = this.#wanted;
    this.#wanted = 0;
    if (batch.length === 1 && open.length === 1) {
      const [{ window, count, signal }] = batch;
      const without = [...this.#leases.known.ofOthers(window)];
      const beside = this.#leases.known.shownByOthers(window);
      return [{ value: await this.#ask({ count, without, ...(beside.length === 0 ? {} : { beside }) }, signal) }];
    }
    const windows = new Set(open.map(({ window }) => window));
    const count = open.reduce((sum, one) => sum + one.count, 0) + Math.min(MOST_SPARE, 2 * wanted);
    const without = [...this.#leases.known.ofAllBut(windows)];
    const { sequence, suggestions } = await this.#ask({ count: Math.min(MOST_ASKED, count), without });
    const given = share(
      suggestions,
      // Somebody may have been served while the model was busy.
      open.filter(({ isServed }) => !isServed),
      (window) => this.#leases.known.of(window),
    );
    this.#spare = { sequence, suggestions: given.rest };
    return batch.map((one) => ({ value: { sequence, suggestions: given.of.get(one) ?? [] } }));
  }
}

/** Gives each what it has in hand already, and of the rest the best in turn. */
function share(
  suggestions: readonly Suggestion[],
  requests: readonly Request[],
  heldBy: (window: string) => ReadonlySet<number>,
): { of: Map<Request, Suggestion[]>; rest: Suggestion[] } {
  const of = new Map<Request, Suggestion[]>(requests.map((one) => [one, []]));
  const held = requests.map(({ window }) => heldBy(window));
  const rest: Suggestion[] = [];
  let turn = 0;
  for (const suggestion of suggestions) {
    const owner = held.findIndex((items) => items.has(suggestion.item));
    const begin = owner < 0 ? turn++ : owner;
    const order = requests.map((_, at) => requests[(begin + at) % requests.length]);
    const taker = (owner < 0 ? order : order.slice(0, 1)).find((one) => (of.get(one)?.length ?? 0) < one.count);
    if (taker !== undefined) of.get(taker)?.push(suggestion);
    else if (owner < 0 && suggestion.from !== "audit") rest.push(suggestion);
  }
  return { of, rest };
}
