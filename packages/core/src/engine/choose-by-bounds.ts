// Makes a choice from upper bounds: the most promising candidates are scored as the definition does it, bit for bit; then all
// whose bound reaches the best score found get a finer bound, and those whose finer bound reaches it too are scored.

/** How many of the most promising get a finer bound first, for each that is wanted, and how many of these a score. */
const FIRST = 64;
const FIRST_SCORED = 8;
/** How many at a time after them get a finer bound, and a score. */
const NEXT = 4096;
const NEXT_SCORED = 16;

/** Where more candidates than this, or than this share, can reach the best score, smaller bounds of all are asked for. */
const MANY = 512;
const MANY_SHARE = 1 / 16;

/** What is added to the gain of a candidate, and what its score is divided by; null for nothing. */
export interface GainTerms {
  readonly added: Float64Array | null;
  readonly costs: Float64Array | null;
}

/** How more is found out about some candidates. */
export interface Examination {
  /** Smaller bounds of all candidates, if there are any: used where those at hand leave too many candidates. */
  readonly smallest?: () => Float64Array;
  /** Finer upper bounds of their gains, the cheapest first; `bounds` are those of now. */
  readonly finer: readonly ((places: Uint32Array, bounds: Float64Array) => Float64Array)[];
  /** The definition's gains. */
  exactly(places: Uint32Array): Float64Array;
}

/** A choice, and how many candidates were looked at. */
export interface BoundChoice {
  /** Who ties for the largest score. */
  readonly best: readonly number[];
  /** Upper bounds of the scores, exact for those that were computed and where the gain is 0. */
  readonly scores: Float64Array;
  readonly known: ReadonlyMap<number, number>;
  /** All other scores are below this; null where a gain of 0 reaches the best, so that more are exact than were computed. */
  readonly othersBelow: number | null;
  readonly refined: number;
}

/**
 * The best candidates.
 * @param bounds Upper bounds of the gains, 0 only where the gain is 0; they become upper bounds of the scores, and exact for the best.
 * @param count How many are wanted.
 */
export function chooseByBounds(
  bounds: Float64Array,
  count: number,
  terms: GainTerms,
  { smallest, finer, exactly }: Examination,
): BoundChoice {
  const { added, costs } = terms;
  const known = new Map<number, number>();
  const gainBounds = added === null && costs === null ? bounds : bounds.slice();
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
  const refine = (places: number[], way: Examination["finer"][number]) => {
    const unknown = places.filter((place) => !gainIsZero(place));
    if (unknown.length === 0) return;
    way(Uint32Array.from(unknown), gainBounds).forEach((gain, i) => {
      const place = unknown[i];
      bounds[place] = Math.min(bounds[place], score(gain, place) * (1 + 2 ** -50));
    });
  };
  const evaluate = (places: number[]) => {
    const unknown = places.filter((place) => !gainIsZero(place));
    if (unknown.length === 0) return;
    exactly(Uint32Array.from(unknown)).forEach((gain, i) => {
      known.set(unknown[i], score(gain, unknown[i]));
    });
  };
  const falling = (a: number, b: number) => bounds[b] - bounds[a];
  const wanted = Math.min(count, bounds.length);
  const first = largest(bounds, Math.min(bounds.length, FIRST * wanted));
  // A score whose gain is 0 is exact, wherever its candidate stands.
  const zeros = largestOf(bounds, wanted, gainIsZero);
  const zerosFirst = first.filter(gainIsZero).length;
  for (const way of finer) refine(first, way);
  evaluate(first.sort(falling).slice(0, Math.max(FIRST_SCORED * wanted, zerosFirst)));
  let reached = nth([...known.values(), ...zeros], wanted);
  const isOpen = (place: number) => bounds[place] >= reached && !known.has(place) && !gainIsZero(place);
  const open: number[] = [];
  const seen = new Set(first);
  for (let place = 0; place < bounds.length; place++) {
    if (bounds[place] >= reached && isOpen(place) && !seen.has(place)) open.push(place);
  }
  if (smallest !== undefined && open.length > Math.max(MANY, bounds.length * MANY_SHARE)) {
    return chooseByBounds(smallest(), count, terms, { finer, exactly });
  }
  const refined = first.length + open.length;
  for (const way of finer) {
    const reachable = open.filter(isOpen);
    for (let at = 0; at < reachable.length; at += NEXT) refine(reachable.slice(at, at + NEXT), way);
  }
  const left = [...first, ...open].filter(isOpen).sort(falling);
  for (let at = 0; at < left.length && bounds[left[at]] >= reached; at += NEXT_SCORED) {
    evaluate(left.slice(at, at + NEXT_SCORED));
    reached = nth([...known.values(), ...zeros], wanted);
  }
  for (const [place, exact] of known) bounds[place] = exact;
  const zeroReaches = zeros.some((zero) => zero >= reached);
  const best = zeroReaches ? tied(bounds, (place) => known.has(place) || gainIsZero(place)) : tiedOf(known);
  return { best, scores: bounds, known, othersBelow: zeroReaches ? null : reached, refined };
}

/** Who has the largest score, ascending. */
function tiedOf(known: ReadonlyMap<number, number>): number[] {
  const most = nth([...known.values()], 1);
  return [...known.keys()].filter((place) => known.get(place) === most).sort((a, b) => a - b);
}

/** Where the largest of the scores that are exact stand; all others are below it. */
function tied(scores: Float64Array, isExact: (place: number) => boolean): number[] {
  let most = -Infinity;
  for (let place = 0; place < scores.length; place++) if (scores[place] > most) most = scores[place];
  const best: number[] = [];
  for (let place = 0; place < scores.length; place++) if (scores[place] === most && isExact(place)) best.push(place);
  return best;
}

/** The largest numbers among those at some places. */
function largestOf(numbers: Float64Array, count: number, isWanted: (place: number) => boolean): number[] {
  const wanted = numbers.filter((_, place) => isWanted(place));
  return largest(wanted, Math.min(count, wanted.length)).map((place) => wanted[place]);
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
