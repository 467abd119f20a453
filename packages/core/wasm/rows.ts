// Kernel values of one point and a range of items, with the bits of src/kernels. Items lie in packs of eight, column
// after column, so that a range streams through memory; sums run over columns in order, as in the definitions.
// A relation says what is compared with what: a count of parts (their product is the value), the largest number of
// columns of any part, then 64 bytes per part. Scratch has room for a step, a dense point and a point spread out from
// its sparse form; the last is all zeros between calls.
import {
  KIND_COSINE,
  KIND_HAMMING,
  KIND_LEAVES,
  KIND_RBF,
  KIND_SPARSE_COSINE,
  PART_BYTES,
  PART_COLUMNS,
  PART_FACTOR,
  PART_INDICES,
  PART_KIND,
  PART_NUMBER,
  PART_PACKS,
  PART_POINT_INDICES,
  PART_POINT_PACKS,
  PART_POINT_STARTS,
  PART_POINT_VALUES,
  PART_REJECTED,
  PART_STARTS,
  PART_TABLE,
  PART_VALUES,
  RELATION_COLUMNS,
  RELATION_HEAD_BYTES,
  STEP_ITEMS,
} from "../src/engine/memory/layout";
import { expInPlace } from "./exp";
import { hostRow } from "./host";

// Items are taken in steps: their distances go to `out`, which is still in the first cache when e^x reads it.
/** src/kernels/cosine.ts: a cosine this far below 0 is rounding. */
const ROUNDING: f64 = 1e-12;

/** K(item, point) for the items from `from` up to `to`, both multiples of eight, to `out`. */
export function fillRow(relation: usize, point: i32, from: i32, to: i32, out: usize, scratch: usize): void {
  const parts = load<u32>(relation) as i32;
  const dense = scratch + ((STEP_ITEMS as usize) << 3);
  const spread = dense + ((load<u32>(relation, RELATION_COLUMNS) as usize) << 3);
  for (let step = from; step < to; step += STEP_ITEMS) {
    const end = min(step + STEP_ITEMS, to);
    const target = out + (((step - from) as usize) << 3);
    for (let p = 0; p < parts; p++) {
      const part = relation + RELATION_HEAD_BYTES + (p as usize) * PART_BYTES;
      if (p === 0) fillPart(part, point, step, end, target, dense, spread);
      else {
        fillPart(part, point, step, end, scratch, dense, spread);
        multiply(target, scratch, end - step);
      }
    }
  }
}

/** D = -ln K in the same way, for a relation of one part that is RBF, Hamming or leaves. */
export function fillDistances(relation: usize, point: i32, from: i32, to: i32, out: usize, scratch: usize): void {
  const part = relation + RELATION_HEAD_BYTES;
  const cols = load<u32>(part, PART_COLUMNS) as i32;
  const packs = load<usize>(part, PART_PACKS) + (((from as usize) * (cols as usize)) << 3);
  const features = scratch + ((STEP_ITEMS as usize) << 3);
  const gamma = f64x2.splat(-load<f64>(part, PART_FACTOR));
  unpack(load<usize>(part, PART_POINT_PACKS), cols, point, features);
  const kind = load<u32>(part, PART_KIND);
  if (kind === KIND_RBF) squaredDistances(packs, cols, features, to - from, out);
  else if (kind === KIND_LEAVES) leafDistances(packs, cols, features, to - from, out, load<usize>(part, PART_TABLE));
  else differingShares(packs, cols, features, to - from, out);
  for (let end = out + (((to - from) as usize) << 3); out < end; out += 16) v128.store(out, f64x2.mul(gamma, v128.load(out)));
}

/** The same for all items as numbers of 32 bits, where the part is RBF; returns whether it is. */
export function fillNarrowRbf(relation: usize, point: i32, count: i32, out: usize, scratch: usize): bool {
  const part = relation + RELATION_HEAD_BYTES;
  if (load<u32>(part, PART_KIND) !== KIND_RBF) return false;
  const cols = load<u32>(part, PART_COLUMNS) as i32;
  const features = scratch + ((STEP_ITEMS as usize) << 3);
  const gamma = f64x2.splat(-load<f64>(part, PART_FACTOR));
  let packs = load<usize>(part, PART_PACKS);
  unpack(load<usize>(part, PART_POINT_PACKS), cols, point, features);
  const end = features + ((cols as usize) << 3);
  for (let i = 0; i < count; i += 8, out += 32) {
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let at = features; at < end; at += 8, packs += 64) {
      const x = v128.load_splat<f64>(at);
      const d0 = f64x2.sub(v128.load(packs), x);
      const d1 = f64x2.sub(v128.load(packs, 16), x);
      const d2 = f64x2.sub(v128.load(packs, 32), x);
      const d3 = f64x2.sub(v128.load(packs, 48), x);
      s0 = f64x2.add(s0, f64x2.mul(d0, d0));
      s1 = f64x2.add(s1, f64x2.mul(d1, d1));
      s2 = f64x2.add(s2, f64x2.mul(d2, d2));
      s3 = f64x2.add(s3, f64x2.mul(d3, d3));
    }
    v128.store(out, narrowed(f64x2.mul(gamma, s0), f64x2.mul(gamma, s1)));
    v128.store(out, narrowed(f64x2.mul(gamma, s2), f64x2.mul(gamma, s3)), 16);
  }
  return true;
}

