// Scores of a surface as shares from its least to its largest: strategies score in units of their own, EER below 0.

/** From 0 at the least score to 1 at the largest; all 0 where they are equal. */
export function surfaceShares(scores: ArrayLike<number>): Float64Array {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < scores.length; i++) {
    least = Math.min(least, scores[i] as number);
    most = Math.max(most, scores[i] as number);
  }
  const width = most - least;
  return Float64Array.from(scores, (score) => (width > 0 ? (score - least) / width : 0));
}
