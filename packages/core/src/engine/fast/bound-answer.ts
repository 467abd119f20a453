// Candidates in the order in which their items lie in memory, and an answer about them in the order in which they were asked
// for. Most of a million scores are upper bounds that nobody looks at: they are not moved one by one.
import type { BoundChoice } from "../choose-by-bounds.ts";
import type { Scored } from "../engine.ts";
import type { Orders } from "./relations.ts";

/** The positions of the candidates, ascending. */
export function ascendingPlaces(candidates: Uint32Array, { itemPlaces }: Orders): Uint32Array {
  const isCandidate = new Uint8Array(itemPlaces.length);
  for (let i = 0; i < candidates.length; i++) isCandidate[itemPlaces[candidates[i]]] = 1;
  const places = new Uint32Array(candidates.length);
  for (let place = 0, at = 0; place < isCandidate.length; place++) if (isCandidate[place] === 1) places[at++] = place;
  return places;
}

/**
 * The answer for the candidates as they were given, ascending.
 * @param own Their positions as `ascendingPlaces` gives them, which the choice was made among.
 */
export function answerOf(choice: BoundChoice, own: Uint32Array, candidates: Uint32Array, orders: Orders): Scored {
  const { best, scores, known, othersBelow } = choice;
  const placeOf = (at: number) => searched(candidates, orders.items[own[at]]);
  const answer = {
    scores: new Float64Array(candidates.length),
    best: Uint32Array.from(best, placeOf).sort(),
  };
  if (othersBelow !== null && othersBelow > 0) {
    answer.scores.fill(nextBelow(othersBelow));
    for (const [at, score] of known) answer.scores[placeOf(at)] = score;
  } else for (let at = 0; at < own.length; at++) answer.scores[placeOf(at)] = scores[at];
  return answer;
}

/** Where a number stands in an ascending list that has it. */
function searched(ascending: Uint32Array, number: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The largest number below one that is above 0. */
function nextBelow(number: number): number {
  const bits = new BigUint64Array(Float64Array.of(number).buffer);
  bits[0] -= 1n;
  return new Float64Array(bits.buffer)[0];
}
