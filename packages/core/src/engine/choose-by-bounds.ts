// Makes a choice from upper bounds: the most promising candidates are scored as the definition does it, bit for bit, and
// then all whose bound reaches the best score found.
import type { Scored } from "./engine.ts";

/** How many of the most promising are scored first, for each that is wanted, and how many at a time after them. */
const FIRST = 16;
const NEXT = 64;

/** What is added to the gain of a candidate, and what its score is divided by; null for nothing. */
export interface GainTerms {
  readonly added: Float64Array | null;
  readonly costs: Float64Array | null;
}

/**
 * The best candidates, and for how many a score was computed.
 * @param bounds Upper bounds of the gains, 0 only where the gain is 0; they become upper bounds of the scores, and exact for the best.
 * @param count How many are wanted.
 * @param exactly The definition's gains of some candidates.
 */
export function chooseByBounds(
  bounds: Float64Array,
  count: number,
  { added, costs }: GainTerms,
  exactly: (places: Uint32Array) => Float64Array,
): { readonly scored: Scored; readonly evaluated: number } {
  const known = new Map<number, number>();
  const score = (gain: number, place: number) => {
    const sum = added === null ? gain : gain + added[place];
    return costs === null ? sum : sum / costs[place];
  };
  const isZero = new Uint8Array(added === null && costs === null ? 0 : bounds.length);
  for (let place = 0; place < isZero.length; place++) {
    isZero[place] = bounds[place] === 0 ? 1 : 0;
    bounds[place] = score(bounds[place], place) * (isZero[place] ? 1 : 1 + 2 ** -50);
  }
  const gainIsZero = (place: number) => (isZero.length === 0 ? bounds[place] === 0 : isZero[place] === 1);
  const evaluate = (places: number[]) => {
    const gains = exactly(Uint32Array.from(places));
    places.forEach((place, i) => {
      known.set(place, score(gains[i], place));
    });
  };
  const wanted = Math.min(count, bounds.length);
  const first = largest(bounds, Math.min(bounds.length, FIRST * wanted));
  evaluate(first.filter((place) => !gainIsZero(place)));
  const zeros = first.filter(gainIsZero).map((place) => bounds[place]);
  let reached = nth([...known.values(), ...zeros], wanted);
  const contenders: number[] = [];
  for (let place = 0; place < bounds.length; place++) {
    if (bounds[place] >= reached && !known.has(place) && !gainIsZero(place)) contenders.push(place);
  }
  contenders.sort((a, b) => bounds[b] - bounds[a]);
  for (let at = 0; at < contenders.length && bounds[contenders[at]] >= reached; at += NEXT) {
    evaluate(contenders.slice(at, at + NEXT));
    reached = nth([...known.values(), ...zeros], wanted);
  }
  for (const [place, exact] of known) bounds[place] = exact;
  return {
    scored: { scores: bounds, best: tied(bounds, (place) => known.has(place) || gainIsZero(place)) },
    evaluated: known.size,
  };
}

/** Where the largest of the scores that are exact stand; all others are below it. */
function tied(scores: Float64Array, isExact: (place: number) => boolean): Uint32Array {
  let most = -Infinity;
  for (let place = 0; place < scores.length; place++) if (scores[place] > most) most = scores[place];
  const best: number[] = [];
  for (let place = 0; place < scores.length; place++) if (scores[place] === most && isExact(place)) best.push(place);
  return Uint32Array.from(best);
}

/** The positions of the largest numbers, by a heap whose root is the smallest of them. */
function largest(numbers: Float64Array, count: number): number[] {
  const heap: number[] = [];
  for (let place = 0; place < numbers.length; place++) {
    if (heap.length < count) {
      heap.push(place);
      if (heap.length === count) for (let i = count >> 1; i >= 0; i--) sink(heap, numbers, i);
    } else if (numbers[place] > numbers[heap[0]]) {
      heap[0] = place;
      sink(heap, numbers, 0);
    }
  }
  return heap;
}

function sink(heap: number[], numbers: Float64Array, from: number): void {
  for (let i = from; ; ) {
    let least = i;
    for (const child of [2 * i + 1, 2 * i + 2]) {
      if (child < heap.length && numbers[heap[child]] < numbers[heap[least]]) least = child;
    }
    if (least === i) return;
    [heap[i], heap[least]] = [heap[least], heap[i]];
    i = least;
  }
}

function nth(numbers: number[], n: number): number {
  if (n > 1) return numbers.sort((a, b) => b - a)[n - 1];
  return numbers.reduce((most, number) => Math.max(most, number), -Infinity);
}
