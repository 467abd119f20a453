/**
 * The non-decreasing function of x that is nearest to y in squares, at each x: equal x give the mean of their y, then
 * neighbours that fall are pooled (pool adjacent violators).
 */
export function isotonic(x: readonly number[], y: readonly number[]): Float64Array {
  const blocks: { from: number; weight: number; mean: number }[] = [];
  const order = x.map((_, i) => i).sort((a, b) => x[a] - x[b]);
  order.forEach((i, at) => {
    const tied = at > 0 && x[i] === x[order[at - 1]];
    const last = blocks.at(-1);
    if (tied && last) {
      last.mean += (y[i] - last.mean) / ++last.weight;
    } else {
      blocks.push({ from: at, weight: 1, mean: y[i] });
    }
  });
  const pooled: typeof blocks = [];
  for (const block of blocks) {
    let current = block;
    while (pooled.length > 0 && (pooled.at(-1)?.mean as number) > current.mean) {
      const before = pooled.pop() as (typeof blocks)[number];
      const weight = before.weight + current.weight;
      current = {
        from: before.from,
        weight,
        mean: (before.mean * before.weight + current.mean * current.weight) / weight,
      };
    }
    pooled.push({ ...current });
  }
  const fitted = new Float64Array(x.length);
  pooled.forEach(({ from, mean }, b) => {
    const to = pooled[b + 1]?.from ?? x.length;
    for (let at = from; at < to; at++) fitted[order[at]] = mean;
  });
  return fitted;
}
