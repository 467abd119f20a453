// The exact null distribution of Wilcoxon's signed-rank sum: each of the ranks counts with chance 1/2.

/** The chance of each rank sum from 0 to n (n + 1) / 2, without ties. */
export function signedRankDistribution(n: number): Float64Array {
  return rankSumDistribution(Array.from({ length: n }, (_, i) => i + 1));
}

/** The same of any ranks that are integers, such as doubled mean ranks of ties: the chance of each sum from 0 to all of them. */
export function rankSumDistribution(ranks: readonly number[]): Float64Array {
  const most = ranks.reduce((sum, rank) => sum + rank, 0);
  const chance = new Float64Array(most + 1);
  chance[0] = 1;
  let reached = 0;
  for (const rank of ranks) {
    reached += rank;
    for (let sum = reached; sum >= 0; sum--) {
      chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
    }
  }
  return chance;
}
