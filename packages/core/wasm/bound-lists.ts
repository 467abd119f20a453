// For each evaluation point and each segment of the items (at most 65,536 neighbours), the items whose similarity is not
// negligible, as runs: a bucket of the similarity's upper bound, then the positions of its items within the segment, two bytes
// each. The largest buckets come first. Nothing else of the similarities is kept, since a reader only needs upper bounds;
// docs/decisions/0240-bounds.md proves them. What is not listed is bounded by one sum for each item, its tail.
import { BOUND_KEY_BITS, BOUND_POINTS as POINTS, STEP_ITEMS } from "../src/engine/memory/layout";
import { fillRow } from "./rows";

/** Leading bits of a number of 32 bits that make a bucket: its exponent and four bits more. */
const SHIFT: u32 = 32 - BOUND_KEY_BITS;
/** 2^-126, below which numbers of 32 bits lose precision, and a sum of priors that does not overflow. */
const LEAST_POWER: f32 = 1.1754943508222875e-38;
const MOST_SUM: f32 = 1e38;

/** The features of `count` items in packs of four numbers of 32 bits, less their centre and scaled. */
export function narrowPacks(packs: usize, cols: i32, count: i32, centre: usize, scale: f64, out: usize): void {
  for (let i = 0; i < count; i++) {
    let at = packs + ((((i & ~7) as usize) * (cols as usize)) << 3) + (((i & 7) as usize) << 3);
    let to = out + ((((i & ~3) as usize) * (cols as usize)) << 2) + (((i & 3) as usize) << 2);
    for (let d: usize = 0; d < (cols as usize); d++) {
      const value = (load<f64>(at) - load<f64>(centre + (d << 3))) * scale;
      store<f32>(to, value as f32);
      at += 64;
      to += 16;
    }
  }
}

/**
 * Lists the items from `from` up to `to` for all points.
 * @param relation Items compared with a point, used where `packs` is 0.
 * @param packs The items' features where the kernel is RBF; they are narrowed to `narrow`, a segment at a time.
 * @param narrowPoints The points' features as `narrowPacks` wrote them.
 * @param shrink,lift An upper bound of the similarity is 2^(lift - shrink |difference|^2) of the narrow features.
 * @param least Similarities below it are not listed.
 * @param data,capacity Where the lists go, and how many numbers of two bytes there is room for.
 * @param starts Per point where its list begins in `data`, in numbers of two bytes.
 * @param cuts Per point the similarity down to which its list is complete.
 * @param first,tails Per item the sums of w / (firstSum + w) over all points, and over those in whose lists it is not.
 * @param rows Room for a row of 64-bit numbers, then rows of 32-bit numbers for several points, then as many picked entries.
 * @returns How many numbers of two bytes were written.
 */
export function listBounds(
  relation: usize,
  packs: usize,
  centre: usize,
  narrowScale: f64,
  narrow: usize,
  narrowPoints: usize,
  cols: i32,
  shrink: f64,
  lift: f64,
  from: i32,
  to: i32,
  pointCount: i32,
  least: f64,
  data: usize,
  capacity: i32,
  starts: usize,
  cuts: usize,
  firstSum: f64,
  first: usize,
  tails: usize,
  weights: usize,
  weightScale: f64,
  histogram: usize,
  rows: usize,
  scratch: usize,
): i32 {
  const length = (to - from + 7) & ~7;
  const rowBytes = (length as usize) << 2;
  const narrowRows = rows + (max(STEP_ITEMS << 3, cols << 5) as usize);
  const picked = narrowRows + rowBytes * POINTS;
  if (packs !== 0) narrowPacks(packs + (((from as usize) * (cols as usize)) << 3), cols, length, centre, narrowScale, narrow);
  memory.fill(first, 0, rowBytes);
  memory.fill(tails, 0, rowBytes);
  let used = 0;
  for (let x = 0; x < pointCount; x += POINTS) {
    const count = min(POINTS, pointCount - x);
    if (packs !== 0) fillUppers(narrow, cols, narrowPoints, x, shrink, lift, narrowRows, rowBytes, rows);
    for (let p = 0; p < count; p++) {
      const row = narrowRows + rowBytes * (p as usize);
      if (packs === 0) widen(relation, x + p, from, length, rows, row, scratch);
      // A point may take several times its share of what is left: near points have long lists, others hardly any.
      const left = capacity - used;
      const room = min(left, 8 * (left / (pointCount - x - p)) + 64);
      store<u32>(starts + (((x + p) as usize) << 2), used);
      const picks = pick(row, to - from, least as f32, picked, histogram);
      const at = data + ((used as usize) << 1);
      used += write(picked, picks, room, histogram, least as f32, at, cuts + (((x + p) as usize) << 2));
      const weight: f64 = weights === 0 ? 1 : load<f64>(weights + (((x + p) as usize) << 3)) * weightScale;
      addTails(row, rowBytes, load<f32>(cuts + (((x + p) as usize) << 2)), firstSum as f32, weight as f32, first, tails);
    }
  }
  store<u32>(starts + ((pointCount as usize) << 2), used);
  return used;
}

