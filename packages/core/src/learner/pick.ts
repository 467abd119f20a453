// Which candidates to ask for, given their scores: the largest first, ties by the generator.

import type { Scored } from "../engine/engine.ts";
import { largestOf } from "../engine/largest-of.ts";
import type { Generator } from "../random/generator.ts";

/** What was picked: positions in the list of candidates, and how many tied for the first pick. */
export interface Picked {
  readonly places: number[];
  readonly tied: number;
}

/** The `count` best candidates. Each pick draws once from the generator, also when there is nothing to decide. */
export function pick({ scores, best }: Scored, count: number, chance: Generator): Picked {
  const places: number[] = [];
  const left = count > 1 ? scores.slice() : scores;
  let tied = best;
  while (tied.length > 0) {
    const place = tied[chance.nextIndex(tied.length)];
    places.push(place);
    if (places.length === count) break;
    left[place] = Number.NaN;
    const rest = tied.filter((other) => other !== place);
    tied = rest.length > 0 ? rest : largestOf(left);
  }
  return { places, tied: best.length };
}
