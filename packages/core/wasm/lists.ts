// For each evaluation point its items in descending order of kernel value: by buckets of the value's leading bits, not
// fully sorted, since a reader tests the last bucket it enters anyway.
// The heads of all lists lie side by side, apart from their tails: later selections read little more than heads, and
// these then stream through memory instead of costing a cache miss or two for every point.
import { fillRow } from "./rows";

/** Items per tile, so that their features stay in the second cache while the points pass. */
const TILE: i32 = 1024;

/**
 * The lists of the points from `from` up to `to`.
 * @param head Entries per head, even.
 * @param capacity Entries per tail, even.
 * @param bits Mantissa bits that tell buckets apart.
 * @param lowEdges Per point the value down to which its list is in order of buckets.
 * @param firstSums Where sums of w / (firstSum + w) are added per item, for the selection without labels; 0 for none.
 */
export function buildLists(
  relation: usize,
  from: i32,
  to: i32,
  itemCount: i32,
  head: i32,
  capacity: i32,
  bits: i32,
  bucketCount: i32,
  heads: usize,
  headIndices: usize,
  values: usize,
  indices: usize,
  lowEdges: usize,
  row: usize,
  histogram: usize,
  scratch: usize,
  firstSum: f64,
  firstSums: usize,
  weights: usize,
): void {
  const padded = (itemCount + 7) & ~7;
  const shift: u64 = 52 - (bits as u64);
  for (let x = from; x < to; x++) {
    fillRow(relation, x, 0, padded, row, scratch);
    if (firstSums !== 0) {
      addFirst(row, padded, firstSum, weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3)), firstSums);
    }
    const top = (reinterpret<u64>(largest(row, itemCount)) >> shift) as i32;
    memory.fill(histogram, 0, (bucketCount as usize) << 2);
    for (let i = 0; i < itemCount; i++) {
      const slot = histogram + ((min(top - keyOf(row, i, shift), bucketCount - 1) as usize) << 2);
      store<u32>(slot, load<u32>(slot) + 1);
    }
    let start = 0;
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      const slot = histogram + ((bucket as usize) << 2);
      const size = load<u32>(slot) as i32;
      store<u32>(slot, start);
      start += size;
    }
    // Places count from the head; a tail's address is set back so that they go on.
    const first = (x as usize) * (head as usize);
    const rest = (x as usize) * (capacity as usize) - (head as usize);
    for (let i = 0; i <= itemCount; i++) {
      let next = start as usize;
      let w: f64 = 0; // one more entry that adds nothing, since readers take entries two at a time
      let index = 0;
      if (i < itemCount) {
        const place = min(top - keyOf(row, i, shift), bucketCount - 1);
        const slot = histogram + ((place as usize) << 2);
        next = load<u32>(slot) as usize;
        store<u32>(slot, (next + 1) as u32);
        w = load<f64>(row + ((i as usize) << 3));
        index = i;
      } else if ((start & 1) === 0) continue;
      if (next < (head as usize)) {
        store<f64>(heads + ((first + next) << 3), w);
        store<u32>(headIndices + ((first + next) << 2), index);
      } else {
        store<f64>(values + ((rest + next) << 3), w);
        store<u32>(indices + ((rest + next) << 2), index);
      }
    }
    // The last bucket of all holds everything below the others, so order ends before it.
    const lastOrdered = top - (bucketCount - 2);
    store<f64>(lowEdges + ((x as usize) << 3), lastOrdered <= 0 ? 0 : reinterpret<f64>((lastOrdered as u64) << shift));
  }
}

function largest(row: usize, count: i32): f64 {
  let pair = f64x2.splat(0);
  let at = row;
  for (const end = row + (((count & ~1) as usize) << 3); at < end; at += 16) pair = f64x2.pmax(pair, v128.load(at));
  const most = max(f64x2.extract_lane(pair, 0), f64x2.extract_lane(pair, 1));
  return count & 1 ? max(most, load<f64>(at)) : most;
}

// @ts-ignore: decorator
@inline
function keyOf(row: usize, i: i32, shift: u64): i32 {
  return (load<u64>(row + ((i as usize) << 3)) >> shift) as i32;
}

/** Sums of w / (firstSum + w) per item over the points from `from` up to `to`, where no lists are being built. */
export function sumFirst(
  relation: usize,
  from: i32,
  to: i32,
  itemCount: i32,
  row: usize,
  scratch: usize,
  firstSum: f64,
  first: usize,
  weights: usize,
): void {
  const padded = (itemCount + 7) & ~7;
  for (let tile = 0; tile < padded; tile += TILE) {
    const end = min(tile + TILE, padded);
    for (let x = from; x < to; x++) {
      fillRow(relation, x, tile, end, row, scratch);
      const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
      addFirst(row, end - tile, firstSum, weight, first + ((tile as usize) << 3));
    }
  }
}

function addFirst(row: usize, count: i32, sum: f64, weight: f64, out: usize): void {
  const s = f64x2.splat(sum);
  const scale = f64x2.splat(weight);
  for (let end = row + ((count as usize) << 3); row < end; row += 16) {
    const w = v128.load(row);
    v128.store(out, f64x2.add(v128.load(out), f64x2.div(f64x2.mul(scale, w), f64x2.add(s, w))));
    out += 16;
  }
}