// @ts-ignore: decorator
@inline
function narrowed(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5);
}

function fillPart(part: usize, point: i32, from: i32, to: i32, out: usize, features: usize, spread: usize): void {
  const kind = load<u32>(part, PART_KIND);
  const cols = load<u32>(part, PART_COLUMNS) as i32;
  const packs = load<usize>(part, PART_PACKS) + (((from as usize) * (cols as usize)) << 3);
  const factor = load<f64>(part, PART_FACTOR);
  if (kind < (KIND_SPARSE_COSINE as u32) || kind === KIND_LEAVES) unpack(load<usize>(part, PART_POINT_PACKS), cols, point, features);
  if (kind === KIND_RBF) {
    squaredDistances(packs, cols, features, to - from, out);
    expInPlace(out, to - from, factor);
  } else if (kind === KIND_HAMMING) {
    differingShares(packs, cols, features, to - from, out);
    expInPlace(out, to - from, factor);
  } else if (kind === KIND_LEAVES) {
    leafDistances(packs, cols, features, to - from, out, load<usize>(part, PART_TABLE));
    expInPlace(out, to - from, factor);
  } else if (kind === KIND_COSINE) {
    dots(packs, cols, features, to - from, out);
    clamp(part, point, from, to, out);
  } else if (kind === KIND_SPARSE_COSINE) {
    sparseDots(part, point, from, to, out, spread);
    clamp(part, point, from, to, out);
  } else {
    hostRow(load<u32>(part, PART_NUMBER), point, from, to, out);
  }
}

/** The point's own numbers, from its place in the packs of the points. */
function unpack(packs: usize, cols: i32, point: i32, out: usize): void {
  let at = packs + ((((point & ~7) as usize) * (cols as usize)) << 3) + (((point & 7) as usize) << 3);
  for (let end = out + ((cols as usize) << 3); out < end; out += 8) {
    store<f64>(out, load<f64>(at));
    at += 64;
  }
}

// @ts-ignore: decorator
@inline
function squaredDistances(packs: usize, cols: i32, point: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i += 8) {
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let at = point, end = point + ((cols as usize) << 3); at < end; at += 8) {
      const x = v128.load_splat<f64>(at);
      const d0 = f64x2.sub(v128.load(packs), x);
      const d1 = f64x2.sub(v128.load(packs, 16), x);
      const d2 = f64x2.sub(v128.load(packs, 32), x);
      const d3 = f64x2.sub(v128.load(packs, 48), x);
      s0 = f64x2.add(s0, f64x2.mul(d0, d0));
      s1 = f64x2.add(s1, f64x2.mul(d1, d1));
      s2 = f64x2.add(s2, f64x2.mul(d2, d2));
      s3 = f64x2.add(s3, f64x2.mul(d3, d3));
      packs += 64;
    }
    store4(out + ((i as usize) << 3), s0, s1, s2, s3);
  }
}

// @ts-ignore: decorator
@inline
function differingShares(packs: usize, cols: i32, point: usize, count: i32, out: usize): void {
  const one = f64x2.splat(1);
  const all = f64x2.splat(cols as f64);
  for (let i = 0; i < count; i += 8) {
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let at = point, end = point + ((cols as usize) << 3); at < end; at += 8) {
      const x = v128.load_splat<f64>(at);
      s0 = f64x2.add(s0, v128.and(one, f64x2.ne(v128.load(packs), x)));
      s1 = f64x2.add(s1, v128.and(one, f64x2.ne(v128.load(packs, 16), x)));
      s2 = f64x2.add(s2, v128.and(one, f64x2.ne(v128.load(packs, 32), x)));
      s3 = f64x2.add(s3, v128.and(one, f64x2.ne(v128.load(packs, 48), x)));
      packs += 64;
    }
    store4(out + ((i as usize) << 3), f64x2.div(s0, all), f64x2.div(s1, all), f64x2.div(s2, all), f64x2.div(s3, all));
  }
}

