// Makes a choice exact: a fast score is known to lie within a bound of the definition's, so whatever could be among
// the best is scored again as the definition does it, bit for bit, and only these are compared.
import type { Scored } from "./engine.ts";

/**
 * The scores with those exact that decide about the first `count` places, and who ties for the first.
 * @param bound How far a fast score may be off; it must not fall as the score rises.
 * @param exactly The definition's score of the candidate at a position.
 */
export function chooseExactly(
  scores: Float64Array,
  count: number,
  bound: (score: number) => number,
  exactly: (place: number) => number,
): Scored {
  const threshold = nthLargest(scores, Math.min(count, scores.length));
  const margin = bound(threshold);
  const reachable = threshold - margin;
  const contenders: number[] = [];
  for (let place = 0; place < scores.length; place++) {
    if (scores[place] + margin < reachable) continue; // its own bound is not above that of a larger score
    if (scores[place] + bound(scores[place]) >= reachable) contenders.push(place);
  }
  let most = -Infinity;
  for (const place of contenders) {
    scores[place] = exactly(place);
    most = Math.max(most, scores[place]);
  }
  return { scores, best: Uint32Array.from(contenders.filter((place) => scores[place] === most)) };
}

/**
 * The same where each fast score has a bound of its own.
 * @param bounds How far each fast score may be off.
 */
export function chooseWithin(
  scores: Float64Array,
  count: number,
  bounds: Float64Array,
  exactly: (place: number) => number,
): Scored {
  const reachable = nthLargest(
    scores.map((score, place) => score - bounds[place]),
    Math.min(count, scores.length),
  );
  let most = -Infinity;
  const contenders: number[] = [];
  for (let place = 0; place < scores.length; place++) {
    if (scores[place] + bounds[place] < reachable) continue;
    contenders.push(place);
    scores[place] = exactly(place);
    most = Math.max(most, scores[place]);
  }
  return { scores, best: Uint32Array.from(contenders.filter((place) => scores[place] === most)) };
}

/**
 * The choice by score per cost.
 * @param costs What each candidate's label costs.
 */
export function choosePerCost(
  scores: Float64Array,
  count: number,
  bound: (place: number) => number,
  exactly: (place: number) => number,
  costs: Float64Array,
): Scored {
  return chooseWithin(
    scores.map((score, place) => score / costs[place]),
    count,
    // The quotient is rounded once on either side.
    costs.map((cost, place) => (bound(place) / cost) * (1 + 2 ** -40) + Math.abs(scores[place] / cost) * 2 ** -51),
    (place) => exactly(place) / costs[place],
  );
}

/** The n-th largest number, from 1 on. */
function nthLargest(scores: ArrayLike<number>, n: number): number {
  if (n > 1) return Float64Array.from(scores).sort()[scores.length - n];
  let most = -Infinity;
  for (let i = 0; i < scores.length; i++) if (scores[i] > most) most = scores[i];
  return most;
}
