// Every pair, live or not: the gain from a stored matrix of similarities, points x items. It is what the lists are
// measured against, so it is made as quick as a dense pass can be: tiles whose sums stay in the first cache, eight
// candidates at a time, one division per pair.
import { POINT_CLASS_BYTES as ENTRY, POINT_HEAD_BYTES as HEAD } from "../src/engine/memory/layout";
import { describe } from "./decided";
import { fillRow } from "./rows";

/** Candidates per tile. */
const TILE: i32 = 256;

/** Fills the rows of the points from `from` up to `to`; each has room for the items, rounded up to eight. */
export function fillRows(relation: usize, from: i32, to: i32, itemCount: i32, values: usize, scratch: usize): void {
  const padded = (itemCount + 7) & ~7;
  for (let x = from; x < to; x++) {
    fillRow(relation, x, 0, padded, values + (((x as usize) * (padded as usize)) << 3), scratch);
  }
}

/**
 * The gain's sums over the points from `from` up to `to`, one plane of items per class.
 * @param uniform Whether all priors are equal, so that a term below 0 means a pair that is not live.
 */
export function scoreDense(
  from: i32,
  to: i32,
  itemCount: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  alpha: usize,
  weights: usize,
  values: usize,
  sums: usize,
  info: usize,
  uniform: i32,
): void {
  const padded = (itemCount + 7) & ~7;
  const planeBytes = (padded as usize) << 3;
  for (let tile = 0; tile < padded; tile += TILE) {
    const end = min(tile + TILE, padded);
    for (let x = from; x < to; x++) {
      describe(info, freq, stride, x, classCount, alpha);
      const weight: f64 = weights === 0 ? 1 : load<f64>(weights + ((x as usize) << 3));
      const row = values + (x as usize) * planeBytes;
      if (uniform) addRow(info, classCount - 1, weight, row, tile, end, sums, planeBytes);
      else addRowMasked(info, classCount - 1, weight, row, tile, end, sums, planeBytes);
    }
  }
}

function addRow(info: usize, count: i32, weight: f64, row: usize, from: i32, to: i32, sums: usize, planeBytes: usize): void {
  const sum = v128.load_splat<f64>(info, 8);
  const scale = f64x2.splat(weight);
  const zero = f64x2.splat(0);
  for (let at = (from as usize) << 3, end = (to as usize) << 3; at < end; at += 64) {
    const w0 = v128.load(row + at);
    const w1 = v128.load(row + at, 16);
    const w2 = v128.load(row + at, 32);
    const w3 = v128.load(row + at, 48);
    const s0 = f64x2.div(scale, f64x2.add(sum, w0));
    const s1 = f64x2.div(scale, f64x2.add(sum, w1));
    const s2 = f64x2.div(scale, f64x2.add(sum, w2));
    const s3 = f64x2.div(scale, f64x2.add(sum, w3));
    for (let entry = info + HEAD, last = entry + (count as usize) * ENTRY; entry < last; entry += ENTRY) {
      const gap = v128.load_splat<f64>(entry, 8);
      const out = sums + at + ((load<u32>(entry, 32) as usize) >> 3) * planeBytes;
      v128.store(out, f64x2.add(v128.load(out), f64x2.mul(s0, f64x2.pmax(zero, f64x2.sub(w0, gap)))));
      v128.store(out, f64x2.add(v128.load(out, 16), f64x2.mul(s1, f64x2.pmax(zero, f64x2.sub(w1, gap)))), 16);
      v128.store(out, f64x2.add(v128.load(out, 32), f64x2.mul(s2, f64x2.pmax(zero, f64x2.sub(w2, gap)))), 32);
      v128.store(out, f64x2.add(v128.load(out, 48), f64x2.mul(s3, f64x2.pmax(zero, f64x2.sub(w3, gap)))), 48);
    }
  }
}

function addRowMasked(info: usize, count: i32, weight: f64, row: usize, from: i32, to: i32, sums: usize, planeBytes: usize): void {
  const best = v128.load_splat<f64>(info);
  const sum = v128.load_splat<f64>(info, 8);
  const scale = f64x2.splat(weight);
  for (let at = (from as usize) << 3, end = (to as usize) << 3; at < end; at += 16) {
    const w = v128.load(row + at);
    const share = f64x2.div(scale, f64x2.add(sum, w));
    for (let entry = info + HEAD, last = entry + (count as usize) * ENTRY; entry < last; entry += ENTRY) {
      const after = f64x2.add(v128.load_splat<f64>(entry), w);
      const ties = v128.and(f64x2.eq(after, best), v128.load_splat<i64>(entry, 24));
      const live = v128.or(f64x2.gt(after, best), ties);
      const drop = v128.and(live, f64x2.mul(f64x2.sub(w, v128.load_splat<f64>(entry, 8)), share));
      const out = sums + at + ((load<u32>(entry, 32) as usize) >> 3) * planeBytes;
      v128.store(out, f64x2.add(v128.load(out), drop));
    }
  }
}
