// The exact interval of a share (Clopper and Pearson, Biometrika 26, 1934): the shares under which what was seen, or more of it, is
// not too unlikely. It never claims more than it says, also for 0 or all of a few.
import { checkInteger, checkNumber } from "../check.ts";

/** A share with the range that holds the true one. */
export interface ExactShare {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/**
 * The share of `count` in `of` with its exact interval.
 * @throws RangeError if `count` is not from 0 to `of`, or `of` is 0.
 * @example exactShare(7, 7, 0.9).upper // 1
 */
export function exactShare(count: number, of: number, confidence: number): ExactShare {
  checkInteger("exactShare", "of", of, 1);
  checkInteger("exactShare", "count", count, 0, of);
  checkNumber("exactShare", "confidence", confidence, 0, 1);
  const tail = (1 - confidence) / 2;
  const lower = count === 0 ? 0 : bisect((p) => 1 - atMost(count - 1, of, p) > tail);
  const upper = count === of ? 1 : bisect((p) => atMost(count, of, p) <= tail);
  return { value: count / of, lower, upper };
}

/** Where a condition that holds from some share on begins to hold. */
function bisect(holds: (p: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

/** The chance of at most `count` in `of` draws, summed outwards from the most likely number so that nothing underflows. */
function atMost(count: number, of: number, p: number): number {
  const odds = p / (1 - p);
  const mode = Math.min(of, Math.floor((of + 1) * p));
  let below = mode <= count ? 1 : 0;
  let all = 1;
  let weight = 1;
  for (let k = mode; k < of && weight > 1e-18 * all; k++) {
    weight *= ((of - k) / (k + 1)) * odds;
    all += weight;
    if (k + 1 <= count) below += weight;
  }
  weight = 1;
  for (let k = mode; k > 0 && weight > 1e-18 * all; k--) {
    weight *= k / (of - k + 1) / odds;
    all += weight;
    if (k - 1 <= count) below += weight;
  }
  return below / all;
}