/** src/kernels/learning/leaves.ts: the number of columns that differ, looked up. */
function leafDistances(packs: usize, cols: i32, point: usize, count: i32, out: usize, table: usize): void {
  const one = f64x2.splat(1);
  for (let i = 0; i < count; i += 8, out += 64) {
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let at = point, end = point + ((cols as usize) << 3); at < end; at += 8) {
      const x = v128.load_splat<f64>(at);
      s0 = f64x2.add(s0, v128.and(one, f64x2.ne(v128.load(packs), x)));
      s1 = f64x2.add(s1, v128.and(one, f64x2.ne(v128.load(packs, 16), x)));
      s2 = f64x2.add(s2, v128.and(one, f64x2.ne(v128.load(packs, 32), x)));
      s3 = f64x2.add(s3, v128.and(one, f64x2.ne(v128.load(packs, 48), x)));
      packs += 64;
    }
    store4(out, s0, s1, s2, s3);
    for (let at = out; at < out + 64; at += 8) store<f64>(at, load<f64>(table + ((load<f64>(at) as usize) << 3)));
  }
}

// @ts-ignore: decorator
@inline
function dots(packs: usize, cols: i32, point: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i += 8) {
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let at = point, end = point + ((cols as usize) << 3); at < end; at += 8) {
      const x = v128.load_splat<f64>(at);
      s0 = f64x2.add(s0, f64x2.mul(v128.load(packs), x));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(packs, 16), x));
      s2 = f64x2.add(s2, f64x2.mul(v128.load(packs, 32), x));
      s3 = f64x2.add(s3, f64x2.mul(v128.load(packs, 48), x));
      packs += 64;
    }
    store4(out + ((i as usize) << 3), s0, s1, s2, s3);
  }
}

// @ts-ignore: decorator
@inline
function store4(out: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(out, a);
  v128.store(out, b, 16);
  v128.store(out, c, 32);
  v128.store(out, d, 48);
}

/** Sparse rows: the point is spread out once; columns it lacks add 0, which changes no sum. */
function sparseDots(part: usize, point: i32, from: i32, to: i32, out: usize, spread: usize): void {
  const starts = load<usize>(part, PART_STARTS);
  const columns = load<usize>(part, PART_INDICES);
  const values = load<usize>(part, PART_VALUES);
  const pointStarts = load<usize>(part, PART_POINT_STARTS) + ((point as usize) << 2);
  const pointColumns = load<usize>(part, PART_POINT_INDICES);
  const pointValues = load<usize>(part, PART_POINT_VALUES);
  const first = load<u32>(pointStarts) as usize;
  const last = load<u32>(pointStarts, 4) as usize;
  for (let at = first; at < last; at++) {
    store<f64>(spread + ((load<u32>(pointColumns + (at << 2)) as usize) << 3), load<f64>(pointValues + (at << 3)));
  }
  for (let i = from; i < to; i++) {
    let sum: f64 = 0;
    const end = load<u32>(starts + ((i as usize) << 2), 4) as usize;
    for (let at = load<u32>(starts + ((i as usize) << 2)) as usize; at < end; at++) {
      const other = load<f64>(spread + ((load<u32>(columns + (at << 2)) as usize) << 3));
      sum += other * load<f64>(values + (at << 3));
    }
    store<f64>(out + (((i - from) as usize) << 3), sum);
  }
  for (let at = first; at < last; at++) {
    store<f64>(spread + ((load<u32>(pointColumns + (at << 2)) as usize) << 3), 0);
  }
}

/** Cosines below 0 become 0; where they are to be rejected and are no rounding, the pair is written down. */
function clamp(part: usize, point: i32, from: i32, to: i32, out: usize): void {
  const rejected = load<usize>(part, PART_REJECTED);
  for (let i = from; i < to; i++, out += 8) {
    const value = load<f64>(out);
    if (value >= 0) continue;
    store<f64>(out, 0);
    if (rejected === 0 || !(value < -ROUNDING)) continue;
    store<u32>(rejected, point, 4);
    store<u32>(rejected, i, 8);
    store<u32>(rejected, 1 + load<u32>(part, PART_NUMBER));
  }
}

function multiply(out: usize, factor: usize, count: i32): void {
  for (let end = out + ((count as usize) << 3); out < end; out += 16) {
    v128.store(out, f64x2.mul(v128.load(out), v128.load(factor)));
    factor += 16;
  }
}
