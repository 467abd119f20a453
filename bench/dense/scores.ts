// Every pair, live or not: the gain from a stored matrix of similarities, points x items. Made as quick as a dense pass can be:
// tiles whose sums stay in the first cache, eight candidates at a time, one division per pair.

import { POINT_CLASS_BYTES as ENTRY, POINT_HEAD_BYTES as HEAD } from "../../packages/core/src/engine/memory/layout";
import { describe } from "../../packages/core/wasm/decided";

/** Candidates per tile. */
const TILE: i32 = 256;

/** The gain's sums over all points, one plane of items per class; all priors are equal. */
export function scoreDense(
  count: i32,
  classCount: i32,
  freq: usize,
  stride: i32,
  alpha: usize,
  values: usize,
  sums: usize,
  info: usize,
): void {
  const planeBytes = (stride as usize) << 3;
  for (let tile = 0; tile < stride; tile += TILE) {
    const end = min(tile + TILE, stride);
    for (let x = 0; x < count; x++) {
      describe(info, freq, stride, x, classCount, alpha);
      addRow(info, classCount - 1, values + (x as usize) * planeBytes, tile, end, sums, planeBytes);
    }
  }
}

function addRow(info: usize, count: i32, row: usize, from: i32, to: i32, sums: usize, planeBytes: usize): void {
  const sum = v128.load_splat<f64>(info, 8);
  const one = f64x2.splat(1);
  const zero = f64x2.splat(0);
  for (let at = (from as usize) << 3, end = (to as usize) << 3; at < end; at += 64) {
    const w0 = v128.load(row + at);
    const w1 = v128.load(row + at, 16);
    const w2 = v128.load(row + at, 32);
    const w3 = v128.load(row + at, 48);
    const s0 = f64x2.div(one, f64x2.add(sum, w0));
    const s1 = f64x2.div(one, f64x2.add(sum, w1));
    const s2 = f64x2.div(one, f64x2.add(sum, w2));
    const s3 = f64x2.div(one, f64x2.add(sum, w3));
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