/** Upper bounds of the similarities of several points to all items of a segment, row after row. */
function fillUppers(packs: usize, cols: i32, points: usize, x: i32, shrink: f64, lift: f64, rows: usize, rowBytes: usize, scratch: usize): void {
  // The points' numbers side by side, column after column; points lie in packs of four.
  const step = (cols as usize) << 4;
  const near = points + ((x as usize) >> 2) * step;
  for (let d: usize = 0; d < (cols as usize); d++) {
    v128.store(scratch + (d << 5), v128.load(near + (d << 4)));
    v128.store(scratch + (d << 5), v128.load(near + step + (d << 4)), 16);
  }
  const end = scratch + ((cols as usize) << 5);
  const a = f32x4.splat(-shrink as f32);
  const b = f32x4.splat(lift as f32);
  for (let out = rows, last = rows + rowBytes; out < last; out += 16) {
    let s0 = f32x4.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    let s4 = s0;
    let s5 = s0;
    let s6 = s0;
    let s7 = s0;
    for (let at = scratch; at < end; at += 32, packs += 16) {
      const v = v128.load(packs);
      const d0 = f32x4.sub(v, v128.load32_splat(at));
      const d1 = f32x4.sub(v, v128.load32_splat(at, 4));
      const d2 = f32x4.sub(v, v128.load32_splat(at, 8));
      const d3 = f32x4.sub(v, v128.load32_splat(at, 12));
      const d4 = f32x4.sub(v, v128.load32_splat(at, 16));
      const d5 = f32x4.sub(v, v128.load32_splat(at, 20));
      const d6 = f32x4.sub(v, v128.load32_splat(at, 24));
      const d7 = f32x4.sub(v, v128.load32_splat(at, 28));
      s0 = f32x4.add(s0, f32x4.mul(d0, d0));
      s1 = f32x4.add(s1, f32x4.mul(d1, d1));
      s2 = f32x4.add(s2, f32x4.mul(d2, d2));
      s3 = f32x4.add(s3, f32x4.mul(d3, d3));
      s4 = f32x4.add(s4, f32x4.mul(d4, d4));
      s5 = f32x4.add(s5, f32x4.mul(d5, d5));
      s6 = f32x4.add(s6, f32x4.mul(d6, d6));
      s7 = f32x4.add(s7, f32x4.mul(d7, d7));
    }
    v128.store(out, powerOfTwo(f32x4.add(b, f32x4.mul(a, s0))));
    v128.store(out + rowBytes, powerOfTwo(f32x4.add(b, f32x4.mul(a, s1))));
    v128.store(out + rowBytes * 2, powerOfTwo(f32x4.add(b, f32x4.mul(a, s2))));
    v128.store(out + rowBytes * 3, powerOfTwo(f32x4.add(b, f32x4.mul(a, s3))));
    v128.store(out + rowBytes * 4, powerOfTwo(f32x4.add(b, f32x4.mul(a, s4))));
    v128.store(out + rowBytes * 5, powerOfTwo(f32x4.add(b, f32x4.mul(a, s5))));
    v128.store(out + rowBytes * 6, powerOfTwo(f32x4.add(b, f32x4.mul(a, s6))));
    v128.store(out + rowBytes * 7, powerOfTwo(f32x4.add(b, f32x4.mul(a, s7))));
  }
}

/** 2^t, not below it and at most 2^-16 of it above; t at most 1. Powers below 2^-126 become that. */
// @ts-ignore: decorator
@inline
function powerOfTwo(t: v128): v128 {
  const bounded = f32x4.pmax(f32x4.splat(-126), t);
  const n = f32x4.nearest(bounded);
  const z = f32x4.mul(f32x4.sub(bounded, n), f32x4.splat(0.6931471805599453));
  const z2 = f32x4.mul(z, z);
  const low = f32x4.add(f32x4.splat(1.00000763), z); // 1 + 2^-17: more than the rest of the series and all rounding
  const middle = f32x4.add(f32x4.splat(0.5), f32x4.mul(z, f32x4.splat(0.16666667)));
  const high = f32x4.add(f32x4.splat(0.041666668), f32x4.mul(z, f32x4.splat(0.008333334)));
  const power = f32x4.add(low, f32x4.mul(z2, f32x4.add(middle, f32x4.mul(z2, high))));
  return f32x4.mul(power, i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23));
}

