// The exact null distribution of Wilcoxon's signed-rank sum: each of the ranks 1..n counts with chance 1/2.

/** The chance of each rank sum from 0 to n (n + 1) / 2, without ties. */
export function signedRankDistribution(n: number): Float64Array {
  const most = (n * (n + 1)) / 2;
  const chance = new Float64Array(most + 1);
  chance[0] = 1;
  let reached = 0;
  for (let rank = 1; rank <= n; rank++) {
    reached += rank;
    for (let sum = reached; sum >= 0; sum--) {
      chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
    }
  }
  return chance;
}
