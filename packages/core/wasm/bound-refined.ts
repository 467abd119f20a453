// Finer upper bounds of the gain for single candidates: from a bound of the similarity to every point instead of from buckets
// and tails, and from the gap of every class. They cost a row of similarities in 32 bits.
import { BOUND_GAP, BOUND_H, BOUND_POINT_BYTES, BOUND_POINTS as POINTS, BOUND_R, BOUND_SUM, BOUND_THIRD, BOUND_WEIGHT, STEP_ITEMS } from "../src/engine/memory/layout";
import { fillUppers, gatherItems, widen } from "./bound-rows";

const ULP: f64 = 2.220446049250313e-16;

/**
 * Upper bounds of the gains of the items at `count` positions.
 * @param relation Points compared with an item, used where `packs` is 0.
 * @param packs,centre,narrowScale,narrowPoints,cols,shrink,lift The narrow kernel; see `listBounds`.
 * @param gaps Of all points, in 32 bits.
 * @param rows Room as for `listBounds`, of rows as long as there are points.
 * @param chances Room for one number per class.
 */
export function refineBounds(
  relation: usize,
  packs: usize,
  centre: usize,
  narrowScale: f64,
  narrowPoints: usize,
  cols: i32,
  shrink: f64,
  lift: f64,
  places: usize,
  count: i32,
  pointCount: i32,
  points: usize,
  gaps: usize,
  classCount: i32,
  freq: usize,
  stride: i32,
  pointFreq: usize,
  pointStride: i32,
  beta: usize,
  scale: f64,
  margin: f64,
  rows: usize,
  scratch: usize,
  chances: usize,
  out: usize,
): void {
  const length = (pointCount + 7) & ~7;
  const rowBytes = (length as usize) << 2;
  const narrowRows = rows + (max(STEP_ITEMS << 3, cols << 5) as usize);
  for (let first = 0; first < count; first += POINTS) {
    const some = min(POINTS, count - first);
    if (packs !== 0) {
      gatherItems(packs, cols, centre, narrowScale, places + ((first as usize) << 2), some, rows);
      fillUppers(narrowPoints, cols, rows, shrink, lift, narrowRows, rowBytes);
    }
    for (let p = 0; p < some; p++) {
      const row = narrowRows + rowBytes * (p as usize);
      const place = load<u32>(places + (((first + p) as usize) << 2));
      if (packs === 0) widen(relation, place, 0, length, rows, row, scratch);
      const gain = boundOfRow(row, place, pointCount, points, gaps, classCount, freq, stride, pointFreq, pointStride, beta, chances);
      store<f64>(out + (((first + p) as usize) << 3), gain * scale + margin);
    }
  }
}

/** The bound of one item from its row. */
function boundOfRow(
  row: usize,
  place: usize,
  pointCount: i32,
  points: usize,
  gaps: usize,
  classCount: i32,
  freq: usize,
  stride: i32,
  pointFreq: usize,
  pointStride: i32,
  beta: usize,
  chances: usize,
): f64 {
  const step = (pointStride as usize) << 3;
  const total = writeChances(place, classCount, freq, stride, beta, chances);
  let gain: f64 = 0;
  for (let x = 0; x < pointCount; x += 4) {
    let live = i32x4.bitmask(f32x4.gt(v128.load(row + ((x as usize) << 2)), v128.load(gaps + ((x as usize) << 2))));
    if (x + 4 > pointCount) live &= (1 << (pointCount - x)) - 1;
    while (live !== 0) {
      const at = (x + ctz(live)) as usize;
      live &= live - 1;
      const w = load<f32>(row + (at << 2)) as f64;
      const point = points + at * BOUND_POINT_BYTES;
      // Below the gap of the third class only the second one counts; above it each class has a gap of its own.
      if (w <= load<f64>(point, BOUND_THIRD)) gain += boundOfPair(w, point, total, chances);
      else gain += boundOfClasses(w, point, pointFreq + (at << 3), step, classCount, chances);
    }
  }
  return gain / total;
}

/** What a pair with similarity w adds at most over all classes, times the sum of the chances. */
function boundOfClasses(w: f64, point: usize, k: usize, step: usize, classCount: i32, chances: usize): f64 {
  const h = load<u32>(point, BOUND_H);
  const best = load<f64>(k + (h as usize) * step);
  let sum: f64 = 0;
  for (let y: u32 = 0; y < (classCount as u32); y++, k += step) {
    const above = w - max<f64>(0, best - load<f64>(k) - best * ULP);
    if (above > 0 && y !== h) sum += load<f64>(chances + ((y as usize) << 3)) * above;
  }
  return (sum * load<f64>(point, BOUND_WEIGHT)) / (load<f64>(point, BOUND_SUM) + w);
}

/** The chances of an item's labels, not yet divided by their sum, which is returned. */
// @ts-ignore: decorator
@inline
export function writeChances(place: usize, classCount: i32, freq: usize, stride: i32, beta: usize, chances: usize): f64 {
  let total: f64 = 0;
  for (let y: usize = 0; y < (classCount as usize); y++) {
    const chance = load<f64>(freq + ((y * (stride as usize) + place) << 3)) + load<f64>(beta + (y << 3));
    total += chance;
    store<f64>(chances + (y << 3), chance);
  }
  return total;
}

/** What a pair with similarity w adds at most, times the sum of the chances. */
// @ts-ignore: decorator
@inline
export function boundOfPair(w: f64, point: usize, total: f64, chances: usize): f64 {
  const third = max<f64>(0, w - load<f64>(point, BOUND_THIRD));
  const second = max<f64>(0, w - load<f64>(point, BOUND_GAP)) - third;
  const near = load<f64>(chances + ((load<u32>(point, BOUND_R) as usize) << 3)) * second;
  const far = (total - load<f64>(chances + ((load<u32>(point, BOUND_H) as usize) << 3))) * third;
  return ((near + far) * load<f64>(point, BOUND_WEIGHT)) / (load<f64>(point, BOUND_SUM) + w);
}
