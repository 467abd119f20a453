// Finer upper bounds of tails (wasm/bound-lists.ts): of single candidates, over the points whose gap lies below the end of one
// of their lists. There are few of them after some labels; at all others nothing that is not listed can flip a decision.
import { BOUND_GAP, BOUND_POINT_BYTES, BOUND_POINTS as POINTS, STEP_ITEMS } from "../src/engine/memory/layout";
import { boundOfPair, writeChances } from "./bound-refined";
import { fillUppers, gatherItems } from "./bound-rows";

/**
 * Collects the points whose gap lies below the end of a list: their narrow features, numbers and gaps.
 * @param ends Per point the largest similarity at which a list of it ends.
 * @returns How many there are.
 */
export function gatherOpen(
  narrowPoints: usize,
  cols: i32,
  pointCount: i32,
  points: usize,
  ends: usize,
  packs: usize,
  places: usize,
  gaps: usize,
  narrowGaps: usize,
): i32 {
  let count: usize = 0;
  for (let x: usize = 0; x < (pointCount as usize); x++) {
    if (load<f64>(points + x * BOUND_POINT_BYTES, BOUND_GAP) >= (load<f32>(ends + (x << 2)) as f64)) continue;
    let at = narrowPoints + (((x & ~3) * (cols as usize)) << 2) + ((x & 3) << 2);
    let out = packs + (((count & ~3) * (cols as usize)) << 2) + ((count & 3) << 2);
    for (let d = 0; d < cols; d++, at += 16, out += 16) store<f32>(out, load<f32>(at));
    store<u32>(places + (count << 2), x as u32);
    store<f32>(gaps + (count << 2), load<f32>(narrowGaps + (x << 2)));
    count++;
  }
  for (let i = count; i < ((count + 7) & ~7); i++) store<f32>(gaps + (i << 2), Infinity);
  return count as i32;
}

/**
 * Upper bounds of what is not listed of the gains of the items at `count` positions.
 * @param open,openPlaces,openGaps,openCount What `gatherOpen` wrote.
 * @param cuts For each segment of `segmentItems` items where the ends of its lists are.
 */
export function refineTails(
  packs: usize,
  centre: usize,
  narrowScale: f64,
  cols: i32,
  shrink: f64,
  lift: f64,
  places: usize,
  count: i32,
  open: usize,
  openPlaces: usize,
  openGaps: usize,
  openCount: i32,
  points: usize,
  cuts: usize,
  segmentItems: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  beta: usize,
  scale: f64,
  rows: usize,
  chances: usize,
  out: usize,
): void {
  const rowBytes = (((openCount + 7) & ~7) as usize) << 2;
  const narrowRows = rows + (max(STEP_ITEMS << 3, cols << 5) as usize);
  for (let first = 0; first < count; first += POINTS) {
    const some = min(POINTS, count - first);
    gatherItems(packs, cols, centre, narrowScale, places + ((first as usize) << 2), some, rows);
    fillUppers(open, cols, rows, shrink, lift, narrowRows, rowBytes);
    for (let p = 0; p < some; p++) {
      const place = load<u32>(places + (((first + p) as usize) << 2)) as usize;
      const ends = load<u32>(cuts + ((place / (segmentItems as usize)) << 2)) as usize;
      const row = narrowRows + rowBytes * (p as usize);
      const total = writeChances(place, classCount, freq, stride, beta, chances);
      let gain: f64 = 0;
      for (let at: usize = 0; at < rowBytes; at += 16) {
        let live = i32x4.bitmask(f32x4.gt(v128.load(row + at), v128.load(openGaps + at)));
        while (live !== 0) {
          const one = at + ((ctz(live) as usize) << 2);
          live &= live - 1;
          const w = load<f32>(row + one);
          const x = load<u32>(openPlaces + one) as usize;
          if (w < load<f32>(ends + (x << 2))) gain += boundOfPair(w as f64, points + x * BOUND_POINT_BYTES, total, chances);
        }
      }
      store<f64>(out + (((first + p) as usize) << 3), (gain / total) * scale);
    }
  }
}
