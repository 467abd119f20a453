// F of src/kernels/learning/label-score.ts and its slopes, with the definition's bits: each sum has its terms in the
// definition's order, and lanes are different items or classes. Matrices are whole and symmetric, since sums over the
// partners of an item then run along a row; an item is no partner of itself, so its own similarity is 0.
import {
  FIT_CLASSES,
  FIT_COLUMNS,
  FIT_COUNTS,
  FIT_COUNTS_BY_CLASS,
  FIT_DISTANCES,
  FIT_E,
  FIT_E_BY_CLASS,
  FIT_FREQUENCIES,
  FIT_PACKS,
  FIT_ROWS,
  FIT_SHARES,
  FIT_SHARE_WEIGHT,
  FIT_SIMILARITIES,
  FIT_WEIGHTS,
  FIT_Z,
} from "../src/engine/memory/layout";
import { expOfPair } from "./exp";
import { ln } from "./ln";

/** Items in packs of eight, column after column, from rows. */
export function packRows(fit: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const cols = load<u32>(fit, FIT_COLUMNS) as usize;
  const z = load<usize>(fit, FIT_Z);
  const packs = load<usize>(fit, FIT_PACKS);
  const rowBytes = ((cols + 1) & ~1) << 3;
  for (let i: usize = 0; i < rows; i++) {
    const pack = packs + (i >> 3) * (cols << 6) + ((i & 7) << 3);
    for (let d: usize = 0; d < cols; d++) store<f64>(pack + (d << 6), load<f64>(z + i * rowBytes + (d << 3)));
  }
}

/** `scale` times the weighed squared distances of each item and those before it, then the similarities of all pairs. */
export function fillSimilarities(fit: usize, scale: f64): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const step = ((rows + 7) & ~7) << 3;
  const distances = load<usize>(fit, FIT_DISTANCES);
  const similarities = load<usize>(fit, FIT_SIMILARITIES);
  for (let i: usize = 0; i < rows; i++) {
    const own = distances + i * step;
    const out = similarities + i * step;
    fillPairs(fit, i, scale, own);
    for (let j: usize = 0; j < i; j += 2) v128.store(out + (j << 3), expOfPair(f64x2.neg(v128.load(own + (j << 3)))));
    store<f64>(out + (i << 3), 0);
    for (let j: usize = 0; j < i; j++) store<f64>(similarities + j * step + (i << 3), load<f64>(out + (j << 3)));
  }
}

/** The distances of item i and those before it, eight at a time. */
// @ts-ignore: decorator
@inline
function fillPairs(fit: usize, i: usize, scale: f64, out: usize): void {
  const cols = load<u32>(fit, FIT_COLUMNS) as usize;
  const weights = load<usize>(fit, FIT_WEIGHTS);
  const all = load<usize>(fit, FIT_PACKS);
  const own = all + (i >> 3) * (cols << 6) + ((i & 7) << 3);
  const times = f64x2.splat(scale);
  let pack = all;
  for (let j: usize = 0; j < i; j += 8) {
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let d: usize = 0; d < cols; d++, pack += 64) {
      const x = v128.load_splat<f64>(own + (d << 6));
      const w = v128.load_splat<f64>(weights + (d << 3));
      const d0 = f64x2.sub(v128.load(pack), x);
      const d1 = f64x2.sub(v128.load(pack, 16), x);
      const d2 = f64x2.sub(v128.load(pack, 32), x);
      const d3 = f64x2.sub(v128.load(pack, 48), x);
      s0 = f64x2.add(s0, f64x2.mul(w, f64x2.mul(d0, d0)));
      s1 = f64x2.add(s1, f64x2.mul(w, f64x2.mul(d1, d1)));
      s2 = f64x2.add(s2, f64x2.mul(w, f64x2.mul(d2, d2)));
      s3 = f64x2.add(s3, f64x2.mul(w, f64x2.mul(d3, d3)));
    }
    const at = out + (j << 3);
    v128.store(at, f64x2.mul(times, s0));
    v128.store(at, f64x2.mul(times, s1), 16);
    v128.store(at, f64x2.mul(times, s2), 32);
    v128.store(at, f64x2.mul(times, s3), 48);
  }
}

