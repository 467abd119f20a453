// What all answers to an item together say of it, once it is known how far their authors can be trusted: the class that is
// most probable, and the share of each class with which the item enters the classifier. A view of the log; the answers stay
// as they were given (decision 0320).
import type { Folded } from "../../protocol/fold.ts";
import { estimateOf, type Heard, opinionsIn, rowOf } from "./opinions-model.ts";

/** From so many items on that several have answered, answers count by who gave them. */
const FEWEST_COMPARED = 10;
/** Shares are multiples of this, so that a small change of an estimate does not touch every item. */
const STEP = 1 / 32;

/** What is believed of one item. */
export interface CombinedAnswer {
  /** The most probable class, by number. */
  readonly to: number;
  readonly probability: number;
  /** The share of each class that has one, by number. */
  readonly shares: readonly (readonly [number: number, share: number])[];
}

const NOTHING: ReadonlyMap<number, CombinedAnswer> = new Map();

/**
 * All items that people and programs have put into a class; empty where answers count as they were given last: by the
 * settings, or because too few of them can be compared.
 * @param live The numbers of the classes that can be answers.
 */
export function combinedAnswers(
  state: Pick<Folded, "facts" | "opinions" | "settings">,
  live: readonly number[],
  heard: readonly Heard[] = [],
): ReadonlyMap<number, CombinedAnswer> {
  if (state.settings.weighAnswers === false) return NOTHING;
  const places = new Map(live.map((number, place) => [number, place]));
  const opinions = opinionsIn(
    state,
    heard.filter(({ to }) => places.has(to)),
  );
  if (opinions.isCompared.filter(Boolean).length < FEWEST_COMPARED) return NOTHING;
  const placed = {
    ...opinions,
    answers: opinions.answers.map((one) => ({ ...one, answer: places.get(one.answer) as number })),
    known: opinions.known.map(([item, to]) => [item, places.get(to) as number] as const),
  };
  const estimate = estimateOf(placed, live.length);
  if (estimate === null) return NOTHING;
  const combined = new Map<number, CombinedAnswer>();
  for (const [at, item] of opinions.items.entries()) {
    const last = state.facts.get(item)?.to;
    if (typeof last !== "number") continue; // set aside by whoever answered last
    const belief = rowOf(estimate.belief, at);
    let best = places.get(last) as number; // of equal ones the last answer
    for (let y = 0; y < belief.length; y++) if (belief[y] > belief[best]) best = y;
    const shares = sharesOf(belief, best).flatMap((share, y) => (share > 0 ? [[live[y], share] as const] : []));
    combined.set(item, { to: live[best], probability: Number(belief[best].toFixed(4)), shares });
  }
  return combined;
}

/** Probabilities in steps, rounded down; what that leaves goes to the most probable class. */
function sharesOf(belief: Float64Array, best: number): number[] {
  const shares = Array.from(belief, (p, y) => (y === best ? 0 : Math.floor(p / STEP) * STEP));
  shares[best] = 1 - shares.reduce((sum, share) => sum + share, 0);
  return shares;
}
