/** The positions of the largest score; exact equality is a tie, NaN never is. */
export function largestOf(scores: Float64Array): Uint32Array {
  let most = -Infinity;
  for (const score of scores) if (score > most) most = score;
  const places: number[] = [];
  scores.forEach((score, at) => {
    if (score === most) places.push(at);
  });
  return Uint32Array.from(places);
}
