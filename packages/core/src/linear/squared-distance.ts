/**
 * ||x - x'||^2, summed in column order: equal rows give exactly 0, and the fast engine sums the same way. Products, not
 * powers, since only these are rounded alike in every runtime.
 */
export function squaredDistance(x: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let d = 0; d < x.length; d++) {
    const difference = x[d] - other[d];
    sum += difference * difference;
  }
  return sum;
}