/** The same row from the kernel's own values, rounded upwards and not below 2^-126. */
function widen(relation: usize, x: i32, from: i32, length: i32, wide: usize, row: usize, scratch: usize): void {
  const up = f64x2.splat(1 + 1.1920928955078125e-7);
  const floor = f32x4.splat(LEAST_POWER);
  for (let i = 0; i < length; i += STEP_ITEMS) {
    const end = min(i + STEP_ITEMS, length);
    fillRow(relation, x, from + i, from + end, wide, scratch);
    for (let at = wide, last = wide + (((end - i) as usize) << 3); at < last; at += 16, row += 8) {
      v128.store64_lane(row, f32x4.pmax(floor, f32x4.demote_f64x2_zero(f64x2.mul(up, v128.load(at)))), 0);
    }
  }
}

/** Copies the entries of a row that are at least `least` out, bucket and position in one number, and counts the buckets. */
function pick(row: usize, count: i32, least: f32, picked: usize, histogram: usize): i32 {
  const cut = f32x4.splat(least);
  const base = reinterpret<u32>(least) >> SHIFT;
  let out = picked;
  for (let i = 0; i < count; i += 4, row += 16) {
    let found = i32x4.bitmask(f32x4.ge(v128.load(row), cut));
    if (i + 4 > count) found &= (1 << (count - i)) - 1;
    while (found !== 0) {
      const lane = ctz(found);
      found &= found - 1;
      const key = (load<u32>(row + ((lane as usize) << 2)) >> SHIFT) - base;
      store<u32>(out, (key << 16) | ((i + lane) as u32));
      out += 4;
      const slot = histogram + ((key as usize) << 2);
      store<u32>(slot, load<u32>(slot) + 1);
    }
  }
  return ((out - picked) >> 2) as i32;
}

/**
 * Writes the runs of a list: their number, for each its bucket and length, then all positions. Where there is no room for all,
 * the lowest buckets are left out. Leaves the histogram empty.
 * @returns How many numbers of two bytes it takes.
 */
function write(picked: usize, picks: i32, room: i32, histogram: usize, least: f32, out: usize, cut: usize): i32 {
  const base = reinterpret<u32>(least) >> SHIFT;
  let top = -1;
  for (let i: usize = 0; i < (picks as usize); i++) top = max(top, (load<u32>(picked + (i << 2)) >> 16) as i32);
  // Which buckets find room.
  let runs = 0;
  let total = 0;
  let lowest = 0;
  for (let key = top; key >= 0; key--) {
    const size = load<u32>(histogram + ((key as usize) << 2)) as i32;
    if (size === 0) continue;
    if (1 + 2 * (runs + 1) + total + size > room) {
      lowest = key + 1;
      break;
    }
    runs++;
    total += size;
  }
  store<f32>(cut, lowest === 0 ? least : reinterpret<f32>((base + (lowest as u32)) << SHIFT));
  if (room < 1) {
    if (top >= 0) memory.fill(histogram, 0, ((top + 1) as usize) << 2);
    return 0;
  }
  store<u16>(out, runs);
  let head = out + 2;
  let start = 1 + 2 * runs;
  for (let key = top; key >= 0; key--) {
    const slot = histogram + ((key as usize) << 2);
    const size = load<u32>(slot) as i32;
    if (size === 0) continue;
    if (key >= lowest) {
      store<u16>(head, base + (key as u32));
      store<u16>(head, size - 1, 2);
      head += 4;
    }
    store<u32>(slot, start);
    start += size;
  }
  for (let i: usize = 0; i < (picks as usize); i++) {
    const entry = load<u32>(picked + (i << 2));
    const key = entry >> 16;
    if ((key as i32) < lowest) continue;
    const slot = histogram + ((key as usize) << 2);
    const place = load<u32>(slot) as usize;
    store<u32>(slot, (place + 1) as u32);
    store<u16>(out + (place << 1), entry & 0xffff);
  }
  if (top >= 0) memory.fill(histogram, 0, ((top + 1) as usize) << 2);
  return 1 + 2 * runs + total;
}

/** Adds w / (sum + w) to all items' first sums, and to the tails of those below the cut. */
function addTails(row: usize, bytes: usize, cut: f32, sum: f32, weight: f32, first: usize, tails: usize): void {
  const s = f32x4.splat(min<f32>(sum, MOST_SUM));
  const scale = f32x4.splat(weight);
  const end = f32x4.splat(cut);
  for (let at: usize = 0; at < bytes; at += 16) {
    const w = v128.load(row + at);
    const term = f32x4.div(f32x4.mul(scale, w), f32x4.add(s, w));
    v128.store(first + at, f32x4.add(v128.load(first + at), term));
    v128.store(tails + at, f32x4.add(v128.load(tails + at), v128.and(term, f32x4.lt(w, end))));
  }
}
