// Makes a choice exact where only the best are wanted: of all candidates an upper bound of the score is known; the most
// promising are scored as the definition does it, until no bound reaches the best score found.
import { nthLargest } from "./choose-exactly.ts";
import type { Scored } from "./engine.ts";

/**
 * The best, with the definition's scores; all other scores are upper bounds, below theirs.
 * @param bounds Upper bounds of the scores; they become the answer's scores.
 * @param exactly The definition's score of the candidate at a position.
 * @param most How many candidates may be scored; where more could be among the best, the answer is undefined.
 */
export function chooseScreened(
  bounds: Float64Array,
  count: number,
  exactly: (place: number) => number,
  most: number,
): Scored | undefined {
  const wanted = Math.min(count, bounds.length);
  const known = new Map<number, number>();
  const score = (place: number) => known.set(place, exactly(place));
  const first = reaching(bounds, nthLargest(bounds, wanted), most);
  first?.slice(0, wanted).forEach(score);
  // The wanted scores are at least this.
  let reached = nthLargest([...known.values()], wanted);
  const open = first && reaching(bounds, reached, most);
  if (open === undefined) return undefined;
  for (const place of open.sort((a, b) => bounds[b] - bounds[a])) {
    if (bounds[place] < reached) break;
    if (known.has(place)) continue;
    score(place);
    reached = nthLargest([...known.values()], wanted);
  }
  for (const [place, exact] of known) bounds[place] = exact;
  const largest = nthLargest([...known.values()], 1);
  const best = [...known.keys()].filter((place) => known.get(place) === largest);
  return { scores: bounds, best: Uint32Array.from(best).sort() };
}

/** Where bounds reach a number; undefined where more than `most` do. */
function reaching(bounds: Float64Array, number: number, most: number): number[] | undefined {
  const places: number[] = [];
  for (let place = 0; place < bounds.length; place++) {
    if (bounds[place] >= number && places.push(place) > most) return undefined;
  }
  return places;
}
