/**
 * Moves positions apart, so that texts there do not overlap: at least `gap` apart and within the range, in the same order.
 * Where the range is too short for all, the gaps shrink.
 * @example spread([4, 5, 20], 3, [0, 30]) // [4, 7, 20]
 */
export function spread(wanted: readonly number[], gap: number, [least, most]: readonly [number, number]): number[] {
  const step = Math.min(gap, (most - least) / Math.max(1, wanted.length - 1));
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const moved = new Array<number>(wanted.length);
  order.forEach((i, rank) => {
    moved[i] = Math.max(least, wanted[i], rank === 0 ? -Infinity : moved[order[rank - 1]] + step);
  });
  let limit = most;
  for (const i of order.reverse()) {
    moved[i] = Math.min(moved[i], limit);
    limit = moved[i] - step;
  }
  return moved;
}
