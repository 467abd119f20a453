// The score of one candidate in the definition's own order of operations (src/strategies/xgain.ts), hence its very
// bits. Points whose decision no label can flip are passed over: there the definition adds nothing either.
import { fillRow } from "./rows";

/** Where fewer points than this share are listed, only their similarities are computed. */
const FEW: i32 = 16;

/**
 * xgain of a candidate.
 * @param relation Evaluation points compared with an item of the pool.
 * @param places Where the points lie at which a label can flip anything, or more, in the order of the definition's sum.
 * @param chances Room for two numbers per class.
 */
export function gainExactly(
  relation: usize,
  candidate: i32,
  places: usize,
  placeCount: i32,
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
  scratch: usize,
  chances: usize,
): f64 {
  fillPlaces(relation, candidate, places, placeCount, pointCount, row, scratch);
  return gainOfRow(candidate, places, placeCount, pointCount, classCount, freq, stride, itemFreq, itemStride, alpha, beta, weights, row, chances);
}

/** The candidate's similarities to the points of a list, or to all where these are many. */
export function fillPlaces(relation: usize, candidate: i32, places: usize, placeCount: i32, pointCount: i32, row: usize, scratch: usize): void {
  if (placeCount * FEW < pointCount) {
    for (let at = places, end = places + ((placeCount as usize) << 2); at < end; at += 4) {
      const from = (load<u32>(at) & ~7) as i32;
      fillRow(relation, candidate, from, from + 8, row + ((from as usize) << 3), scratch);
    }
  } else fillRow(relation, candidate, 0, (pointCount + 7) & ~7, row, scratch);
}

/** xgain from the candidate's similarities to the points; `places` may be 0 where points lie in their own order. */
export function gainOfRow(
  candidate: i32,
  places: usize,
  placeCount: i32,
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
  chances: usize,
): f64 {
  const classes = classCount as usize;
  const step = (stride as usize) << 3;
  let total: f64 = 0;
  for (let y: usize = 0; y < classes; y++) {
    const p = load<f64>(itemFreq + (y * (itemStride as usize) << 3) + ((candidate as usize) << 3)) + load<f64>(beta + (y << 3));
    total += p;
    store<f64>(chances + (y << 3), p);
  }
  const drops = chances + (classes << 3);
  memory.fill(drops, 0, classes << 3);
  for (let point: usize = 0; point < (placeCount as usize); point++) {
    const x = places === 0 ? point : (load<u32>(places + (point << 2)) as usize);
    const k = freq + (x << 3);
    const before = decided(k, step, classes);
    const w = load<f64>(row + (x << 3));
    const best = load<f64>(k + before * step);
    for (let yc: usize = 0; yc < classes; yc++) {
      const plus = load<f64>(k + yc * step) + w;
      if (yc === before || plus < best || (plus === best && yc > before)) continue;
      let sum: f64 = 0;
      for (let y: usize = 0; y < classes; y++) {
        sum += (y === yc ? plus : load<f64>(k + y * step)) + load<f64>(alpha + (y << 3));
      }
      const p = (plus + load<f64>(alpha + (yc << 3))) / sum - (best + load<f64>(alpha + (before << 3))) / sum;
      const drop = drops + (yc << 3);
      store<f64>(drop, load<f64>(drop) + (weights === 0 ? p : load<f64>(weights + (x << 3)) * p));
    }
  }
  let gain: f64 = 0;
  for (let yc: usize = 0; yc < classes; yc++) {
    const drop = load<f64>(drops + (yc << 3));
    gain += (load<f64>(chances + (yc << 3)) / total) * (weights === 0 ? drop / (pointCount as f64) : drop);
  }
  return gain;
}

// @ts-ignore: decorator
@inline
function decided(k: usize, step: usize, classes: usize): usize {
  let best: usize = 0;
  for (let y: usize = 1; y < classes; y++) if (load<f64>(k + y * step) > load<f64>(k + best * step)) best = y;
  return best;
}
