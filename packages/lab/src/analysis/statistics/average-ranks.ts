import { checkFiniteNumbers } from "@xpal/core/check";

/**
 * Ranks from 1 for the smallest; equal values share the mean of the ranks they span.
 * @throws XpalError if a value is not finite.
 * @example averageRanks([0.5, 0.1, 0.5]) // Float64Array.of(2.5, 1, 2.5)
 */
export function averageRanks(values: ArrayLike<number>): Float64Array {
  checkFiniteNumbers("averageRanks", "values", values, 0);
  const ranks = new Float64Array(values.length);
  for (const { members, rank } of tiedGroups(values)) for (const i of members) ranks[i] = rank;
  return ranks;
}

/**
 * Equal values together, ascending: their positions and the rank they share.
 * @param within How far equal values may be from the next one, by rounding; not at all by default.
 */
export function tiedGroups(values: ArrayLike<number>, within = 0): { members: number[]; rank: number }[] {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((i, j) => values[i] - values[j]);
  const groups: { members: number[]; rank: number }[] = [];
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]] - values[order[to - 1]] <= within) to++;
    groups.push({ members: order.slice(from, to), rank: (from + 1 + to) / 2 });
    from = to;
  }
  return groups;
}