/** F from the similarities; e of each item and class is written, in both orders. */
export function scoreItems(fit: usize): f64 {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const classes = load<u32>(fit, FIT_CLASSES) as usize;
  const weight = load<f64>(fit, FIT_SHARE_WEIGHT);
  const shares = load<usize>(fit, FIT_SHARES);
  const rowBytes = ((classes + 1) & ~1) << 3;
  const step = ((rows + 7) & ~7) << 3;
  sumFrequencies(fit);
  let score: f64 = 0;
  for (let i: usize = 0; i < rows; i++) {
    const q = load<usize>(fit, FIT_FREQUENCIES) + i * rowBytes;
    const counts = load<usize>(fit, FIT_COUNTS) + i * rowBytes;
    const e = load<usize>(fit, FIT_E) + i * rowBytes;
    const byClass = load<usize>(fit, FIT_E_BY_CLASS) + (i << 3);
    let own: f64 = 0;
    let total = weight;
    for (let y: usize = 0; y < classes; y++) {
      own += load<f64>(counts + (y << 3));
      total += load<f64>(q + (y << 3));
    }
    for (let y: usize = 0; y < classes; y++) {
      const count = load<f64>(counts + (y << 3));
      let slope = -own / total;
      if (count !== 0) {
        const chance = load<f64>(q + (y << 3)) + weight * load<f64>(shares + (y << 3));
        score += count * ln(chance / total);
        slope += count / chance;
      }
      store<f64>(e + (y << 3), slope);
      store<f64>(byClass + y * step, slope);
    }
  }
  return score;
}

/** q of each item and class, four items at a time. */
// @ts-ignore: decorator
@inline
function sumFrequencies(fit: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const rowBytes = (((load<u32>(fit, FIT_CLASSES) as usize) + 1) & ~1) << 3;
  const step = ((rows + 7) & ~7) << 3;
  const counts = load<usize>(fit, FIT_COUNTS);
  const similarities = load<usize>(fit, FIT_SIMILARITIES);
  const frequencies = load<usize>(fit, FIT_FREQUENCIES);
  for (let i: usize = 0; i < rows; i += 4) {
    for (let y: usize = 0; y < rowBytes; y += 16) {
      let s0 = f64x2.splat(0);
      let s1 = s0;
      let s2 = s0;
      let s3 = s0;
      let at = counts + y;
      for (let k = similarities + i * step, end = k + (rows << 3); k < end; k += 8, at += rowBytes) {
        const c = v128.load(at);
        s0 = f64x2.add(s0, f64x2.mul(c, v128.load_splat<f64>(k)));
        s1 = f64x2.add(s1, f64x2.mul(c, v128.load_splat<f64>(k + step)));
        s2 = f64x2.add(s2, f64x2.mul(c, v128.load_splat<f64>(k + 2 * step)));
        s3 = f64x2.add(s3, f64x2.mul(c, v128.load_splat<f64>(k + 3 * step)));
      }
      const out = frequencies + i * rowBytes + y;
      v128.store(out, s0);
      v128.store(out + rowBytes, s1);
      v128.store(out + 2 * rowBytes, s2);
      v128.store(out + 3 * rowBytes, s3);
    }
  }
}

/** dF/dD of item i with the items before `to`, or (`alone`) the slope of its own part of F only. */
// @ts-ignore: decorator
@inline
export function fillSlopes(fit: usize, i: usize, to: usize, alone: bool, out: usize): void {
  const rows = load<u32>(fit, FIT_ROWS) as usize;
  const classes = load<u32>(fit, FIT_CLASSES) as usize;
  const rowBytes = ((classes + 1) & ~1) << 3;
  const step = ((rows + 7) & ~7) << 3;
  const similarities = load<usize>(fit, FIT_SIMILARITIES) + i * step;
  const counts = load<usize>(fit, FIT_COUNTS) + i * rowBytes;
  const e = load<usize>(fit, FIT_E) + i * rowBytes;
  for (let j: usize = 0; j < to << 3; j += 16) {
    let rise = f64x2.splat(0);
    let theirs = load<usize>(fit, FIT_COUNTS_BY_CLASS) + j;
    let theirE = load<usize>(fit, FIT_E_BY_CLASS) + j;
    for (let y: usize = 0; y < classes << 3; y += 8, theirs += step, theirE += step) {
      let part = f64x2.mul(v128.load(theirs), v128.load_splat<f64>(e + y));
      if (!alone) part = f64x2.add(part, f64x2.mul(v128.load_splat<f64>(counts + y), v128.load(theirE)));
      rise = f64x2.add(rise, part);
    }
    v128.store(out + j, f64x2.mul(f64x2.neg(v128.load(similarities + j)), rise));
  }
}
