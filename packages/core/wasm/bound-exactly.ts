// The definition's scores of some candidates. Pairs that cannot flip a decision are passed over: the definition adds nothing
// there. Where similarities have upper bounds in 32 bits, only those that may flip one are computed.
import { BOUND_GAP, BOUND_POINT_BYTES, BOUND_POINTS as POINTS, STEP_ITEMS } from "../src/engine/memory/layout";
import { fillUppers, gatherItems } from "./bound-rows";
import { gainOfRow } from "./exactly";
import { fillRow } from "./rows";

/**
 * The scores to `out`.
 * @param relation Points compared with an item.
 * @param packs,centre,narrowScale,narrowPoints,cols,shrink,lift The narrow kernel; see `listBounds`. Not used where packs are 0.
 * @param candidates Positions of items, `count` of them.
 * @param order The points in the order of the definition's sum.
 * @param gaps Of all points, in 32 bits.
 * @param live Room for as many positions as there are points.
 * @param rows Room as for `refineBounds`.
 */
export function gainsExactly(
  relation: usize,
  packs: usize,
  centre: usize,
  narrowScale: f64,
  narrowPoints: usize,
  cols: i32,
  shrink: f64,
  lift: f64,
  candidates: usize,
  count: i32,
  order: usize,
  points: usize,
  gaps: usize,
  pointCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  itemFreq: usize,
  itemStride: i32,
  alpha: usize,
  beta: usize,
  weights: usize,
  row: usize,
  rows: usize,
  scratch: usize,
  chances: usize,
  live: usize,
  out: usize,
): void {
  const padded = (pointCount + 7) & ~7;
  const rowBytes = (padded as usize) << 2;
  const narrowRows = rows + (max(STEP_ITEMS << 3, cols << 5) as usize);
  for (let first = 0; first < count; first += POINTS) {
    const some = min(POINTS, count - first);
    if (packs !== 0) {
      gatherItems(packs, cols, centre, narrowScale, candidates + ((first as usize) << 2), some, rows);
      fillUppers(narrowPoints, cols, rows, shrink, lift, narrowRows, rowBytes);
    }
    for (let p = 0; p < some; p++) {
      const candidate = load<u32>(candidates + (((first + p) as usize) << 2)) as i32;
      const uppers = narrowRows + rowBytes * (p as usize);
      if (packs === 0) fillRow(relation, candidate, 0, padded, row, scratch);
      else fillLive(relation, candidate, uppers, gaps, padded, row, scratch);
      let living = 0;
      for (let i: usize = 0; i < (pointCount as usize); i++) {
        const x = load<u32>(order + (i << 2)) as usize;
        if (packs !== 0 && load<f32>(uppers + (x << 2)) < load<f32>(gaps + (x << 2))) continue;
        if (load<f64>(row + (x << 3)) < load<f64>(points + x * BOUND_POINT_BYTES, BOUND_GAP)) continue;
        store<u32>(live + ((living++ as usize) << 2), x as u32);
      }
      const gain = gainOfRow(candidate, live, living, pointCount, classCount, freq, stride, itemFreq, itemStride, alpha, beta, weights, row, chances);
      store<f64>(out + (((first + p) as usize) << 3), gain);
    }
  }
}

/** The candidate's similarities to the packs of eight points of which one at least may have its decision flipped. */
function fillLive(relation: usize, candidate: i32, uppers: usize, gaps: usize, padded: i32, row: usize, scratch: usize): void {
  let from = -1;
  for (let x = 0; x <= padded; x += 8) {
    const isLive = x < padded && mayFlip(uppers + ((x as usize) << 2), gaps + ((x as usize) << 2));
    if (isLive && from < 0) from = x;
    if (isLive || from < 0) continue;
    fillRow(relation, candidate, from, x, row + ((from as usize) << 3), scratch);
    from = -1;
  }
}

// @ts-ignore: decorator
@inline
function mayFlip(uppers: usize, gaps: usize): bool {
  const a = f32x4.ge(v128.load(uppers), v128.load(gaps));
  return v128.any_true(v128.or(a, f32x4.ge(v128.load(uppers, 16), v128.load(gaps, 16))));
}
